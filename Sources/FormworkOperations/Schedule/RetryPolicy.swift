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
