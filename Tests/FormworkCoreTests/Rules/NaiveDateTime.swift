import FormworkCore

/// A calendar that counts day by day.
struct NaiveCalendar {
  private(set) var year: Int
  private(set) var month = 1
  private(set) var day = 1

  /// Creates a calendar at the first day of a year.
  init(_ year: Int) { self.year = year }

  var text: String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  mutating func turn() {
    let isLeap = year.isMultiple(of: 400) || year.isMultiple(of: 4) && !year.isMultiple(of: 100)
    let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    day += 1
    if day > length { (month, day) = (month + 1, 1) }
    if month > 12 { (year, month) = (year + 1, 1) }
  }
}

/// Dates from 1970 to 2029 and times, from lists of all that exist.
enum NaiveDateTime {
  private static let days: [String] = {
    var calendar = NaiveCalendar(1970)
    var days: [String] = []
    while calendar.year < 2030 {
      days.append(calendar.text)
      calendar.turn()
    }
    return days
  }()

  private static let twoDigits = (0..<60).map { $0 < 10 ? "0\($0)" : "\($0)" }
  private static let minutes = twoDigits.prefix(24).flatMap { hour in
    twoDigits.map { "\(hour):\($0)" }
  }
  private static let seconds = twoDigits.map { ":\($0)" }

  private static let numberOfDay = numbers(days)
  private static let numberOfMinute = numbers(minutes)
  private static let numberOfSecond = numbers(seconds)

  private static func numbers(_ texts: [String]) -> [Substring: Int] {
    Dictionary(uniqueKeysWithValues: texts.enumerated().map { (Substring($1), $0) })
  }

  static func milliseconds(of text: String, _ format: DateTimeFormat) -> Int? {
    let isDated = format != .time
    let day = isDated ? numberOfDay[text.prefix(10)] : 0
    guard let day else { return nil }
    if format == .date { return text.count == 10 ? day * 86_400_000 : nil }
    var rest = text.dropFirst(isDated ? 10 : 0)
    if isDated, let separator = rest.popFirst(), separator != "T", separator != " " { return nil }
    guard let minute = numberOfMinute[rest.prefix(5)] else { return nil }
    let start = day * 86_400_000 + minute * 60_000
    rest = rest.dropFirst(5)
    if rest.isEmpty { return start }
    guard let second = numberOfSecond[rest.prefix(3)] else { return nil }
    rest = rest.dropFirst(3)
    if rest.isEmpty { return start + second * 1_000 }
    let digits = rest.dropFirst()
    guard rest.first == ".", (1...3).contains(digits.count), let fraction = Int(digits) else {
      return nil
    }
    return start + second * 1_000 + fraction * [100, 10, 1][digits.count - 1]
  }

  /// Returns the shortest text for these milliseconds.
  static func text(of milliseconds: Int, _ format: DateTimeFormat) -> String {
    let date = days[milliseconds / 86_400_000]
    if format == .date { return date }
    var time = minutes[milliseconds % 86_400_000 / 60_000]
    let rest = milliseconds % 60_000
    if rest > 0 { time += seconds[rest / 1_000] }
    if rest % 1_000 > 0 {
      time += "." + "\(rest % 1_000 + 1_000)".dropFirst()
      while time.last == "0" { time.removeLast() }
    }
    return format == .time ? time : date + "T" + time
  }
}
