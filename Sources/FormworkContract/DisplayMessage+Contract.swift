package import CFormwork
package import FormworkVocabulary

extension DisplayMessage {
  /// What a C message says; `nil` where its kind, its property or what it carries is not known.
  package init?(_ message: formwork_message) {
    guard let text = Self.text(of: message) else { return nil }
    switch formwork_message_kind(rawValue: message.kind) {
    case FORMWORK_ATTACH:
      self = .attach(title: text, isLost: message.flags & FORMWORK_LOST.rawValue != 0)
    case FORMWORK_RESIZED:
      // What a terminal can have.
      let known = Int64(1)...Int64(UInt16.max)
      guard known.contains(message.number), known.contains(message.count) else { return nil }
      self = .resized(WindowSize(columns: Int(message.number), rows: Int(message.count)))
    case FORMWORK_FLUSH: self = .flush(revision: message.revision)
    case FORMWORK_DETACH:
      self = .detach(DetachReason(rawValue: Int(message.number)) ?? .nothing)
    case FORMWORK_FOCUS: self = .change(.focused(NodeID(wire: message.node)))
    default:
      guard let node = NodeID(wire: message.node) else { return nil }
      self.init(message, about: node, text: text)
    }
  }

  /// What a C message says about a node.
  private init?(_ message: formwork_message, about node: NodeID, text: String) {
    switch formwork_message_kind(rawValue: message.kind) {
    case FORMWORK_INSERT:
      let kind = NodeKind(rawValue: message.node_kind) ?? .unknown
      self = .change(
        .inserted(
          node, kind: kind, name: text, parent: NodeID(wire: message.parent),
          index: Int(message.position)))
    case FORMWORK_SET:
      guard let property = Property(rawValue: message.property) else { return nil }
      var value: PropertyValue?
      if message.flags & FORMWORK_HAS_TEXT.rawValue != 0 {
        value = .text(text)
      } else if message.flags & FORMWORK_HAS_NUMBER.rawValue != 0 {
        value = .number(Int(message.number))
      }
      self = .change(.set(node, property, value))
    case FORMWORK_MOVE: self = .change(.moved(node, index: Int(message.position)))
    case FORMWORK_REMOVE: self = .change(.removed(node))
    case FORMWORK_HISTORY: self = .history(node, text)
    case FORMWORK_REFUSED:
      self = .refused(node, InputRefusal(rawValue: Int(message.number)) ?? .nothing, text)
    case FORMWORK_SUGGEST:
      let start = max(0, Int(message.number))
      let end = start.addingReportingOverflow(max(0, Int(message.count)))
      let range = start..<(end.overflow ? start : end.partialValue)
      self = .suggestion(
        node, text.isEmpty ? nil : Suggestion(replacing: range, with: text),
        revision: message.revision)
    default: return nil
    }
  }

  /// A copy of a message's text; `nil` where it is longer than the contract allows.
  private static func text(of message: formwork_message) -> String? {
    guard message.byte_count <= UInt64(FORMWORK_TEXT_LIMIT) else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: message.text, count: message.text == nil ? 0 : Int(message.byte_count))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension NodeID {
  /// The node that a message names; `nil` for 0.
  package init?(wire: UInt32) {
    guard wire != 0 else { return nil }
    self.init(rawValue: wire)
  }
}
