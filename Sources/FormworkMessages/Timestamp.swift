import FormworkSystem
import Glibc

/// A point in time, to the millisecond.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The milliseconds since the beginning of 1970 in UTC, without leap seconds.
  public let milliseconds: Int64

  /// Creates a time from milliseconds since the beginning of 1970 in UTC.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Creates a time from seconds since the beginning of 1970 in UTC, as in time(2).
  public init(seconds: Int64) { milliseconds = min(max(seconds, .min / 1000), .max / 1000) * 1000 }

  /// The whole seconds since the beginning of 1970 in UTC.
  public var seconds: Int64 { milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0) }

  /// The current time of the system's clock.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Returns the duration until another time; negative if that is earlier.
  public func duration(to other: Timestamp) -> Duration {
    .milliseconds(other.milliseconds) - .milliseconds(milliseconds)
  }

  /// The current time and the time zone of the reader.
  public struct FormattingContext: Sendable {
    /// The current time.
    public let now: Timestamp

    /// Returns the reader's offset from UTC at a time, in seconds.
    public let offset: @Sendable (Timestamp) -> Int

    /// Creates a context, by default with the time zone of `TZ` or the system.
    public init(
      now: Timestamp, offset: @escaping @Sendable (Timestamp) -> Int = Timestamp.offsetOfProcess
    ) {
      (self.now, self.offset) = (now, offset)
    }
  }

  /// Returns the offset of the process's time zone from UTC, in seconds.
  @Sendable public static func offsetOfProcess(at time: Timestamp) -> Int {
    var seconds = time_t(time.seconds)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// Returns whether the first time is earlier.
  public static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// Formats a time according to ISO 8601, such as `2026-11-23T14:05:00+01:00`; `Z` is UTC.
  @Sendable static func iso8601(_ time: Timestamp, in context: FormattingContext) -> Message {
    let offset = context.offset(time)
    let sign = offset < 0 ? "-" : "+"
    let minutes = abs(offset) / 60
    let zone = offset == 0 ? "Z" : "\(sign)\(pair(minutes / 60)):\(pair(minutes % 60))"
    return .verbatim(time.wallClock(aheadBy: offset).text("%04Y-%m-%dT%T") + zone)
  }

  /// Formats the duration since a time; after more than a month, the date.
  @Sendable static func ago(_ time: Timestamp, in context: FormattingContext) -> Message {
    let (seconds, overflow) = context.now.seconds.subtractingReportingOverflow(time.seconds)
    // The time may come from a clock that is ahead of this one.
    guard !overflow, seconds > -60 else { return iso8601(time, in: context) }
    let count = Int(seconds)
    switch count {
    case ..<60: return .key("time.now")
    case ..<3_600: return .key("time.minutes", count: count / 60)
    case ..<86_400: return .key("time.hours", count: count / 3_600)
    case ..<2_592_000: return .key("time.days", count: count / 86_400)
    default:
      let local = time.wallClock(aheadBy: context.offset(time))
      return .verbatim(local.text("%04Y-%m-%d"))
    }
  }

  private func wallClock(aheadBy offset: Int) -> tm {
    // Limit the year to four digits; other years do not occur.
    var local = time_t(min(max(seconds, -62_135_500_000), 253_402_200_000)) + offset
    var fields = tm()
    gmtime_r(&local, &fields)
    return fields
  }

  private static func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
