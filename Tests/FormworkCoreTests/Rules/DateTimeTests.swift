import TestSupport
import Testing

@testable import FormworkCore

struct DateTimeTests {
  @Test(
    arguments: [
      (.date, "1970-01-01", 0), (.date, "1969-12-31", -86_400_000),
      (.date, "2000-03-01", 951_868_800_000), (.date, "2016-02-29", 1_456_704_000_000),
      (.date, "0001-01-01", -62_135_596_800_000), (.date, "0400-02-29", -49_539_340_800_000),
      (.date, "10000-01-01", 253_402_300_800_000), (.date, "275760-09-13", 8_640_000_000_000_000),
      (.date, "00002000-03-01", 951_868_800_000),
      (.time, "00:00", 0), (.time, "23:59", 86_340_000), (.time, "00:00:00", 0),
      (.time, "12:00:00.1", 43_200_100), (.time, "12:00:00.01", 43_200_010),
      (.time, "12:00:00.001", 43_200_001), (.time, "23:59:59.999", 86_399_999),
      (.dateAndTime, "1970-01-01T00:00", 0), (.dateAndTime, "1970-01-01 00:00:01", 1_000),
      (.dateAndTime, "1979-10-14T12:00:00.001", 308_750_400_001),
      (.dateAndTime, "1969-12-31T23:59:59.999", -1),
      (.dateAndTime, "275760-09-13T00:00", 8_640_000_000_000_000),
    ] as [(DateTimeFormat, String, Int)])
  func standsForMilliseconds(format: DateTimeFormat, text: String, milliseconds: Int) {
    #expect(format.milliseconds(of: text) == milliseconds)
  }

  @Test(
    arguments: [
      (
        .date,
        [
          "", "0000-01-01", "999-01-01", "37/01/01", "2000/01/01", "2000-1-1", "2000-001-01",
          "2000-13-01", "2000-00-01", "2000-01-00", "2000-01-32", "2000-04-31", "2000-02-30",
          "1900-02-29", "2014-02-29", "+2000-01-01", "-2000-01-01", "2000-01-01 ", " 2000-01-01",
          "2000-01-01Z", "20000101", "2000-01", "2000-W01", "২000-01-01", "２０００-01-01",
          "2000–01–01", "2000-01-01T00:00", "275760-09-14", "1000000-01-01",
          "99999999999999999999-01-01",
        ]
      ),
      (
        .time,
        [
          "", "1234567", "12", "12:", "1:00", "12:0", "25:00:00", "24:00", "12:60", "12:00:60",
          "12:00:00:001", "12:00:00.", "12:00:00.0000", "00:00:0.000", "12.00.00", "12:00Z",
          "12:00+01:00", "12:00 PM", " 12:00", "12:00 ", "-1:00", "1２:00",
        ]
      ),
      (
        .dateAndTime,
        [
          "", "1979-10-99 99:99", "2001-12-21  12:00", "2014-01-0 11:11", "2014-01-01 11:1",
          "2014-01-01H11:11", "2014-01-01t11:11", "2014-01-01 11:11:", "2014-01-01 11-11",
          "2014-01-01 11:11:123", "2014-01-01 11:11:12.1234", "2014-01-01", "11:11",
          "2014-01-01T11:11Z", "2000-01-01T24:00:00", "79-01-01T12:00", "275760-09-13T00:00:00.001",
        ]
      ),
    ] as [(DateTimeFormat, [String])])
  func standsForNothing(format: DateTimeFormat, texts: [String]) {
    #expect(texts.filter { format.milliseconds(of: $0) != nil } == [])
  }

  /// Compares with a calendar that counts day by day from a Saturday in 1600, for a whole period.
  @Test func daysFollowEachOther() throws {
    let first = try #require(DateTimeFormat.date.milliseconds(of: "1600-01-01"))
    var calendar = NaiveCalendar(1600)
    for number in 0..<146_097 {
      let milliseconds = first + number * 86_400_000
      try #require(DateTimeFormat.date.text(of: milliseconds) == calendar.text)
      try #require(DateTimeFormat.date.milliseconds(of: calendar.text) == milliseconds)
      calendar.turn()
    }
    #expect(calendar.text == "2000-01-01")
  }

  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 60))
  func whatIsWrittenIsReadAsTheSame(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for format in DateTimeFormat.allCases {
      let unit = [86_400_000, 60_000, 1_000, 100, 1].randomElement(using: &generator) ?? 1
      let range = format == .time ? 0...86_399_999 : -62_135_596_800_000...8_640_000_000_000_000
      let drawn = Int.random(in: range, using: &generator)
      let milliseconds =
        format == .date ? drawn / 86_400_000 * 86_400_000 : drawn / unit * unit
      let text = format.text(of: milliseconds)
      try #require(format.milliseconds(of: text) == milliseconds, "\(text)")
      try #require(format.milliseconds(of: text.dropLast()) != milliseconds, "\(text)")
      if format == .dateAndTime {
        let parts = text.split(separator: "T").map(String.init)
        let date = try #require(DateTimeFormat.date.milliseconds(of: parts[0]))
        let time = try #require(DateTimeFormat.time.milliseconds(of: parts[1]))
        try #require(date + time == milliseconds)
      }
    }
  }
}

/// Ranges and steps of dates and times, and their messages.
struct DateTimeRuleTests {
  /// The format is shown before anything is typed, after the field's own help.
  @Test func theFormatIsShown() {
    let details = [
      Field.date("f", label: "F"), .time("f", label: "F"), .dateAndTime("f", label: "F"),
      .date("f", label: "F").detail("Born"), .text("f", label: "F"),
    ].map(\.specification.detail)
    #expect(
      details == [
        .key("format.date"), .key("format.time"), .key("format.dateAndTime"),
        .sentences(["Born", .key("format.date")]),
        nil,
      ])
  }

  private static let night = Field.time("at", label: "At")
    .range(minimum: "14:00:00", maximum: "12:00:00")
  private static let day = Field.date("day", label: "Day", step: 7)
    .range(minimum: "2026-01-01", maximum: "2026-12-31")
  private static let start = Field.dateAndTime("start", label: "Start", step: .milliseconds(500))
    .range(minimum: "2000-01-01T12:00:00.2")

  @Test(
    arguments: [
      (day, "2026-01-01", []), (day, "2026-12-31", []), (day, "", []),
      (day, "2026-01-09", [.betweenSteps(milliseconds: 604_800_000, base: "2026-01-01")]),
      (day, "2025-12-25", [.tooEarly(limit: "2026-01-01")]),
      (day, "10000-01-06", [.tooLate(limit: "2026-12-31")]),
      (
        day, "2027-01-01",
        [
          .betweenSteps(milliseconds: 604_800_000, base: "2026-01-01"),
          .tooLate(limit: "2026-12-31"),
        ]
      ),
      (night, "12:00", []), (night, "14:00", []), (night, "15:00", []), (night, "00:00", []),
      (night, "13:00", [.tooEarly(limit: "14:00"), .tooLate(limit: "12:00")]),
      (night, "15:00:30", [.betweenSteps(milliseconds: 60_000, base: "14:00")]),
      (start, "2000-01-01 12:00:00.7", []),
      (
        start, "2000-01-01T12:00:00.1",
        [
          .betweenSteps(milliseconds: 500, base: "2000-01-01T12:00:00.2"),
          .tooEarly(limit: "2000-01-01T12:00:00.2"),
        ]
      ),
      (
        Field.time("at", label: "At"), "12:00:30",
        [.betweenSteps(milliseconds: 60_000, base: "00:00")]
      ),
      (Field.time("at", label: "At", step: .zero), "12:00:00.001", []),
      (Field.time("at", label: "At").range(maximum: "12:00"), "12:01", [.tooLate(limit: "12:00")]),
      (Field.date("day", label: "Day", step: -1), "2026-11-22", []),
      (Field.date("day", label: "Day", step: .max), "1970-01-01", []),
      (
        Field.date("day", label: "Day").range(minimum: "2026-02-02", maximum: "2026-01-01"),
        "2026-01-15", [.tooEarly(limit: "2026-02-02"), .tooLate(limit: "2026-01-01")]
      ),
      (
        Field.date("day", label: "Day").range(minimum: "2026-02-02", maximum: "2026-01-01"),
        "2025-01-15", [.tooEarly(limit: "2026-02-02")]
      ),
    ] as [(Field<String>, String, [Violation])])
  func keepsItsRangeAndItsSteps(field: Field<String>, text: String, violations: [Violation]) {
    #expect(field.specification.violations(.text(text)) == violations)
  }

  @Test func jsonSchemaCountsStepsFromZero() {
    #expect(
      Self.day.specification.schemaViolations(.text("2026-01-02"))
        == [.betweenSteps(milliseconds: 604_800_000, base: "1970-01-01")])
  }

  @Test(arguments: [
    (Field.date("it", label: "It").range(minimum: "2026-02-30", maximum: "then"), "2026-02-30"),
    (Field.time("it", label: "It").range(minimum: "12:00", maximum: "2026-01-01"), "2026-01-01"),
    (Field.text("it", label: "It").range(minimum: "2026-01-01"), "2026-01-01"),
  ])
  func aLimitThatIsNoneIsNamedWhenTheFormIsMade(field: Field<String>, limit: String) {
    let error = FormDefinition.error { field }
    #expect(error == .badLimit(limit, of: "it"))
  }

  /// The beginning of a date is no error yet.
  @Test func aDateThatIsBeingTypedIsIncomplete() throws {
    let store = FormStore(
      try FormDefinition("trip", title: "Trip") { Field.date("day", label: "Day") })
    #expect(
      ["2026-1", "2026-11-22"].flatMap { store.step(.type("day", $0)).changes } == [
        "day.status = incomplete", #"day.explanation = "badInput""#, "day.status = valid",
        "day.explanation = none",
      ])
  }

  @Test func aFormSubmitsTheShortestText() throws {
    let store = FormStore(
      try FormDefinition("trip", title: "Trip") {
        Field.dateAndTime("start", label: "Start")
        Field.webAddress("home", label: "Home")
      })
    store.step(.type("start", "2026-11-22 14:30:00"))
    store.step(.goForward)
    store.step(.type("home", " https://example.org"))
    #expect(
      store.step(.press(.submit)).actions == [
        #"submit 1 [home: "https://example.org", start: "2026-11-22T14:30"]"#
      ])
  }
}
