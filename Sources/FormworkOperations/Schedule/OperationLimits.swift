/// The limits of a queue: concurrent operations, and operations in a time.
public struct OperationLimits: Hashable, Sendable {
  /// The maximum number of concurrent operations, at least 1.
  public let width: Int

  /// The rate at which operations may start; `nil` is no limit.
  public let rate: OperationRate?

  /// Creates limits.
  public init(width: Int = .max, rate: OperationRate? = nil) {
    self.width = max(1, width)
    self.rate = rate
  }
}

/// The rate at which operations may start: a token bucket.
///
/// The bucket holds a token for each operation that may start at once, and gains one after each interval until it is
/// full: `OperationRate(burst: 5, interval: .seconds(1))` lets five operations start together, and then one a second.
public struct OperationRate: Hashable, Sendable {
  /// The capacity of the bucket in tokens, at least 1.
  public let burst: Int

  /// The time between two new tokens.
  public let interval: Duration

  /// Creates a rate.
  public init(burst: Int, interval: Duration) {
    self.burst = max(1, burst)
    self.interval = max(.nanoseconds(1), interval)
  }
}

/// The priority of an operation among those that are ready.
public enum OperationPriority: Hashable, Sendable, CaseIterable {
  /// The user waits for the operation.
  case user

  /// The operation runs only if none that the user waits for is ready.
  case background
}

/// The number of attempts, and the pauses between them.
///
/// The maximum pause doubles with each attempt up to a limit. The pause is random between zero and this maximum ("full
/// jitter"), so that many operations that failed together do not retry together.
/// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
public struct RetryPolicy: Hashable, Sendable {
  /// A single attempt.
  public static let never = RetryPolicy(attempts: 1)

  /// The maximum number of attempts, including the first.
  public let attempts: Int

  /// The maximum pause after the first attempt.
  public let pause: Duration

  /// The maximum pause after any attempt.
  public let limit: Duration

  /// Creates a policy.
  public init(
    attempts: Int, pause: Duration = .milliseconds(500), limit: Duration = .seconds(30)
  ) {
    self.attempts = max(1, attempts)
    self.pause = max(.zero, pause)
    self.limit = max(.zero, limit)
  }

  /// Returns the pause after a failed attempt.
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
