import Testing

@testable import FormworkCore

struct LengthTests {
  private static let length = Rule.length(minimum: 2, maximum: 4, unit: nil)

  @Test(
    arguments: [
      ("a", [.tooShort(limit: 2, count: 1)]), ("ab", []), ("abc", []), ("abcd", []),
      ("abcde", [.tooLong(limit: 4, count: 5)]),
      // Each has two UTF-16 units.
      ("😀", []), ("😀😀", []), ("😀😀a", [.tooLong(limit: 4, count: 5)]),
      // Two code points, one visible character.
      ("e\u{301}", []), ("é", [.tooShort(limit: 2, count: 1)]),
    ] as [(String, [Violation])])
  func htmlCountsUnitsOfUTF16(text: String, expected: [Violation]) {
    for kind in [FieldKind.text, .textArea] {
      #expect(FieldSpecification(kind, Self.length).violations(.text(text)) == expected)
    }
  }

  @Test(
    arguments: [
      ("", [.tooShort(limit: 2, count: 0)]), ("a", [.tooShort(limit: 2, count: 1)]), ("ab", []),
      ("abcd", []), ("abcde", [.tooLong(limit: 4, count: 5)]),
      ("😀", [.tooShort(limit: 2, count: 1)]), ("😀😀", []), ("😀😀😀😀", []),
      ("😀😀😀😀😀", [.tooLong(limit: 4, count: 5)]), ("e\u{301}", []),
      ("é", [.tooShort(limit: 2, count: 1)]),
    ] as [(String, [Violation])])
  func jsonSchemaCountsCodePoints(text: String, expected: [Violation]) {
    for kind in [FieldKind.text, .textArea] {
      #expect(FieldSpecification(kind, Self.length).schemaViolations(.text(text)) == expected)
    }
  }

  @Test(arguments: [
    (RuleMode.html, Rule.LengthUnit.utf16, 4), (.html, .codePoints, 2), (.jsonSchema, .utf16, 4),
    (.jsonSchema, .codePoints, 2),
  ])
  func aUnitThatIsGivenCountsInBothModes(mode: RuleMode, unit: Rule.LengthUnit, count: Int) {
    for (limit, isBroken) in [(count - 1, true), (count, false)] {
      let rule = Rule.length(minimum: nil, maximum: limit, unit: unit)
      let expected = isBroken ? [Violation.tooLong(limit: limit, count: count)] : []
      #expect(
        FieldSpecification(.text, rule)
          .violations(of: .text("😀😀"), isEdited: true, mode: mode, answers: Answers())
          == expected)
      #expect(
        FieldSpecification(.secret, rule)
          .violations(of: .secret(Secret("😀😀")), isEdited: true, mode: mode, answers: Answers())
          == expected)
    }
  }

  /// Beyond four bytes for each unit nothing else is validated: each key would cost the whole text.
  @Test(arguments: [
    ("aaaaa", ["tooLong", "custom"]), ("aaaaaaaaaaa", ["tooLong", "custom"]),
    ("aaaaaaaaaaaa", ["tooLong"]), ("😀😀😀", ["tooLong"]), ("a", ["custom"]),
  ])
  func whatIsFarTooLongIsValidatedByItsLengthAlone(text: String, broken: [String]) {
    let rules = [
      Rule.length(minimum: nil, maximum: 2, unit: nil),
      .custom { _, _ in .customError("custom") },
    ]
    for (kind, content) in [
      (FieldKind.text, FieldContent.text(text)), (.secret, .secret(Secret(text))),
    ] {
      let violations = rules.violations(
        of: content, kind: kind, isRequired: false, isEdited: true, mode: .jsonSchema,
        answers: Answers())
      let count = text.unicodeScalars.count
      let expected = broken.map { name in
        name == "custom"
          ? Violation.customError("custom") : .tooLong(limit: 2, count: count)
      }
      #expect(Array(violations) == expected)
    }
  }

  @Test func secretsCountInTheModesUnitToo() {
    let field = FieldSpecification(.secret, Self.length)
    #expect(field.violations(.secret(Secret("😀"))) == [])
    #expect(field.schemaViolations(.secret(Secret("😀"))) == [.tooShort(limit: 2, count: 1)])
    // A character typed in two parts is one character after normalization.
    #expect(field.violations(.secret(Secret("e\u{301}"))) == [.tooShort(limit: 2, count: 1)])
  }

  @Test(arguments: ["a", "abcde"])
  func htmlCountsNothingThatWasNotTyped(text: String) {
    let field = FieldSpecification(.text, Self.length)
    func violations(_ mode: RuleMode) -> [Violation] {
      field.violations(of: .text(text), isEdited: false, mode: mode, answers: Answers())
    }
    #expect(violations(.html) == [])
    #expect(
      violations(.jsonSchema)
        == [text == "a" ? .tooShort(limit: 2, count: 1) : .tooLong(limit: 4, count: 5)])
  }

  @Test func nothingIsTooShortForHTML() {
    #expect(FieldSpecification(.text, Self.length).violations(.text("")) == [])
    #expect(FieldSpecification(.secret, Self.length).violations(.secret(.empty)) == [])
    #expect(
      FieldSpecification(.secret, Self.length).schemaViolations(.secret(.empty))
        == [.tooShort(limit: 2, count: 0)])
  }

  @Test func aLimitThatIsNotGivenIsNone() {
    let short = FieldSpecification(.text, .length(minimum: nil, maximum: 1, unit: nil))
    let long = FieldSpecification(.text, .length(minimum: 3, maximum: nil, unit: nil))
    #expect(short.violations(.text("ab")) == [.tooLong(limit: 1, count: 2)])
    #expect(short.violations(.text("a")) == [])
    #expect(long.violations(.text("ab")) == [.tooShort(limit: 3, count: 2)])
    #expect(long.violations(.text(String(repeating: "a", count: 9_999))) == [])
  }

  @Test func onlyTextsHaveALength() {
    #expect(FieldSpecification(.wholeNumber, Self.length).violations(.text("1234567")) == [])
    #expect(FieldSpecification(.decimal, Self.length).violations(.text("1")) == [])
    #expect(FieldSpecification(.toggle, Self.length).violations(.toggle(true)) == [])
  }
}
