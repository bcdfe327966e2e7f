import FormworkJSON
import FormworkSystem
import Glibc

/// The formats of dates and times in HTML, without a time zone.
///
/// Source: HTML Standard, section 2.3.5, "Dates and times"; the calendar is the proleptic Gregorian one.
public enum DateTimeFormat: String, CaseIterable, Sendable {
  /// `2026-11-22`; a year has at least four digits, and is not 0.
  case date

  /// `14:30`, `14:30:15` or `14:30:15.5`, with at most three digits after the decimal point.
  case time

  /// A date, `T` or a space, and a time: `2026-11-22T14:30`.
  case dateAndTime

  /// Parses a text: the milliseconds since midnight for a time, otherwise since the beginning of 1970.
  ///
  /// Returns `nil` if the text does not have the format, or is later than the limit of browsers,
  /// midnight of 275760-09-13.
  func milliseconds(of text: some StringProtocol) -> Int? {
    var rest = Substring(text).utf8[...]
    var milliseconds = 0
    if self != .time {
      guard let days = rest.removeDate() else { return nil }
      milliseconds = days * Self.day
    }
    if self == .dateAndTime {
      guard rest.remove("T") || rest.remove(" ") else { return nil }
    }
    if self != .date {
      guard let time = rest.removeTime() else { return nil }
      milliseconds += time
    }
    return rest.isEmpty && milliseconds <= 8_640_000_000_000_000 ? milliseconds : nil
  }

  /// Returns the shortest text for milliseconds, which must be those of some text.
  func text(of milliseconds: Int) -> String {
    let time = (milliseconds % Self.day + Self.day) % Self.day
    switch self {
    case .date: return Self.date(ofDay: (milliseconds - time) / Self.day)
    case .time: return Self.time(of: time)
    case .dateAndTime:
      return Self.date(ofDay: (milliseconds - time) / Self.day) + "T" + Self.time(of: time)
    }
  }

  /// Returns the number of days of a month, which must be in 1...12.
  package static func dayCount(ofMonth month: Int, inYear year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    // From August on, the long months are the even ones.
    return month == 2 ? (isLeap ? 29 : 28) : 30 + (month + month / 8) % 2
  }

  /// The number of milliseconds in a day.
  static let day = 86_400_000

  private static func time(of milliseconds: Int) -> String {
    let minutes = milliseconds / 60_000
    let text = (minutes / 60).padded(to: 2) + ":" + (minutes % 60).padded(to: 2)
    let rest = milliseconds % 60_000
    if rest == 0 { return text }
    let seconds = text + ":" + (rest / 1_000).padded(to: 2)
    if rest % 1_000 == 0 { return seconds }
    var fraction = (rest % 1_000).padded(to: 3)
    while fraction.last == "0" { fraction.removeLast() }
    return seconds + "." + fraction
  }

  private static func date(ofDay day: Int) -> String {
    var seconds = time_t(day * 86_400)
    var date = tm()
    gmtime_r(&seconds, &date)
    return date.text("%04Y-%m-%d")
  }
}

extension Substring.UTF8View.SubSequence {
  /// Removes a date from the beginning, and returns its days since the beginning of 1970.
  fileprivate mutating func removeDate() -> Int? {
    guard let year = removeNumber(ofDigits: 4...Int.max), year > 0, remove("-"),
      let month = removeNumber(ofDigits: 2...2), (1...12).contains(month), remove("-"),
      let day = removeNumber(ofDigits: 2...2), day > 0
    else { return nil }
    guard day <= DateTimeFormat.dayCount(ofMonth: month, inYear: year) else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
    return timegm(&date) / 86_400
  }

  /// Removes a time of day from the beginning, and returns its milliseconds since midnight.
  fileprivate mutating func removeTime() -> Int? {
    guard let hours = removeNumber(ofDigits: 2...2), hours < 24, remove(":"),
      let minutes = removeNumber(ofDigits: 2...2), minutes < 60
    else { return nil }
    let time = (hours * 60 + minutes) * 60_000
    guard remove(":") else { return time }
    guard let seconds = removeNumber(ofDigits: 2...2), seconds < 60 else { return nil }
    guard remove(".") else { return time + seconds * 1_000 }
    let fraction = removeDigits()
    guard (1...3).contains(fraction.count) else { return nil }
    let padded = fraction + Array(repeating: 0x30, count: 3 - fraction.count)
    return time + seconds * 1_000 + padded[...].number
  }

  /// Removes a number from the beginning; `nil` for a wrong number of digits or an impossible year.
  private mutating func removeNumber(ofDigits count: ClosedRange<Int>) -> Int? {
    let digits = removeDigits()
    let significant = digits.drop { $0 == 0x30 }
    guard count.contains(digits.count), significant.count <= 6 else { return nil }
    return significant.number
  }
}

extension Int {
  fileprivate func padded(to count: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
