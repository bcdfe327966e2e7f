import Testing

@testable import FormworkCore

struct TextInputTests {
  /// C0, DEL and C1, separators of lines and paragraphs, and characters that override a direction.
  private static let controls: [Unicode.Scalar] =
    [0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069].flatMap {
      $0.compactMap { Unicode.Scalar(UInt32($0)) }
    }

  private static let neighbours: [Unicode.Scalar] = [
    "\u{20}", "\u{7E}", "\u{A0}", "\u{2027}", "\u{202F}", "\u{2065}", "\u{206A}", "\u{AD}",
    "\u{200B}", "\u{200D}", "\u{200E}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}",
  ]

  @Test func thereAreAsManyControlsAsTheStandardsHave() {
    #expect(Self.controls.count == 32 + 1 + 32 + 2 + 5 + 4)
  }

  @Test(arguments: controls)
  func aLineRefusesAControlByName(control: Unicode.Scalar) {
    for text in ["\(control)", "a\(control)", "\(control)a", "a\(control)\u{7}é"] {
      let expected = [Violation.badInput(.controlCharacter(control))]
      #expect(FieldSpecification(.text).violations(.text(text)) == expected)
      #expect(FieldSpecification(.text).schemaViolations(.text(text)) == expected)
      #expect(FieldSpecification(.secret).violations(.secret(Secret(text))) == expected)
      #expect(FieldSpecification(.wholeNumber).violations(.text(text)) == expected)
      #expect(FieldSpecification(.decimal).violations(.text(text)) == expected)
    }
  }

  @Test(arguments: controls)
  func anAreaTakesNewlineAndTabAlone(control: Unicode.Scalar) {
    let isAllowed = control == "\n" || control == "\t"
    #expect(
      FieldSpecification(.textArea).violations(.text("a\(control)b"))
        == (isAllowed ? [] : [.badInput(.controlCharacter(control))]))
  }

  @Test(arguments: neighbours)
  func takesWhatStandsBesideTheControls(scalar: Unicode.Scalar) {
    #expect(FieldSpecification(.text).violations(.text("a\(scalar)b")) == [])
    #expect(FieldSpecification(.textArea).violations(.text("a\(scalar)b")) == [])
    #expect(FieldSpecification(.secret).violations(.secret(Secret("a\(scalar)b"))) == [])
  }

  /// The limit and one more, in different encodings.
  @Test(arguments: ["\u{301}", "\u{1D165}", "\u{0F73}"])
  func marksOnOneLetter(mark: String) {
    func text(_ count: Int) -> FieldContent {
      .text("a" + String(repeating: mark, count: count) + "b" + String(repeating: mark, count: 100))
    }
    #expect(FieldSpecification(.text).violations(text(100)) == [])
    #expect(FieldSpecification(.text).violations(text(101)) == [.tooManyMarks])
    #expect(FieldSpecification(.textArea).schemaViolations(text(101)) == [.tooManyMarks])
  }

  @Test func aBrokenCharacterIsValidatedBeforeEveryOtherRule() {
    let field = FieldSpecification(.text, .length(minimum: 9, maximum: 9, unit: nil), .email)
    #expect(field.violations(.text("a\u{7}")) == [.badInput(.controlCharacter("\u{7}"))])
  }

  // MARK: Bytes

  @Test(arguments: [FieldKind.text, .textArea])
  func takes65536BytesOfText(kind: FieldKind) {
    let field = FieldSpecification(kind)
    let limit = String(repeating: "a", count: 65_536)
    #expect(String.inputLimit == 65_536)
    #expect(field.violations(.text(limit)) == [])
    #expect(field.violations(.text(limit + "a")) == [.badInput(.tooLarge(limit: 65_536))])
    // Bytes, not characters: 32,768 characters of two bytes fit, one more does not.
    let wide = String(repeating: "é", count: 32_768)
    #expect(field.violations(.text(wide)) == [])
    #expect(field.violations(.text(wide + "a")) == [.badInput(.tooLarge(limit: 65_536))])
  }

  @Test func takes65536BytesOfASecret() {
    let field = FieldSpecification(.secret)
    let limit = String(repeating: "é", count: 32_768)
    #expect(field.violations(.secret(Secret(limit))) == [])
    #expect(
      field.violations(.secret(Secret(limit + "a"))) == [.badInput(.tooLarge(limit: 65_536))])
  }

  @Test(arguments: [
    (FieldKind.wholeNumber, Violation.BadInput.notAWholeNumber), (.decimal, .notANumber),
  ])
  func aLongNumberIsNoNumberAndALongerOneTooLarge(kind: FieldKind, fault: Violation.BadInput) {
    let field = FieldSpecification(kind)
    let limit = String(repeating: "1", count: 65_536)
    #expect(field.violations(.text(limit)) == [.badInput(fault)])
    #expect(field.violations(.text(limit + "1")) == [.badInput(.tooLarge(limit: 65_536))])
  }

  // MARK: Showing

  @Test(arguments: [
    ("plain", "plain", "plain"), ("", "", ""), ("é😀", "é😀", "é😀"),
    ("a\nb\tc", "a\u{FFFD}b\u{FFFD}c", "a\nb\tc"),
    ("a\r\nb", "a\u{FFFD}\u{FFFD}b", "a\u{FFFD}\nb"),
    ("\u{1B}[31m", "\u{FFFD}[31m", "\u{FFFD}[31m"), ("\u{9B}31m", "\u{FFFD}31m", "\u{FFFD}31m"),
    ("a\u{202E}b\u{2066}c", "a\u{FFFD}b\u{FFFD}c", "a\u{FFFD}b\u{FFFD}c"),
    ("\u{7F}\u{0}", "\u{FFFD}\u{FFFD}", "\u{FFFD}\u{FFFD}"),
  ])
  func showsNoControl(text: String, line: String, lines: String) {
    #expect(Array(text.replacingControls().unicodeScalars) == Array(line.unicodeScalars))
    #expect(
      Array(text.replacingControls(allowingLines: true).unicodeScalars)
        == Array(lines.unicodeScalars))
  }
}
