import FormworkCore
import FormworkJSON

// Source: RFC 3339, section 5.6, "Internet Date/Time Format", and appendix A, "ISO 8601 Collected ABNF".
extension TextSlice {
  /// Whether the text is a date of the proleptic Gregorian calendar, such as `2026-11-22`.
  var isDate: Bool {
    var rest = self
    return rest.removeDate() && rest.isEmpty
  }

  /// Whether the text is a time of day with its offset from UTC, such as `14:30:15.5+01:00`.
  var isTime: Bool {
    var rest = self
    return rest.removeTime() && rest.isEmpty
  }

  /// Whether the text is a date and a time with its offset from UTC.
  var isDateTime: Bool {
    var rest = self
    return rest.removeDate() && rest.remove(letter: "t") && rest.isTime
  }

  /// Whether the text is a duration, such as `P1Y2M3DT4H5M6S` or `P2W`.
  ///
  /// A duration skips no unit between its first and last one. As in all ABNF, its letters have either case.
  var isDuration: Bool {
    var rest = self
    guard rest.remove(letter: "p") else { return false }
    var weeks = rest
    if !weeks.removeDigits().isEmpty, weeks.remove(letter: "w") { return weeks.isEmpty }
    let hasDate = rest.removeUnits("ymd")
    if rest.isEmpty { return hasDate }
    return rest.remove(letter: "t") && rest.removeUnits("hms") && rest.isEmpty
  }

  private mutating func removeDate() -> Bool {
    guard let year = removeNumber(ofDigits: 4), remove("-"),
      let month = removeNumber(ofDigits: 2), (1...12).contains(month), remove("-"),
      let day = removeNumber(ofDigits: 2)
    else { return false }
    return day > 0 && day <= DateTimeFormat.dayCount(ofMonth: month, inYear: year)
  }

  private mutating func removeTime() -> Bool {
    guard let minutes = removeMinutes(), remove(":"),
      let seconds = removeNumber(ofDigits: 2), seconds <= 60,
      !remove(".") || !removeDigits().isEmpty, let offset = removeOffset()
    else { return false }
    // Leap seconds are at the end of a day in UTC.
    return seconds < 60 || (minutes - offset + 1_440) % 1_440 == 1_439
  }

  /// Removes an offset from UTC from the beginning, and returns its minutes.
  private mutating func removeOffset() -> Int? {
    if remove(letter: "z") { return 0 }
    if remove("+") { return removeMinutes() }
    return remove("-") ? removeMinutes().map { -$0 } : nil
  }

  /// Removes hours and minutes from the beginning, and returns their number of minutes.
  private mutating func removeMinutes() -> Int? {
    guard let hours = removeNumber(ofDigits: 2), hours < 24, remove(":"),
      let minutes = removeNumber(ofDigits: 2), minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  /// Removes numbers with consecutive units from the beginning; returns whether there were any.
  private mutating func removeUnits(_ units: String) -> Bool {
    var expected = Array(units.utf8)[...]
    var isFirst = true
    while true {
      var rest = self
      guard !rest.removeDigits().isEmpty, let letter = rest.popFirst(),
        let index = expected.firstIndex(of: letter | 0x20), isFirst || index == expected.startIndex
      else { return !isFirst }
      (self, expected, isFirst) = (rest, expected[(index + 1)...], false)
    }
  }
}
