/// How much a queue of operations does at once, and in a time.
public struct OperationLimits: Hashable, Sendable {
  /// How many run at once at most, at least 1: with 1 they run one after the other.
  public let width: Int

  /// How many may begin in a time; `nil` is any number.
  public let rate: OperationRate?

  /// Makes limits.
  public init(width: Int = .max, rate: OperationRate? = nil) {
    self.width = max(1, width)
    self.rate = rate
  }
}

/// How many operations may begin in a time: a token bucket.
///
/// A bucket holds a token for each operation that may begin at once, and gets a new one each time the interval is
/// over, until it is full: `OperationRate(burst: 5, interval: .seconds(1))` lets five begin together, and then one a
/// second.
public struct OperationRate: Hashable, Sendable {
  /// How many tokens the bucket holds, at least 1.
  public let burst: Int

  /// After which time there is one more.
  public let interval: Duration

  /// Makes a rate.
  public init(burst: Int, interval: Duration) {
    self.burst = max(1, burst)
    self.interval = max(.nanoseconds(1), interval)
  }
}

/// Which operations have their turn first.
public enum OperationPriority: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// Where nothing else waits, such as looking ahead.
  case low

  /// The usual one.
  case normal

  /// What a person waits for.
  case high

  /// Whether one has its turn behind another one.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// Whether, and how soon, what has failed is tried again.
///
/// The pause doubles with each attempt up to a limit, and is drawn between nothing and that ("full jitter"), so that
/// many that have failed together do not come back together.
/// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct RetryPolicy: Hashable, Sendable {
  /// It is tried once.
  public static let never = RetryPolicy(attempts: 1)

  /// How often it is tried at most, the first time included.
  public let attempts: Int

  /// The longest pause behind the first attempt.
  public let pause: Duration

  /// The longest pause of all.
  public let limit: Duration

  /// Makes a policy.
  public init(
    attempts: Int, pause: Duration = .milliseconds(500), limit: Duration = .seconds(30)
  ) {
    self.attempts = max(1, attempts)
    self.pause = max(.zero, pause)
    self.limit = max(.zero, limit)
  }

  /// How long to wait behind an attempt.
  ///
  /// - Parameters:
  ///   - attempt: Which one has failed, from 1.
  ///   - generator: What draws the part of the longest pause.
  /// - Returns: The pause.
  func pause(after attempt: Int, using generator: inout some RandomNumberGenerator) -> Duration {
    var longest = min(pause, limit)
    var doublings = attempt - 1
    while doublings > 0, .zero < longest, longest != limit {
      longest = min(longest + longest, limit)
      doublings -= 1
    }
    return longest * Double.random(in: 0...1, using: &generator)
  }
}
