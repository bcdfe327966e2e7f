import FormworkJSON
import Testing

@Suite struct JSONNumberTests {
  @Test(arguments: [
    ("1", "1.0", true), ("1e2", "100", true), ("-0", "0", true), ("0.10", "1e-1", true),
    ("1", "-1", false), ("1", "10", false),
    ("123456789012345678901", "123456789012345678902", false),
    ("1E+2", "1e2", true), ("0e999999999999999999999", "0", false),
    ("1e999999999999999999999", "1e999999999999999999999", true), ("12.50", "125e-1", true),
  ])
  func equality(_ one: String, _ other: String, _ isEqual: Bool) {
    #expect((JSONNumber(one) == JSONNumber(other)) == isEqual)
  }

  @Test(
    arguments: [
      ("0", 0), ("-7", -7), ("1e3", 1000), ("1.50e1", 15), ("9223372036854775807", Int.max),
      ("-9223372036854775808", Int.min), ("9223372036854775808", nil), ("1.5", nil), ("1e-1", nil),
      ("1e30", nil), ("100e-2", 1), ("1e999999999999999999999", nil),
    ] as [(String, Int?)])
  func wholeNumbers(_ literal: String, _ value: Int?) throws {
    #expect(try #require(JSONNumber(literal)).wholeNumber == value)
  }

  @Test(arguments: ["", "-", "01", "1.", ".1", "+1", "1e", "1e+", "0x1", "1 ", " 1", "NaN", "1,0"])
  func refuses(_ literal: String) { #expect(JSONNumber(literal) == nil) }
}
