/// The number by which host and front end name a node of the view tree.
///
/// Ids rise from 1 and are never used again.
public struct NodeID: RawRepresentable, Hashable, Sendable {
  /// The number that crosses the contract; 0 is no node.
  public let rawValue: UInt32

  /// Makes an id of a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
