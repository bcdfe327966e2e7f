/// The limits of a pattern.
public struct PatternLimits: Sendable {
  /// The maximum length of a pattern in bytes.
  public var byteCount = 1 << 16

  /// Creates the default limits.
  public init() {}
}
