/// One run of a command.
public struct RunID: Hashable, Sendable {
  /// Counted from 1.
  public let rawValue: UInt64

  /// Makes an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}
