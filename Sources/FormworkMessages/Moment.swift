import Glibc

/// A point in time, to the millisecond.
public struct Moment: Hashable, Comparable, Sendable {
  /// Counted from the beginning of 1970 in UTC, without leap seconds.
  public let milliseconds: Int64

  /// Makes a moment of milliseconds since the beginning of 1970 in UTC.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Makes a moment of seconds since the beginning of 1970 in UTC, as time(2) has them.
  public init(seconds: Int64) { milliseconds = min(max(seconds, .min / 1000), .max / 1000) * 1000 }

  /// The whole seconds since the beginning of 1970 in UTC.
  public var seconds: Int64 { milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0) }

  /// What the system's clock shows.
  public static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// How long it is until another; negative where that came before.
  public func duration(to other: Moment) -> Duration {
    .milliseconds(other.milliseconds) - .milliseconds(milliseconds)
  }

  /// What a moment is told by: when the person reads it, and by which clock on the wall.
  public struct Surroundings: Sendable {
    /// When it is read.
    public let now: Moment

    /// How many seconds the person's clock is ahead of UTC at a moment.
    public let offset: @Sendable (Moment) -> Int

    /// Makes surroundings; of the person's time zone, which `TZ` or the system says, where none is given.
    public init(
      now: Moment, offset: @escaping @Sendable (Moment) -> Int = Moment.offsetOfProcess
    ) {
      (self.now, self.offset) = (now, offset)
    }
  }

  /// How many seconds the clock of this process's time zone is ahead of UTC.
  @Sendable public static func offsetOfProcess(at moment: Moment) -> Int {
    var seconds = time_t(moment.seconds)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// The earlier one comes first.
  public static func < (one: Moment, other: Moment) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// By ISO 8601, such as `2026-11-23T14:05:00+01:00`; `Z` is UTC.
  @Sendable static func iso8601(_ moment: Moment, in surroundings: Surroundings) -> Message {
    let offset = surroundings.offset(moment)
    let sign = offset < 0 ? "-" : "+"
    let minutes = abs(offset) / 60
    let zone = offset == 0 ? "Z" : "\(sign)\(pair(minutes / 60)):\(pair(minutes % 60))"
    let (date, time) = moment.wallClock(aheadBy: offset)
    return .verbatim("\(date)T\(time)\(zone)")
  }

  /// How long ago it was; further back than a month, the date.
  @Sendable static func ago(_ moment: Moment, in surroundings: Surroundings) -> Message {
    let (seconds, overflow) = surroundings.now.seconds.subtractingReportingOverflow(moment.seconds)
    // Another clock may be ahead of this one.
    guard !overflow, seconds > -60 else { return iso8601(moment, in: surroundings) }
    let count = Int(seconds)
    switch count {
    case ..<60: return "moment.now"
    case ..<3_600: return Message("moment.minutes", count: count / 60)
    case ..<86_400: return Message("moment.hours", count: count / 3_600)
    case ..<2_592_000: return Message("moment.days", count: count / 86_400)
    default:
      return .verbatim(moment.wallClock(aheadBy: surroundings.offset(moment)).date)
    }
  }

  /// What calendar and clock on the wall show: a date, and a time of the day.
  private func wallClock(aheadBy offset: Int) -> (date: String, time: String) {
    // A year has four digits: beyond them nothing has happened to a person.
    var local = time_t(min(max(seconds, -62_135_500_000), 253_402_200_000)) + offset
    var fields = tm()
    gmtime_r(&local, &fields)
    let year = String(Int(fields.tm_year) + 1900)
    let date = [Int(fields.tm_mon) + 1, Int(fields.tm_mday)].map(Self.pair)
    let time = [fields.tm_hour, fields.tm_min, fields.tm_sec].map { Self.pair(Int($0)) }
    return (
      ([String(repeating: "0", count: 4 - year.count) + year] + date).joined(separator: "-"),
      time.joined(separator: ":")
    )
  }

  private static func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
