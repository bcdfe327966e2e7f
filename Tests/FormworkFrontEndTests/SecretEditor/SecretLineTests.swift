@testable import FormworkFrontEnd
import Testing

@Suite struct SecretLineTests {
  struct Row: Sendable, CustomTestStringConvertible {
    struct Step: Sendable {
      var typed = ""
      var isShown = false
      var status = ""
      var columns = 20
      let written: String
    }

    let name: String
    var prompt = "P: "
    var mask = SecretLine.Mask.asterisk
    let steps: [Step]
    var testDescription: String { name }
  }

  typealias Step = Row.Step

  static let contents = [
    Row(name: "idle", steps: [Step(written: "\rP: \u{1B}[K"), Step(written: "")]),
    Row(
      name: "typing and erasing",
      steps: [
        Step(written: "\rP: \u{1B}[K"), Step(typed: "a", written: "*"),
        Step(typed: "ä", written: "*"),
        Step(typed: "bc", written: "**"), Step(typed: "\u{7F}", written: "\u{8} \u{8}"),
        Step(typed: "\u{7F}\u{7F}", written: "\u{8}\u{8}\u{1B}[K"),
        Step(typed: "x\u{7F}", written: ""),
      ]),
    Row(
      name: "shown",
      steps: [
        Step(typed: "a漢", written: "\rP: **\u{1B}[K"),
        Step(isShown: true, written: "\u{8}\u{8}a漢"), Step(typed: "e", isShown: true, written: "e"),
        Step(typed: "\u{301}", isShown: true, written: "\u{301}"),
        Step(typed: "\u{7F}e", isShown: true, written: "\u{8}e"),
        Step(typed: "\u{7F}\u{7F}", isShown: true, written: "\u{8}\u{8}\u{8}\u{1B}[K"),
        Step(written: "\u{8}*"),
      ]),
    Row(
      name: "what is not to be seen",
      steps: [
        Step(typed: "\u{301}", isShown: true, written: "\rP: \u{FFFD}\u{1B}[K"),
        Step(typed: "a\u{200B}", isShown: true, written: "a\u{FFFD}"),
        Step(typed: "\u{7F}", isShown: true, written: "\u{8} \u{8}"),
        Step(written: "\u{8}\u{8}**"),
      ]),
    Row(
      name: "what terminals differ in is drawn with all of the line",
      steps: [
        Step(typed: "👩", isShown: true, written: "\rP: 👩\u{1B}[K"),
        Step(typed: "\u{200D}", isShown: true, written: "\rP: 👩\u{200D}\u{1B}[K"),
        Step(isShown: true, status: "S", written: "\u{1B}7\u{1B}[19GS\u{1B}8"),
        Step(
          typed: "\u{7F}", isShown: true, status: "S",
          written: "\rP: \u{1B}[K\u{1B}7\u{1B}[19GS\u{1B}8"),
      ]),
    Row(
      name: "the cursor within",
      steps: [
        Step(typed: "abc", written: "\rP: ***\u{1B}[K"),
        Step(typed: "\u{1B}[D\u{1B}[D", written: "\u{8}\u{8}"),
        Step(typed: "x", written: "\u{1B}[2C*\u{8}\u{8}"),
        Step(typed: "\u{1B}[C", written: "\u{1B}[1C"),
        Step(isShown: true, written: "\u{1B}[1C\u{8}\u{8}\u{8}\u{8}axbc\u{8}"),
        Step(typed: "\u{7F}", isShown: true, written: "\u{1B}[1C\u{8}\u{8}c \u{8}\u{8}"),
        Step(typed: "\u{1B}[F", isShown: true, written: "\u{1B}[1C"),
      ]),
  ]

  static let statuses = [
    Row(
      name: "comes, changes, goes",
      steps: [
        Step(typed: "a", status: "weak", written: "\rP: *\u{1B}[K\u{1B}7\u{1B}[16Gweak\u{1B}8"),
        Step(status: "weak", written: ""), Step(typed: "b", status: "weak", written: "*"),
        Step(typed: "\u{7F}", status: "weak", written: "\u{8} \u{8}"),
        Step(status: "fair", written: "\u{1B}7\u{1B}[16Gfair\u{1B}8"),
        Step(status: "strong", written: "\u{1B}[K\u{1B}7\u{1B}[14Gstrong\u{1B}8"),
        Step(status: "weak", written: "\u{1B}[K\u{1B}7\u{1B}[16Gweak\u{1B}8"),
        Step(status: "excellent", written: "\u{1B}[K\u{1B}7\u{1B}[11Gexcellent\u{1B}8"),
        Step(status: "bad", written: "\u{1B}[K\u{1B}7\u{1B}[17Gbad\u{1B}8"),
        Step(typed: "c", status: "b", written: "*\u{1B}[K\u{1B}7\u{1B}[19Gb\u{1B}8"),
        Step(written: "\u{1B}[K"),
      ]),
    Row(
      name: "differs in a part",
      steps: [
        Step(typed: "a", status: "5 more", written: "\rP: *\u{1B}[K\u{1B}7\u{1B}[14G5 more\u{1B}8"),
        Step(status: "5 most", written: "\u{1B}7\u{1B}[18Gst\u{1B}8"),
        Step(typed: "b", status: "5 most", written: "*"),
      ]),
    Row(
      name: "gives way to the content",
      steps: [
        Step(
          typed: "abcdefghijk", status: "weak",
          written: "\rP: ***********\u{1B}[K\u{1B}7\u{1B}[16Gweak\u{1B}8"),
        Step(typed: "l", status: "weak", written: "*\u{1B}[K"),
        Step(typed: "m", status: "weak", written: "*"),
        Step(typed: "\u{7F}", status: "weak", written: "\u{8} \u{8}"),
        Step(typed: "\u{7F}", status: "weak", written: "\u{8} \u{8}\u{1B}7\u{1B}[16Gweak\u{1B}8"),
        Step(typed: "\u{7F}\u{7F}", status: "weak", written: "\u{8}\u{8}  \u{8}\u{8}"),
        // Over the beginning of the old one.
        Step(typed: "jklm", status: "ok", written: "****\u{1B}[K\u{1B}7\u{1B}[18Gok\u{1B}8"),
      ]),
    Row(
      name: "stays where much is erased",
      steps: [
        Step(
          typed: "abcdefghijklmnopqrstuvwxyz0123456789", status: "S", columns: 80,
          written: "\rP: ************************************\u{1B}[K\u{1B}7\u{1B}[60GS\u{1B}8"),
        Step(
          typed: "\u{15}", status: "S", columns: 80,
          written: "\u{1B}[36D\u{1B}[K\u{1B}7\u{1B}[60GS\u{1B}8"),
      ]),
    Row(
      name: "control characters", prompt: "P\u{1B}[2J\u{9B}: ",
      steps: [
        Step(
          typed: "a", status: "\u{1B}]0;\u{7}", columns: 40,
          written: "\rP\u{FFFD}[2J\u{FFFD}: *\u{1B}[K\u{1B}7\u{1B}[35G\u{FFFD}]0;\u{FFFD}\u{1B}8")
      ]),
  ]

  static let sizes = [
    Row(
      name: "another width",
      steps: [
        Step(typed: "abc", status: "S", written: "\rP: ***\u{1B}[K\u{1B}7\u{1B}[19GS\u{1B}8"),
        Step(status: "S", columns: 30, written: "\rP: ***\u{1B}[J\u{1B}7\u{1B}[29GS\u{1B}8"),
        Step(status: "S", columns: 12, written: "\rP: ***\u{1B}[J\u{1B}7\u{1B}[11GS\u{1B}8"),
        Step(status: "S", columns: 5, written: "\r\u{1B}[1A***\u{1B}[J"),
        Step(status: "S", columns: 1, written: "\r\u{1B}[3A\u{1B}[J"),
        Step(typed: "x", status: "S", columns: 1, written: ""),
        Step(status: "S", columns: -3, written: ""),
        Step(status: "S", columns: 2, written: "\r*\u{1B}[J"),
      ])
  ]

  @Test(arguments: contents + statuses + sizes)
  func writing(_ row: Row) {
    let (decoder, editor) = (KeyDecoder(), SecretEditor())
    let line = SecretLine(prompt: row.prompt, columns: 1, mask: row.mask)
    for (index, step) in row.steps.enumerated() {
      Array(step.typed.utf8).withUnsafeBytes { decoder.feed($0) }
      while let input = decoder.next() {
        #expect([.changed, .moved].contains(editor.press(input)))
      }
      (editor.isShown, line.columns) = (step.isShown, step.columns)
      let output = SecretBytes()
      line.draw(editor, status: step.status, into: output)
      #expect(output.text == step.written, "step \(index)")
    }
  }

  /// The terminal restores the attributes that it saved with the position.
  @Test func aStatusHasAttributes() {
    let (editor, line) = (SecretEditor(), SecretLine(prompt: "P: ", columns: 20, mask: .asterisk))
    let output = SecretBytes()
    for (status, attributes) in [("12", "\u{1B}[2m"), ("13", "\u{1B}[2m"), ("13", "\u{1B}[31m")] {
      line.draw(editor, status: status, attributes: attributes, into: output)
    }
    #expect(
      output.text == "\rP: \u{1B}[K\u{1B}7\u{1B}[18G\u{1B}[2m12\u{1B}8"
        + "\u{1B}7\u{1B}[19G\u{1B}[2m3\u{1B}8" + "\u{1B}7\u{1B}[18G\u{1B}[31m13\u{1B}8")
    let parts = ["all of it fits", "what does not fit is cut", "unseparated"].map {
      line.part(of: $0, beside: editor)
    }
    #expect(parts == ["all of it fits", "", "unseparated"])
  }

  @Test func whatIsForgottenIsRedrawn() {
    let (editor, line) = (SecretEditor(), SecretLine(prompt: "P: ", columns: 20, mask: .asterisk))
    #expect(editor.apply(.character("a")) == .changed)
    for _ in 0..<2 {
      let output = SecretBytes()
      line.draw(editor, status: "S", into: output)
      #expect(output.text == "\rP: *\u{1B}[K\u{1B}7\u{1B}[19GS\u{1B}8")
      line.forget()
    }
    let output = SecretBytes()
    line.draw(editor, into: output)
    (line.prompt, line.mask) = ("Q: ", .bullet)
    line.draw(editor, into: output)
    #expect(output.text == "\rP: *\u{1B}[K" + "\rQ: •\u{1B}[K")
  }

  static let widths: [(Unicode.Scalar, Int)] = [
    (" ", 1), ("~", 1), ("ä", 1), ("€", 1), ("\u{2022}", 1), ("\u{FFFD}", 1), ("\u{AD}", 1),
    ("\u{2FF}", 1), ("\u{300}", 0), ("\u{301}", 0), ("\u{20DD}", 0), ("\u{200B}", 0),
    ("\u{200D}", 0), ("\u{FE0F}", 0),
    ("\u{FEFF}", 0), ("\u{600}", 1), ("\u{1100}", 2), ("\u{1161}", 0), ("\u{11A8}", 0), ("가", 2),
    ("漢", 2), ("\u{3000}", 2), ("ｱ", 1), ("Ａ", 2), ("、", 2), ("\u{303F}", 1), ("\u{3041}", 2),
    ("😀", 2), ("⌚", 2), ("☺", 1), ("\u{1F1E9}", 1), ("\u{1F3FD}", 2), ("\u{20000}", 2),
    ("\u{17000}", 2), ("\u{E000}", 1), ("𝐀", 1),
  ]

  @Test(arguments: widths)
  func columns(of scalar: Unicode.Scalar, count: Int) {
    #expect(scalar.columnCount == count)
  }
}
