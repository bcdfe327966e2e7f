import FormworkJSON
import Testing

@testable import FormworkCore

struct FieldKindValueTests {
  private static let options = [
    FieldKind.Option("a", label: "A"), FieldKind.Option("b", label: "B"),
  ]

  @Test(
    arguments: [
      (.text, .text(""), .text("")), (.text, .text(" a "), .text(" a ")),
      (.text, .text("e\u{301}"), .text("e\u{301}")),
      (.textArea, .text("a\n\tb"), .text("a\n\tb")),
      (.secret, .secret(Secret("abc")), .secret(Secret("abc"))),
      (.secret, .secret(.empty), .secret(.empty)),
      (.wholeNumber, .text(""), nil), (.wholeNumber, .text("-7"), .wholeNumber(-7)),
      (.wholeNumber, .text("7.0"), .wholeNumber(7)),
      (.wholeNumber, .text("1e3"), .wholeNumber(1_000)),
      (.wholeNumber, .text("9223372036854775807"), .wholeNumber(.max)),
      (.decimal, .text(""), nil), (.decimal, .text("7"), .decimal(7)),
      (.decimal, .text("0.10"), .decimal(ExactDecimal("0.1") ?? 9)),
      (.dateTime(.date), .text(""), nil),
      (.dateTime(.date), .text("2026-11-22"), .text("2026-11-22")),
      (.dateTime(.time), .text("12:00:00.000"), .text("12:00:00.000")),
      (
        .dateTime(.dateAndTime), .text("2022-04-19 12:34:56.010"),
        .text("2022-04-19T12:34:56.01")
      ),
      (.dateTime(.dateAndTime), .text("2014-01-01T00:00:00.0"), .text("2014-01-01T00:00")),
      (.webAddress, .text(""), nil),
      (.webAddress, .text("  http://www.example.com "), .text("http://www.example.com")),
      (.raw, .text(""), nil), (.raw, .text(" 1.50 "), .text("1.5")),
      (.raw, .text("{\n\t\"b\" : [ ],\"a\": null}"), .text(#"{"b":[],"a":null}"#)),
      (.toggle, .toggle(true), .toggle(true)), (.toggle, .toggle(false), .toggle(false)),
      (.choice(options), .choice(nil), nil), (.choice(options), .choice("b"), .choice("b")),
      (.choices(options), .choices([]), .choices([])),
      (.choices(options), .choices(["a", "b"]), .choices(["a", "b"])),
    ] as [(FieldKind, FieldContent, Value?)])
  func understands(kind: FieldKind, content: FieldContent, value: Value?) {
    #expect(self.value(of: content, kind) == .success(value))
  }

  @Test(
    arguments: [
      (.wholeNumber, "0.5", .notAWholeNumber),
      (.wholeNumber, "9223372036854775808", .notAWholeNumber),
      (.wholeNumber, "1e300", .notAWholeNumber), (.wholeNumber, "1e309", .notAWholeNumber),
      (.wholeNumber, "2x", .notAWholeNumber), (.wholeNumber, " 7", .notAWholeNumber),
      (.wholeNumber, "7\n", .controlCharacter("\n")),
      (.decimal, "1.", .notANumber), (.decimal, "1.e", .notANumber), (.decimal, "+1", .notANumber),
      (.decimal, "１２３", .notANumber), (.decimal, "\t1", .controlCharacter("\t")),
      (.decimal, String(repeating: "1", count: 38), .notANumber),
      (.decimal, "1" + String(repeating: "0", count: 36) + "1", .notANumber),
      (.decimal, "1e4097", .notANumber), (.decimal, "1e-4097", .notANumber),
      (.decimal, "0.1e-4096", .notANumber), (.wholeNumber, "10e4096", .notAWholeNumber),
      (.dateTime(.date), "2026-02-29", .notADateTime(.date)),
      (.dateTime(.time), "9:00", .notADateTime(.time)),
      (.dateTime(.dateAndTime), "2026-11-22", .notADateTime(.dateAndTime)),
      (.dateTime(.date), "2026-11-22\n", .controlCharacter("\n")),
      (.webAddress, "https://example.org\n", .controlCharacter("\n")),
      (.raw, "\u{1B}", .controlCharacter("\u{1B}")),
      (
        .raw, "[1,\n]",
        .notJSON(
          .key(
            "json.fault",
            [
              "place": .key("json.place", ["line": .number(1), "column": .number(3)]),
              "fault": .key("json.trailingComma"),
            ]))
      ),
      (.text, "a\nb", .controlCharacter("\n")), (.textArea, "a\r\nb", .controlCharacter("\r")),
    ] as [(FieldKind, String, Violation.BadInput)])
  func saysWhyThereIsNoValue(kind: FieldKind, text: String, reason: Violation.BadInput) {
    #expect(value(of: .text(text), kind) == .failure(.badInput(reason)))
  }

  /// HTML's numbers are doubles: a number that rounds to infinity, from 2^1024 - 2^970 on, is invalid.
  ///
  /// Source: HTML Standard, section 2.3.4.3, "Rules for parsing floating-point number values".
  @Test(arguments: [
    ("1e308", true), ("1.7976931348623157e308", true),
    ("1.797693134862315807937289714053034150e308", true),
    ("1.797693134862315807937289714053034151e308", false), ("1.8e308", false), ("2e308", false),
    ("1e309", false), ("1e4096", false), ("1e-308", true), ("1e-324", true), ("1e-4096", true),
  ])
  func takesNumbersThatADoubleReaches(text: String, isNumber: Bool) throws {
    let number = try #require(ExactDecimal(text))
    let negative = try #require(ExactDecimal("-" + text))
    let kind = FieldKind.decimal
    #expect(
      value(of: .text(text), kind)
        == (isNumber ? .success(.decimal(number)) : .failure(.badInput(.notANumber))))
    #expect(
      value(of: .text("-" + text), kind)
        == (isNumber ? .success(.decimal(negative)) : .failure(.badInput(.notANumber))))
  }

  private func value(of content: FieldContent, _ kind: FieldKind) -> Result<Value?, Violation> {
    Result { () throws(Violation) in try kind.value(of: content) }
  }

  @Test func hasNoValueOfAnotherKind() {
    let contents: [FieldContent] = [
      .text("a"), .secret(Secret("a")), .toggle(true), .choice("a"), .choices(["a"]),
    ]
    let kinds: [(FieldKind, Int)] = [
      (.text, 0), (.textArea, 0), (.wholeNumber, 0), (.decimal, 0), (.dateTime(.date), 0),
      (.webAddress, 0), (.secret, 1), (.toggle, 2),
      (.choice(Self.options), 3), (.choices(Self.options), 4),
    ]
    for (kind, own) in kinds {
      for (place, content) in contents.enumerated() where place != own {
        #expect(value(of: content, kind) == .failure(.badInput(.wrongKind)), "\(kind), \(place)")
      }
    }
  }
}
