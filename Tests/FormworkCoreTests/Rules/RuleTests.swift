import FormworkJSON
import Testing

@testable import FormworkCore

struct RuleTests {
  private static let options = [FieldKind.Option("a", label: "A")]

  // MARK: Required

  @Test(
    arguments: [
      (.text, .text(""), .text("a")), (.text, .text(""), .text(" ")),
      (.textArea, .text(""), .text("\n")), (.secret, .secret(.empty), .secret(Secret(" "))),
      (.wholeNumber, .text(""), .text("0")), (.decimal, .text(""), .text("0")),
      (.toggle, .toggle(false), .toggle(true)), (.choice(options), .choice(nil), .choice("a")),
      (.choices(options), .choices([]), .choices(["a"])),
    ] as [(FieldKind, FieldContent, FieldContent)])
  func somethingHasToStandThere(kind: FieldKind, empty: FieldContent, filled: FieldContent) {
    #expect(FieldSpecification(kind, .required).violations(empty) == [.valueMissing])
    #expect(FieldSpecification(kind, .required).violations(filled) == [])
    #expect(FieldSpecification(kind).violations(empty) == [])
  }

  @Test func anEmptyTextIsAValueForJSONSchema() {
    #expect(FieldSpecification(.text, .required).schemaViolations(.text("")) == [])
    #expect(FieldSpecification(.textArea, .required).schemaViolations(.text("")) == [])
    // Content of other kinds than text must not be empty.
    for kind in [FieldKind.wholeNumber, .decimal, .dateTime(.date), .webAddress, .raw] {
      #expect(
        FieldSpecification(kind, .required).schemaViolations(.text("")) == [.valueMissing])
    }
    #expect(
      FieldSpecification(.choice(Self.options), .required).schemaViolations(.choice(nil))
        == [.valueMissing])
    #expect(
      FieldSpecification(.toggle, .required).schemaViolations(.toggle(false)) == [.valueMissing])
  }

  @Test func whatIsMissingBreaksNothingElse() {
    let field = FieldSpecification(
      .text, .email, .length(minimum: 3, maximum: nil, unit: nil), .required)
    #expect(field.violations(.text("")) == [.valueMissing])
    #expect(field.violations(.text("a")) == [.typeMismatch(.email), .tooShort(limit: 3, count: 1)])
  }

  @Test(arguments: 0...3)
  func violationsAreInOrder(count: Int) {
    let expected = [Violation.valueMissing, .typeMismatch(.email), .keyword("enum")].prefix(count)
    let violations = expected.reduce(into: [] as Violations) { $0.append($1) }
    #expect(violations.indices.map { violations[$0] } == Array(expected))
  }

  // MARK: Numbers

  @Test(
    arguments: [
      ("9", [.rangeUnderflow(limit: 10)]),
      ("9.999999999999999999999999999999", [.rangeUnderflow(limit: 10)]),
      ("10", []), ("10.0", []), ("15", []), ("20", []), ("2e1", []),
      ("20.000000000000000000000000000001", [.rangeOverflow(limit: 20)]),
      ("-11", [.rangeUnderflow(limit: 10)]),
      ("1e300", [.rangeOverflow(limit: 20)]), ("", []),
    ] as [(String, [Violation])])
  func staysInItsRange(text: String, expected: [Violation]) {
    let field = FieldSpecification(.decimal, .range(minimum: 10, maximum: 20))
    #expect(field.violations(.text(text)) == expected)
    #expect(field.schemaViolations(.text(text)) == expected)
  }

  @Test func aRangeMayBeOpen() {
    let fromTen = FieldSpecification(.wholeNumber, .range(minimum: 10, maximum: nil))
    let toTen = FieldSpecification(.wholeNumber, .range(minimum: nil, maximum: 10))
    #expect(fromTen.violations(.text("9")) == [.rangeUnderflow(limit: 10)])
    #expect(fromTen.violations(.text("\(Int.max)")) == [])
    #expect(toTen.violations(.text("11")) == [.rangeOverflow(limit: 10)])
    #expect(toTen.violations(.text("\(Int.min)")) == [])
  }

  @Test(arguments: [("1", true), ("3", true), ("5.0", true), ("2", false), ("1.5", false)])
  func htmlCountsStepsFromTheMinimum(text: String, isStep: Bool) {
    let field = FieldSpecification(.decimal, .step(2), .range(minimum: 1, maximum: nil))
    #expect(field.violations(.text(text)) == (isStep ? [] : [.stepMismatch(step: 2, base: 1)]))
  }

  @Test(arguments: [("2", true), ("4.0", true), ("1", false), ("3", false)])
  func jsonSchemaCountsStepsFromZero(text: String, isStep: Bool) {
    let field = FieldSpecification(.decimal, .step(2), .range(minimum: 1, maximum: nil))
    #expect(
      field.schemaViolations(.text(text)) == (isStep ? [] : [.stepMismatch(step: 2, base: 0)]))
  }

  @Test func aStepIsReckonedInDecimals() throws {
    let tenth = try #require(ExactDecimal("0.1"))
    let field = FieldSpecification(.decimal, .step(tenth))
    #expect(field.violations(.text("0.3")) == [])
    #expect(field.violations(.text("0.35")) == [.stepMismatch(step: tenth, base: 0)])
    #expect(
      FieldSpecification(.wholeNumber, .step(5)).violations(.text("7"))
        == [.stepMismatch(step: 5, base: 0)])
  }

  @Test func aNumberCanBreakBothItsRangeAndItsStep() {
    let field = FieldSpecification(.wholeNumber, .range(minimum: nil, maximum: 9), .step(2))
    #expect(
      field.violations(.text("11"))
        == [.rangeOverflow(limit: 9), .stepMismatch(step: 2, base: 0)])
  }

  @Test func onlyNumbersHaveARangeAndSteps() {
    let rules: [Rule] = [.range(minimum: 5, maximum: 5), .step(5)]
    #expect(FieldSpecification(.text, rules: rules).violations(.text("1")) == [])
    #expect(FieldSpecification(.toggle, rules: rules).violations(.toggle(true)) == [])
    #expect(FieldSpecification(.choice(Self.options), rules: rules).violations(.choice("a")) == [])
  }

  // MARK: Characters

  @Test(arguments: [
    ("a", true), ("z_9", true), ("a-b", true), ("9a", false), ("_a", false), ("A", false),
    ("a b", false), ("aé", false), ("a\u{301}", false), ("é", false), ("`", false), ("{", false),
  ])
  func takesItsCharactersAlone(text: String, isTaken: Bool) {
    let allowed = AllowedCharacters(
      named: "name", ranges: ["a"..."z", "0"..."9"], others: "_-", first: ["a"..."z"])
    let field = FieldSpecification(.text, .characters(allowed))
    #expect(field.violations(.text(text)) == (isTaken ? [] : [.patternMismatch("name")]))
    #expect(field.schemaViolations(.text(text)) == (isTaken ? [] : [.patternMismatch("name")]))
  }

  @Test func theFirstCharacterIsLikeTheOthersWhereNothingIsSaid() {
    let allowed = AllowedCharacters(named: "digits", ranges: ["0"..."9"], others: "+")
    let field = FieldSpecification(.text, .characters(allowed))
    #expect(field.violations(.text("+49")) == [])
    #expect(field.violations(.text("4+")) == [])
    #expect(field.violations(.text("x")) == [.patternMismatch("digits")])
    #expect(field.schemaViolations(.text("")) == [])
  }

  @Test(arguments: [
    ("a", true), ("z-9", true), ("9a", false), ("a b", false), ("A", false),
  ])
  func theWholeTextMatchesARegularExpression(text: String, isMatched: Bool) {
    let name = Field.text("name", label: "Name")
    let plain = name.matching(/[a-z][a-z0-9-]*/).specification
    let told = name.matching(/[a-z][a-z0-9-]*/, "small letters, digits and -").specification
    let length = name.matching(/.{1,3}/).specification
    for (field, violation) in [
      (plain, Violation.patternMismatch("format")),
      (told, .customError("small letters, digits and -")),
    ] {
      #expect(field.violations(.text(text)) == (isMatched ? [] : [violation]))
      #expect(field.schemaViolations(.text(text)) == (isMatched ? [] : [violation]))
      #expect(field.violations(.text("")) == [])
      #expect(field.schemaViolations(.text("")) == [violation])
    }
    #expect(length.violations(.text("abcd")) == [.patternMismatch("format")])
  }

  // MARK: Others

  @Test func equalsAnotherField() {
    let field = FieldSpecification(.secret, .equals("password"))
    let answers = Answers(["password": .secret(Secret("abc"))])
    let differs = [Violation.customError(key: "equals")]
    #expect(field.violations(.secret(Secret("abc")), answers: answers) == [])
    #expect(field.violations(.secret(Secret("abd")), answers: answers) == differs)
    #expect(field.violations(.secret(.empty), answers: answers) == differs)
    #expect(field.violations(.secret(Secret("abc"))) == differs)
    #expect(field.schemaViolations(.secret(.empty), answers: answers) == differs)
  }

  @Test func twoEmptyFieldsAreEqual() {
    let field = FieldSpecification(.secret, .equals("password"))
    #expect(
      field.violations(.secret(.empty), answers: Answers(["password": .secret(.empty)])) == [])
  }

  @Test func anEqualityAloneIsValidatedWhereNothingStandsInHTML() {
    let field = FieldSpecification(
      .text, .email, .equals("other"),
      .custom { _, _ in .customError("never") })
    #expect(
      field.violations(.text(""), answers: Answers(["other": .text("a")]))
        == [.customError(key: "equals")])
  }

  @Test func aRuleOfTheFormsOwnReadsTheOtherFields() {
    let rule = Rule.custom(reading: ["start"]) { value, answers in
      guard case .wholeNumber(let end) = value,
        case .wholeNumber(let start) = answers.value(of: "start")
      else { return .customError("no start") }
      return end > start ? nil : .customError("later than \(start)")
    }
    let field = FieldSpecification(.wholeNumber, rule)
    let answers = Answers(["start": .wholeNumber(3)])
    #expect(field.violations(.text("4"), answers: answers) == [])
    #expect(
      field.violations(.text("3"), answers: answers)
        == [.customError("later than 3")])
    #expect(field.violations(.text("4")) == [.customError("no start")])
    #expect(field.violations(.text(""), answers: answers) == [])
  }

  @Test func violationsComeInTheOrderOfTheRules() {
    let length = Rule.length(minimum: 9, maximum: nil, unit: nil)
    let rule = Rule.custom { _, _ in .keyword("not") }
    let content = FieldContent.text("a")
    let expected: [Violation] = [
      .tooShort(limit: 9, count: 1), .typeMismatch(.email), .keyword("not"),
    ]
    #expect(FieldSpecification(.text, length, .email, rule).violations(content) == expected)
    #expect(
      FieldSpecification(.text, rule, .email, length).violations(content)
        == Array(expected.reversed()))
  }

  @Test func knowsWhatItReads() {
    let rules: [Rule] = [
      .required, .length(minimum: 1, maximum: 2, unit: nil), .email, .step(1),
      .characters(AllowedCharacters(named: "any", ranges: [])), .range(minimum: 1, maximum: 2),
      .equals("a"), .custom(reading: ["b", "c"]) { _, _ in nil },
    ]
    #expect(rules.map(\.reads) == [[], [], [], [], [], [], ["a"], ["b", "c"]])
  }
}
