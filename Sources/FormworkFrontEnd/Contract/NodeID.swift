/// The number by which host and front end name a node of the view tree.
public struct NodeID: RawRepresentable, Hashable, Sendable {
  /// The number on the wire; the host never gives 0, which is no node.
  public let rawValue: UInt32

  /// Wraps a number from the wire.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The node a message names, or `nil` for 0.
  init?(wire: UInt32) {
    guard wire != 0 else { return nil }
    self.init(rawValue: wire)
  }
}
