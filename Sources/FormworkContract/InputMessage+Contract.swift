public import CFormwork
public import FormworkVocabulary

extension InputMessage<UnsafeRawBufferPointer> {
  /// Understands what a front end posted, whose text is borrowed; `nil` where it makes no sense at all.
  ///
  /// Whether a text is UTF-8, and not too long, is for the session to say.
  package init?(_ message: formwork_message) {
    let node = NodeID(rawValue: message.node)
    let bytes = message.textBytes
    switch formwork_message_kind(rawValue: message.kind) {
    case FORMWORK_EDIT:
      guard let bytes else { return nil }
      self = .edit(node, bytes, cursor: min(max(0, Int(message.number)), bytes.count))
    case FORMWORK_COMMIT:
      let hasText = message.byte_count > 0 || message.flags & FORMWORK_HAS_TEXT.rawValue != 0
      // A count without a text: answered with a flush, like all of its kind.
      self = hasText && bytes == nil ? .unknown : .commit(node, hasText ? bytes : nil)
    case FORMWORK_CHOOSE:
      self = .choose(node, isOn: message.flags & FORMWORK_ON.rawValue != 0)
    case FORMWORK_ACTIVATE: self = .activate(node)
    case FORMWORK_GO:
      if message.node != 0 {
        self = .go(.node(node))
      } else if message.flags & FORMWORK_NEXT.rawValue != 0 {
        self = .go(.next)
      } else if message.flags & FORMWORK_PREVIOUS.rawValue != 0 {
        self = .go(.previous)
      } else {
        // Nowhere to go: answered with a flush, like all of its kind.
        self = .unknown
      }
    case FORMWORK_BACK: self = .back
    case FORMWORK_WINDOW:
      self = .window(node, firstRow: Int(message.number), rowCount: Int(message.count))
    case FORMWORK_EDIT_OUTSIDE: self = .editOutside(node)
    case FORMWORK_COMPLETE:
      guard let bytes else { return nil }
      self = .complete(node, bytes, cursor: Int(message.number))
    case FORMWORK_RELOAD: self = .reload
    case FORMWORK_QUIT: self = .quit
    case FORMWORK_SWITCH:
      guard let bytes else { return nil }
      self = .switchFrontEnd(bytes)
    case FORMWORK_LOG:
      guard let bytes else { return nil }
      self = .log(bytes)
    case FORMWORK_RESET: self = .reset(node)
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

  /// What is posted, but for its text and its revision.
  @inlinable package init<Text>(_ input: InputMessage<Text>) {
    self.init()
    size = UInt32(MemoryLayout<formwork_message>.size)
    kind = input.wireKind.rawValue
    node = input.node?.rawValue ?? 0
    if input.text != nil { flags = FORMWORK_HAS_TEXT.rawValue }
    switch input {
    case .edit(_, _, let cursor), .complete(_, _, let cursor): number = Int64(cursor)
    case .choose(_, isOn: true): flags = FORMWORK_ON.rawValue
    case .go(.next): flags = FORMWORK_NEXT.rawValue
    case .go(.previous): flags = FORMWORK_PREVIOUS.rawValue
    case .window(_, let firstRow, let rowCount):
      (number, count) = (Int64(firstRow), Int64(rowCount))
    default: break
    }
  }
}

extension InputMessage {
  @inlinable package var wireKind: formwork_message_kind {
    switch self {
    case .edit: FORMWORK_EDIT
    case .commit: FORMWORK_COMMIT
    case .choose: FORMWORK_CHOOSE
    case .activate: FORMWORK_ACTIVATE
    case .go: FORMWORK_GO
    case .back: FORMWORK_BACK
    case .window: FORMWORK_WINDOW
    case .editOutside: FORMWORK_EDIT_OUTSIDE
    case .complete: FORMWORK_COMPLETE
    case .reload: FORMWORK_RELOAD
    case .quit: FORMWORK_QUIT
    case .switchFrontEnd: FORMWORK_SWITCH
    case .log: FORMWORK_LOG
    case .reset: FORMWORK_RESET
    case .unknown: formwork_message_kind(rawValue: 0)
    }
  }
}
