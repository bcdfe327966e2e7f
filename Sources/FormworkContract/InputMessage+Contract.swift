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
      let isOfSection = message.flags & FORMWORK_SECTION.rawValue != 0
      if message.node != 0 {
        self = .go(.node(node))
      } else if message.flags & FORMWORK_NEXT.rawValue != 0 {
        self = .go(isOfSection ? .nextSection : .next)
      } else if message.flags & FORMWORK_PREVIOUS.rawValue != 0 {
        self = .go(isOfSection ? .previousSection : .previous)
      } else {
        // Nowhere to go: answered with a flush, like all of its kind.
        self = .unknown
      }
    case FORMWORK_BACK:
      self = .back(insists: message.flags & FORMWORK_INSIST.rawValue != 0)
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
    switch input {
    case .edit(let node, _, let cursor):
      set(FORMWORK_EDIT, node, FORMWORK_HAS_TEXT, number: cursor)
    case .commit(let node, nil): set(FORMWORK_COMMIT, node)
    case .commit(let node, .some): set(FORMWORK_COMMIT, node, FORMWORK_HAS_TEXT)
    case .choose(let node, isOn: true): set(FORMWORK_CHOOSE, node, FORMWORK_ON)
    case .choose(let node, isOn: false): set(FORMWORK_CHOOSE, node)
    case .activate(let node): set(FORMWORK_ACTIVATE, node)
    case .go(.node(let node)): set(FORMWORK_GO, node)
    case .go(.next): set(FORMWORK_GO, nil, FORMWORK_NEXT)
    case .go(.previous): set(FORMWORK_GO, nil, FORMWORK_PREVIOUS)
    case .go(.nextSection):
      set(FORMWORK_GO, nil, FORMWORK_NEXT)
      flags |= FORMWORK_SECTION.rawValue
    case .go(.previousSection):
      set(FORMWORK_GO, nil, FORMWORK_PREVIOUS)
      flags |= FORMWORK_SECTION.rawValue
    case .back(insists: true): set(FORMWORK_BACK, nil, FORMWORK_INSIST)
    case .back(insists: false): set(FORMWORK_BACK)
    case .window(let node, let firstRow, let rowCount):
      set(FORMWORK_WINDOW, node, number: firstRow, count: rowCount)
    case .editOutside(let node): set(FORMWORK_EDIT_OUTSIDE, node)
    case .complete(let node, _, let cursor):
      set(FORMWORK_COMPLETE, node, FORMWORK_HAS_TEXT, number: cursor)
    case .reload: set(FORMWORK_RELOAD)
    case .quit: set(FORMWORK_QUIT)
    case .switchFrontEnd: set(FORMWORK_SWITCH, nil, FORMWORK_HAS_TEXT)
    case .log: set(FORMWORK_LOG, nil, FORMWORK_HAS_TEXT)
    case .reset(let node): set(FORMWORK_RESET, node)
    case .unknown: break
    }
  }

  @usableFromInline mutating func set(
    _ kind: formwork_message_kind, _ node: NodeID? = nil, _ flag: formwork_flag? = nil,
    number: Int = 0, count: Int = 0
  ) {
    (self.kind, self.node, flags) = (kind.rawValue, node?.rawValue ?? 0, flag?.rawValue ?? 0)
    (self.number, self.count) = (Int64(number), Int64(count))
  }
}
