import CFormwork
import FormworkCore
import FormworkSession

extension InputMessage {
  /// Understands what a front end posted; `nil` where it makes no sense at all.
  ///
  /// Whether a text is UTF-8, and not too long, is for others to say.
  init?(_ message: formwork_message) {
    let node = NodeID(rawValue: message.node)
    let revision = message.revision
    let bytes = message.textBytes
    switch formwork_message_kind(rawValue: message.kind) {
    case FORMWORK_EDIT:
      guard let bytes else { return nil }
      let cursor = Int(clamping: message.number)
      self = .edit(
        node, text: bytes, cursor: min(max(0, cursor), bytes.count), revision: revision)
    case FORMWORK_COMMIT:
      let hasText = message.byte_count > 0 || message.flags & FORMWORK_HAS_TEXT.rawValue != 0
      if hasText && bytes == nil { return nil }
      self = .commit(node, text: hasText ? bytes : nil, revision: revision)
    case FORMWORK_CHOOSE:
      self = .choose(node, isOn: message.flags & FORMWORK_ON.rawValue != 0)
    case FORMWORK_ACTIVATE:
      self = .activate(node, revision: revision)
    case FORMWORK_GO:
      if message.node != 0 {
        self = .go(.node(node))
      } else if message.flags & FORMWORK_NEXT.rawValue != 0 {
        self = .go(.next)
      } else if message.flags & FORMWORK_PREVIOUS.rawValue != 0 {
        self = .go(.previous)
      } else {
        // Nowhere to go: answered with a flush, like all of its kind.
        self = .other
      }
    case FORMWORK_BACK: self = .back(revision: revision)
    case FORMWORK_COMPLETE:
      guard let bytes else { return nil }
      self = .complete(
        node, text: bytes, cursor: Int(clamping: message.number), revision: revision)
    case FORMWORK_EDIT_OUTSIDE: self = .editOutside(node)
    case FORMWORK_RELOAD: self = .reload
    case FORMWORK_QUIT: self = .quit
    case FORMWORK_SWITCH:
      guard let bytes else { return nil }
      self = .switchFrontEnd(name: bytes)
    case FORMWORK_LOG:
      guard let bytes else { return nil }
      self = .log(line: bytes)
    case FORMWORK_WINDOW: self = .other
    default: return nil
    }
  }
}

extension formwork_message {
  /// The text's bytes, borrowed; `nil` where there is a count without a text.
  ///
  /// A count beyond every text is kept: the session refuses it without reading it.
  fileprivate var textBytes: UnsafeRawBufferPointer? {
    guard byte_count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let text else { return nil }
    return UnsafeRawBufferPointer(start: text, count: Int(clamping: byte_count))
  }
}
