/// The limits of matching a pattern, so that no pattern runs long.
public struct PatternLimits: Sendable {
  /// The maximum number of steps of a match.
  public var steps = 10_000_000

  /// The maximum length of a pattern in bytes.
  public var byteCount = 1 << 16

  /// Creates the default limits.
  public init() {}
}
