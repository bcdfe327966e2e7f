/// What could stand in place of a part of a node's text; an empty text ends the list.
public struct Suggestion: Equatable, Sendable {
  /// The node whose text it is.
  public let node: NodeID
  /// The revision of the ``InputMessage/complete(_:text:cursor:)`` that this answers.
  public let revision: UInt64
  /// Where the part begins, in bytes.
  public let byteOffset: Int
  /// How long the part is, in bytes.
  public let byteCount: Int
  /// What would stand there.
  public let text: String
}
