import CFormwork
import FormworkCore
import TestSupport

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

  /// Returns the messages of a node of the screen with a label, and of its other properties.
  static func node(
    _ node: UInt32, _ kind: NodeKind, _ label: String, into parent: UInt32 = 1, at index: Int = 0,
    _ properties: [Property: PropertyValue] = [:]
  ) -> [ScriptMessage] {
    [
      .insert(node, into: parent, at: index, kind, name: "n\(node)"),
      .set(node, .label, .text(label)),
    ]
      + properties.sorted { $0.key.rawValue < $1.key.rawValue }.map { .set(node, $0.key, $0.value) }
  }

  /// Returns a choice with the focus, whose options have the numbers from 30 on.
  static func choice(_ kind: NodeKind, _ labels: [String], chosen: Int? = nil) -> [ScriptMessage] {
    node(20, kind, "Pick")
      + labels.enumerated().flatMap { option($0, $1, isOn: $0 == chosen) } + [.focus(20)]
  }

  static func option(_ place: Int, _ label: String, isOn: Bool = false) -> [ScriptMessage] {
    node(
      UInt32(30 + place), .option, label, into: 20, at: place, [.selected: .number(isOn ? 1 : 0)])
  }

  static func status(_ node: UInt32, _ status: NodeStatus) -> ScriptMessage {
    .set(node, .status, .number(status.rawValue))
  }

  static func resized(columns: Int64, rows: Int64) -> ScriptMessage {
    ScriptMessage(kind: FORMWORK_RESIZED.rawValue, number: columns, count: rows)
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
