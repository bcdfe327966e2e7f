import CFormwork

/// What the host tells a front end.
public enum DisplayMessage: Equatable, Sendable {
  /// Forget everything; a full picture follows.
  case attach(title: String)
  /// A node comes to be, at an index among its siblings. `name` is its stable name.
  case insert(NodeID, parent: NodeID?, position: Int, kind: NodeKind, name: String)
  /// A property changes; `nil` unsets it.
  case set(NodeID, Property, PropertyValue?)
  /// A node moves to another index among its siblings.
  case move(NodeID, position: Int)
  /// A node goes, with all that is below it.
  case remove(NodeID)
  /// Where the person is; `nil` is the screen as a whole.
  case focus(NodeID?)
  /// What could stand in place of a part of a node's text.
  case suggest(Suggestion)
  /// What was entered into a node before, the oldest first.
  case history(NodeID, text: String)
  /// The terminal's size in character cells.
  case resized(columns: Int, rows: Int)
  /// The picture is consistent: draw. Show nothing in between.
  case flush(revision: UInt64)
  /// Post what is not posted yet, restore the terminal, return from `run`.
  case detach

  /// What a C message says; `nil` where its kind, its property or what it carries is not known.
  init?(_ message: formwork_message) {
    guard let text = Self.text(of: message) else { return nil }
    switch message.kind {
    case FORMWORK_ATTACH.rawValue: self = .attach(title: text)
    case FORMWORK_RESIZED.rawValue:
      self = .resized(columns: Int(message.number), rows: Int(message.count))
    case FORMWORK_FLUSH.rawValue: self = .flush(revision: message.revision)
    case FORMWORK_DETACH.rawValue: self = .detach
    case FORMWORK_FOCUS.rawValue: self = .focus(NodeID(wire: message.node))
    default:
      guard let node = NodeID(wire: message.node) else { return nil }
      self.init(message, about: node, text: text)
    }
  }

  /// What a C message says about a node.
  private init?(_ message: formwork_message, about node: NodeID, text: String) {
    switch message.kind {
    case FORMWORK_INSERT.rawValue:
      self = .insert(
        node, parent: NodeID(wire: message.parent), position: Int(message.position),
        kind: NodeKind(rawValue: message.node_kind) ?? .unknown, name: text)
    case FORMWORK_SET.rawValue:
      guard let property = Property(rawValue: message.property) else { return nil }
      if message.flags & FORMWORK_HAS_TEXT.rawValue != 0 {
        self = .set(node, property, .text(text))
      } else if message.flags & FORMWORK_HAS_NUMBER.rawValue != 0 {
        self = .set(node, property, .number(message.number))
      } else {
        self = .set(node, property, nil)
      }
    case FORMWORK_MOVE.rawValue: self = .move(node, position: Int(message.position))
    case FORMWORK_REMOVE.rawValue: self = .remove(node)
    case FORMWORK_HISTORY.rawValue: self = .history(node, text: text)
    case FORMWORK_SUGGEST.rawValue:
      self = .suggest(
        Suggestion(
          node: node, revision: message.revision, byteOffset: Int(message.number),
          byteCount: Int(message.count), text: text))
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
