import FormworkMessages
@testable import FormworkSchema
import Testing

@Suite struct PatternLimitsTests {
  private static let manyLetters = String(repeating: "a", count: 65_536)

  @Test func theDefaultsAreBounded() {
    #expect(PatternLimits().byteCount == 65_536)
  }

  @Test(arguments: [
    "^(a+)+$", "(a+)+$", "^(?:a|a)*$", "^[^x]*[^x]*[^x]*[xy]", "^(?:a*[bc]|a)*$",
    "^(a*)(?:\\1b|a)*$",
    "^(?:(?=.*).)*$", "[^x]*[xy]",
  ])
  func aPatternThatExplodesIsLimited(_ source: String) throws {
    let pattern = try Pattern(source)
    #expect(throws: PatternLimitExceeded()) { try pattern.matches(Self.manyLetters + "!") }
  }

  @Test(arguments: [
    ("^(?:ab)*$", "ab", true), ("^(?:[a-z]+,)*$", "abc,", true), ("^(?:.|\\n)*$", "a\n", true),
    ("^[a-z]*$", "z", true), ("\\d{4}", "lorem ipsum ", false),
    ("^(?:[A-Za-z]{4})*(?:[A-Za-z]{2}==)?$", "abcd", true),
  ])
  func aLongTextIsMatched(_ source: String, _ part: String, _ verdict: Bool) throws {
    let text = String(repeating: part, count: 200_000 / part.utf8.count)
    #expect(try Pattern(source).matches(text) == verdict)
  }

  @Test func theStepsAreSubtracted() throws {
    let pattern = try Pattern("^(?:a|b)*$")
    let text = Array(String(repeating: "ab", count: 1000).utf8)
    var rest = 100
    #expect(throws: PatternLimitExceeded()) {
      try text.withUnsafeBufferPointer { text throws(PatternLimitExceeded) in
        try pattern.matches(text, spending: &rest)
      }
    }
    #expect(rest < 0)
    rest = 1_000_000
    let isMatch = try text.withUnsafeBufferPointer { text throws(PatternLimitExceeded) in
      try pattern.matches(text, spending: &rest)
    }
    #expect(isMatch)
    #expect((0..<999_000).contains(rest))
  }

  @Test func aLongPatternIsRefused() throws {
    var limits = PatternLimits()
    limits.byteCount = 4
    #expect(try Pattern("éé", limits: limits).matches("ééé"))
    #expect(throws: PatternError.tooLong(limit: 4)) { try Pattern("ééa", limits: limits) }
  }

  @Test(arguments: [
    String(repeating: "(", count: 300) + String(repeating: ")", count: 300),
    String(repeating: "(?:", count: 16_000) + String(repeating: ")", count: 16_000),
    "(?:(?:(?:a{1000}){1000}){1000})",
  ])
  func aPatternTooLargeToCompileIsRefused(_ source: String) {
    #expect(throws: PatternError.tooComplex) { try Pattern(source) }
  }

  @Test func groupsNestDeeply() throws {
    let pattern = try Pattern(
      String(repeating: "(", count: 249) + "a" + String(repeating: ")", count: 249))
    #expect(try pattern.matches("a"))
  }

  @Test(arguments: [
    (
      PatternError.syntax(.escape, at: 2),
      #"not a regular expression at column 3: no such escape: "#
        + #"write \\ for a backslash"#
    ),
    (
      .untranslatable(#"\p{CWKCF}"#),
      #""\p{CWKCF}" is valid, but not supported here: "#
        + "write the pattern without it"
    ),
    (.tooComplex, "the pattern is too large or nested too deeply: make it shorter or simpler"),
    (.tooLong(limit: 4), "the pattern has more than 4 bytes: shorten it"),
  ])
  func anErrorHasAMessage(_ error: PatternError, _ text: String) {
    #expect(Catalogue.schemaPatterns.text(for: error.message) == text)
  }

  @Test(arguments: PatternError.Fault.allCases)
  func aFaultHasAMessage(_ fault: PatternError.Fault) {
    let text = Catalogue.schemaPatterns.text(for: PatternError.syntax(fault, at: 0).message)
    #expect(!text.contains("schema.pattern"))
  }
}

extension Pattern {
  func matches(_ text: String) throws -> Bool {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { text throws(PatternLimitExceeded) in
      try matches(text)
    }
  }
}
