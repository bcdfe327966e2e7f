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
