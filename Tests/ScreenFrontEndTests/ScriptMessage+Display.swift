import FormworkCore

@testable import FormworkConformance

/// The messages of rows, which have nodes by their numbers.
extension ScriptMessage {
  static func insert(
    _ node: UInt32, into parent: UInt32, at index: Int, _ kind: NodeKind, name: String
  ) -> ScriptMessage {
    ScriptMessage(
      .change(
        .inserted(
          NodeID(rawValue: node), kind: kind, name: name, parent: NodeID(rawValue: parent),
          index: index)))
  }

  static func set(_ node: UInt32, _ property: Property, _ value: PropertyValue?) -> ScriptMessage {
    ScriptMessage(.change(.set(NodeID(rawValue: node), property, value)))
  }

  static func remove(_ node: UInt32) -> ScriptMessage {
    ScriptMessage(.change(.removed(NodeID(rawValue: node))))
  }

  static func focus(_ node: UInt32) -> ScriptMessage {
    ScriptMessage(.change(.focused(NodeID(rawValue: node))))
  }

  static func flush(_ revision: UInt64) -> ScriptMessage {
    ScriptMessage(.flush(revision: revision))
  }
}
