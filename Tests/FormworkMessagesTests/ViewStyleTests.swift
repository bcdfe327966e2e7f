import FormworkMessages
import Testing

struct ViewStyleTests {
  private static let day = Int64(86_400)
  /// 2026-11-23, 14:05 in Berlin.
  private static let now = Int64(1_795_439_100)

  private static let sentences: [String: Catalogue.Entry] = [
    "seen": "{name}: {visits}, {when}", "time.now": "just now",
    "time.minutes": .plural(one: "a minute ago", other: "{count} minutes ago"),
    "time.hours": .plural(one: "an hour ago", other: "{count} hours ago"),
    "time.days": .plural(one: "a day ago", other: "{count} days ago"),
  ]

  private static func catalogue(_ style: ViewStyle, offset: Int = 3_600) -> Catalogue {
    Catalogue(sentences).styled(style) {
      Timestamp.FormattingContext(now: Timestamp(seconds: now)) { _ in offset }
    }
  }

  @Test(arguments: [
    (ViewStyle.plain, ["0", "999", "1000", "-100000", "1234567"]),
    (.everyday, ["0", "999", "1,000", "-100,000", "1,234,567"]),
    (.records, ["0", "999", "1-000", "-100-000", "1-234-567"]),
  ])
  func numbers(_ style: ViewStyle, _ texts: [String]) {
    let catalogue = Self.catalogue(style)
    #expect([0, 999, 1_000, -100_000, 1_234_567].map { catalogue.text(for: .number($0)) } == texts)
  }

  @Test(arguments: [
    (0, "2026-11-23T14:05:00+01:00", "just now"), (59, "2026-11-23T14:04:01+01:00", "just now"),
    (60, "2026-11-23T14:04:00+01:00", "a minute ago"),
    (3_599, "2026-11-23T13:05:01+01:00", "59 minutes ago"),
    (3_600, "2026-11-23T13:05:00+01:00", "an hour ago"),
    (2 * day, "2026-11-21T14:05:00+01:00", "2 days ago"),
    (30 * day, "2026-10-24T14:05:00+01:00", "2026-10-24"),
    // Another clock is ahead.
    (-3_600, "2026-11-23T15:05:00+01:00", "2026-11-23T15:05:00+01:00"),
  ])
  func moments(ago: Int64, exact: String, relative: String) {
    let time = Timestamp(seconds: Self.now - ago)
    for (style, text) in [(ViewStyle.plain, exact), (.everyday, relative), (.records, exact)] {
      #expect(Self.catalogue(style).text(for: .time(time)) == text)
    }
  }

  @Test(arguments: [
    (0, "2026-11-23T13:05:00Z"), (-12_600, "2026-11-23T09:35:00-03:30"),
    (50_400, "2026-11-24T03:05:00+14:00"),
  ])
  func zones(offset: Int, text: String) {
    let time = Message.time(Timestamp(seconds: Self.now))
    #expect(Self.catalogue(.plain, offset: offset).text(for: time) == text)
  }

  @Test func beyondAllTime() {
    for (seconds, year) in [(Int64.min, "0001-"), (.max, "9999-")] {
      for style in ViewStyle.all {
        #expect(
          Self.catalogue(style).text(for: .time(Timestamp(seconds: seconds))).hasPrefix(year))
      }
    }
  }

  /// Times appear in sentences of any language, and appended sentences keep the style.
  @Test func inSentences() {
    let message = Message.key(
      "seen",
      [
        "name": "Ann", "visits": .number(1_000),
        "when": .time(Timestamp(seconds: Self.now)),
      ])
    let catalogue = Self.catalogue(.everyday).overriding(["time.now": "now"])
    #expect(catalogue.text(for: message) == "Ann: 1,000, now")
    #expect(catalogue.spoken(in: .pseudo).text(for: message) == "Ann: 1,000, [now]")
  }
}
