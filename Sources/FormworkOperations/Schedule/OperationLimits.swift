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
