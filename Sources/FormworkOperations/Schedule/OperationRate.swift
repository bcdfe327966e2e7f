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
