@testable import FormworkFrontEnd
import Testing

@Suite struct SecretEditorTests {
  typealias Outcome = SecretEditor.Outcome

  struct Row: Sendable, CustomTestStringConvertible {
    let typed: [UInt8]
    let outcomes: [Outcome]
    let content: String
    let characterCount: Int
    var testDescription: String { String(decoding: typed, as: UTF8.self).debugDescription }

    // The outcomes are those of the last inputs. All earlier ones are changes.
    init(_ typed: String, _ outcomes: Outcome..., content: String, count: Int) {
      self.typed = Array(typed.utf8)
      (self.outcomes, self.content, characterCount) = (outcomes, content, count)
    }

    init(bytes: [UInt8], _ outcomes: Outcome..., content: String, count: Int) {
      (typed, self.outcomes, self.content, characterCount) = (bytes, outcomes, content, count)
    }
  }

  private static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  static let typing = [
    Row("", content: "", count: 0),
    Row("e\u{301}", content: "e\u{301}", count: 1), Row("\u{301}", content: "\u{301}", count: 1),
    Row("👩\u{200D}🚀🇩🇪🇫", content: "👩\u{200D}🚀🇩🇪🇫", count: 3),
    Row("a\u{80}", .refused(.controlCharacter), content: "a", count: 1),
    Row("a\u{202E}", .refused(.controlCharacter), content: "a", count: 1),
    Row("a\u{2028}", .refused(.controlCharacter), content: "a", count: 1),
    Row(bytes: [0x61, 0xFF], .refused(.notUTF8), content: "a", count: 1),
  ]

  static let erasing = [
    Row("\u{7F}", .unchanged, content: "", count: 0), Row("a\u{8}", content: "", count: 0),
    Row("ae\u{301}\u{327}\u{7F}", content: "a", count: 1),
    Row("🇩🇪🇫🇷\u{7F}", content: "🇩🇪", count: 1), Row("🇩🇪🇫\u{7F}", content: "🇩🇪", count: 1),
    Row("\u{301}\u{7F}", content: "", count: 0),
    Row("\u{600}ab\u{7F}\u{7F}", content: "", count: 0),
  ]

  static let pasting = [
    Row("e" + paste("\u{301}x"), content: "e\u{301}x", count: 2),
    Row(paste("\n"), .unchanged, content: "", count: 0),
    Row(paste("a\n\n"), content: "a", count: 1), Row(paste("a\r\n\r\r"), content: "a", count: 1),
    Row("x" + paste("a\r\n\nb\n"), .refused(.severalLines), content: "x", count: 1),
    Row("x" + paste("a\rb"), .refused(.severalLines), content: "x", count: 1),
    Row("x" + paste("\n\rb"), .refused(.severalLines), content: "x", count: 1),
    Row("x" + paste("a\tb"), .refused(.controlCharacter), content: "x", count: 1),
    Row("x" + paste("a\0"), .refused(.controlCharacter), content: "x", count: 1),
    Row("x" + paste("a\u{2069}"), .refused(.controlCharacter), content: "x", count: 1),
    Row("x" + paste("a\u{85}b\n"), .refused(.controlCharacter), content: "x", count: 1),
    Row(
      bytes: Array("x\u{1B}[200~a".utf8) + [0xC3] + Array("\n\u{1B}[201~".utf8),
      .refused(.notUTF8), content: "x", count: 1),
  ]

  /// The caller decides about keys that do not edit.
  static let keysOfOthers = [
    Row("\u{18}", .unhandled(.control("X")), content: "", count: 0),
    Row("a\u{3}", .unhandled(.control("C")), content: "a", count: 1),
    Row("a\r", .unhandled(.enter), content: "a", count: 1),
    Row("\u{4}", .unchanged, content: "", count: 0),
    Row("a\u{4}", .unchanged, content: "a", count: 1),
    Row("\u{1B}[Z\t", .unhandled(.backTab), .unhandled(.tab), content: "", count: 0),
    Row("a\u{1B}[B\u{1B}x", .unhandled(.down), .unhandled(.meta("x")), content: "a", count: 1),
    Row("a\0", .unhandled(.control("@")), content: "a", count: 1),
    Row("a\u{1B}[15~", .unhandled(.function(5)), content: "a", count: 1),
  ]

  /// Movements by characters and words and to both ends, with edits in between.
  static let moving = [
    Row("ab\u{1B}[H\u{4}", .moved, .changed, content: "b", count: 1),
    // Combining characters move with their base, and the cursor stays after both.
    Row("e\u{301}x\u{1B}[D\u{1B}[Dy", .moved, .moved, .changed, content: "ye\u{301}x", count: 3),
    Row("\u{301}\u{1B}[Dax", .moved, .changed, .changed, content: "a\u{301}x", count: 2),
    Row("a\u{B}", .unchanged, content: "a", count: 1),
    Row("a bc\u{1B}[D\u{B}", .moved, .changed, content: "a b", count: 3),
    Row("a bc\u{1B}[H\u{B}", .moved, .changed, content: "", count: 0),
    Row("a bc\u{1B}[D\u{7}", .moved, .changed, content: "c", count: 1),
  ]

  /// A hidden secret is one word, so that its words cannot be counted.
  static let wordsThatAreHidden = [
    Row("a bc\u{17}", content: "", count: 0), Row("a bc\u{1B}\u{7F}", content: "", count: 0),
    Row("a bc d\u{1B}[D\u{17}", .moved, .changed, content: "d", count: 1),
    Row("a bc d\u{1B}[D\u{1B}\u{7F}", .moved, .changed, content: "d", count: 1),
    Row("a bc\u{1B}d", .unchanged, content: "a bc", count: 4),
    Row("a bc d\u{1B}[H\u{1B}[C\u{1B}d", .moved, .moved, .changed, content: "a", count: 1),
    Row("a bc\u{1B}[1;5Dx", .moved, .changed, content: "xa bc", count: 5),
    Row("a bc\u{1B}[H\u{1B}[1;5Cx", .moved, .moved, .changed, content: "a bcx", count: 5),
  ]

  static let wordsThatAreShown = [
    Row("a\u{3000}b\u{17}", content: "a\u{3000}", count: 2),
    Row("a \u{301}b\u{17}", content: "a \u{301}", count: 2),
    Row("a b\u{1B}\u{7F}", content: "a ", count: 2),
    Row("a bc d\u{1B}[1;5D\u{1B}[1;5Dx", .moved, .moved, .changed, content: "a xbc d", count: 7),
    Row(
      "a bc\u{1B}[H\u{1B}[1;5C\u{1B}[1;5Cx", .moved, .moved, .moved, .changed, content: "a bcx",
      count: 5),
    Row("a bc d\u{1B}[H\u{1B}d", .moved, .changed, content: " bc d", count: 5),
    Row("a bc d\u{1B}[H\u{1B}d\u{1B}d", .moved, .changed, .changed, content: " d", count: 2),
  ]

  @Test(arguments: typing + erasing + pasting + moving + wordsThatAreHidden + keysOfOthers)
  func editing(_ row: Row) { edit(row, isShown: false) }

  @Test(arguments: wordsThatAreShown)
  func editingWhatIsShown(_ row: Row) { edit(row, isShown: true) }

  private func edit(_ row: Row, isShown: Bool) {
    let (decoder, editor) = (KeyDecoder(), SecretEditor())
    editor.isShown = isShown
    row.typed.withUnsafeBytes { decoder.feed($0) }
    var outcomes: [Outcome] = []
    while let input = decoder.next() { outcomes.append(editor.press(input)) }
    let changes = max(outcomes.count - row.outcomes.count, 0)
    #expect(outcomes == Array(repeating: .changed, count: changes) + row.outcomes)
    #expect(
      editor.copyContent().text.map { Array($0.unicodeScalars) }
        == Array(row.content.unicodeScalars))
    #expect(editor.characterCount == row.characterCount)
    #expect(editor.byteCount == row.content.utf8.count && editor.isEmpty == row.content.isEmpty)
    #expect(editor.withBytes { Array($0) } == Array(row.content.utf8))
  }

  @Test func theLongestSecret() {
    let (decoder, editor) = (KeyDecoder(), SecretEditor())
    func paste(_ text: String) -> Outcome {
      Array(Self.paste(text).utf8).withUnsafeBytes { decoder.feed($0) }
      return decoder.next().map { editor.apply($0) } ?? .unchanged
    }
    let most = String(repeating: "ä", count: 32_768)
    #expect(paste(most + "a") == .refused(.tooLong))
    #expect(paste(most + "abc") == .refused(.tooLong))
    #expect(editor.isEmpty)
    #expect(paste(most + "\r\n") == .changed)
    #expect(editor.characterCount == 32_768)
    #expect(editor.apply(.character("a")) == .refused(.tooLong))
    #expect(paste("a\n") == .refused(.tooLong))
    #expect(editor.byteCount == 65_536)
    #expect(editor.apply(.erase(.characterBefore)) == .changed)
    #expect(editor.apply(.character("€")) == .refused(.tooLong))
    #expect(editor.apply(.character("ü")) == .changed)
    #expect(editor.copyContent().text == most.dropLast() + "ü")
    #expect(editor.apply(.erase(.wordBefore)) == .changed)
    #expect(editor.isEmpty && editor.characterCount == 0)
  }

  @Test func aCopyStaysAsItIs() {
    let editor = SecretEditor()
    #expect(editor.apply(.character("a")) == .changed)
    let copy = editor.copyContent()
    #expect(editor.apply(.character("b")) == .changed)
    #expect(copy.text == "a")
  }

  /// Erased bytes are overwritten in memory, too.
  @Test(arguments: [true, false])
  func whatIsErasedIsZero(isLocked: Bool) {
    let bytes = SecretBytes(isLocked: isLocked)
    bytes.append(String(repeating: "secret", count: 2000))
    bytes.truncate(to: 7000)
    bytes.remove(6999..<7000)
    #expect(bytes.byteCount == 6999)
    #expect(bytes.storage[..<6999].allSatisfy { $0 != 0 })
    #expect(bytes.storage[6999...].allSatisfy { $0 == 0 })
    bytes.wipe()
    #expect(bytes.isEmpty && bytes.storage.allSatisfy { $0 == 0 })
  }

  @Test func whatIsWritten() throws {
    let (pipe, bytes) = (try Pipe(), SecretBytes(isLocked: true))
    bytes.append("aä")
    try bytes.write(to: pipe.writeEnd)
    #expect(pipe.contents() == "aä" && bytes.text == "aä")
    #expect(throws: SystemError(code: 9)) { try bytes.write(to: -1) }
  }
}
