public import CFormwork
public import FormworkVocabulary

/// A struct of the contract, which begins with its size in its sender's version and grows at its end.
package protocol SizedStruct {
  /// The value with every field 0.
  init()

  /// The end of each field in bytes, in the order of the header.
  static var fieldEnds: [Int] { get }
}

extension SizedStruct {
  /// Copies the complete fields that the sender knows; the others are 0.
  package init(from pointer: UnsafePointer<Self>) {
    let known = Int(UnsafeRawPointer(pointer).load(as: UInt32.self))
    guard known < MemoryLayout<Self>.size else {
      self = pointer.pointee
      return
    }
    let whole = Self.fieldEnds.last { $0 <= known } ?? 0
    var value = Self()
    withUnsafeMutableBytes(of: &value) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: whole))
    }
    self = value
  }
}

extension formwork_message: SizedStruct {
  package static let fieldEnds = [4, 8, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72]
}

extension formwork_host: SizedStruct {
  package static let fieldEnds = [4, 8, 12, 16, 20, 24, 32, 40, 48, 56]
}

extension DisplayMessage {
  /// Creates a message from C; fails if its kind, property or contents are unknown.
  package init?(_ message: formwork_message) {
    guard let text = Self.text(of: message) else { return nil }
    switch formwork_message_kind(rawValue: message.kind) {
    case FORMWORK_ATTACH:
      self = .attach(title: text, isLost: message.flags & FORMWORK_LOST.rawValue != 0)
    case FORMWORK_RESIZED:
      // The limits of a terminal's size.
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
      self = .refused(node, InputRejection(rawValue: Int(message.number)) ?? .nothing, text)
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

  /// Copies the text of a message; `nil` if it exceeds the contract's limit.
  private static func text(of message: formwork_message) -> String? {
    guard message.byte_count <= UInt64(FORMWORK_TEXT_LIMIT) else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: message.text, count: message.text == nil ? 0 : Int(message.byte_count))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension NodeID {
  /// Creates the id of a node in a message; fails for 0.
  package init?(wire: UInt32) {
    guard wire != 0 else { return nil }
    self.init(rawValue: wire)
  }
}

/// A display message in C, with memory for its text.
///
/// Each run of a front end has one. Its contents are valid until the next call of ``fill(with:)``.
package final class LentMessage {
  /// The C message with the latest contents.
  package let pointer = UnsafeMutablePointer<formwork_message>.allocate(capacity: 1)
  private var text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 256)

  package init() { pointer.initialize(to: formwork_message()) }

  deinit {
    pointer.deallocate()
    text.deallocate()
  }

  package func fill(with display: consuming DisplayMessage) {
    pointer.pointee = formwork_message()
    pointer.pointee.size = UInt32(MemoryLayout<formwork_message>.size)
    switch consume display {
    case .attach(let title, let isLost):
      pointer.pointee.set(FORMWORK_ATTACH, nil, isLost ? FORMWORK_LOST : nil)
      lend(title)
    case .change(let change):
      fill(change)
    case .history(let node, let text):
      pointer.pointee.set(FORMWORK_HISTORY, node)
      lend(text)
    case .resized(let size):
      pointer.pointee.set(FORMWORK_RESIZED, number: size.columns, count: size.rows)
    case .suggestion(let node, let suggestion, let revision):
      let range = suggestion?.range ?? 0..<0
      pointer.pointee.set(
        FORMWORK_SUGGEST, node, number: range.lowerBound, count: range.count)
      pointer.pointee.revision = revision
      if let suggestion { lend(suggestion.text) }
    case .flush(let revision):
      pointer.pointee.set(FORMWORK_FLUSH)
      pointer.pointee.revision = revision
    case .refused(let node, let refusal, let text):
      pointer.pointee.set(FORMWORK_REFUSED, node, number: refusal.rawValue)
      lend(text)
    case .detach(let reason):
      pointer.pointee.set(FORMWORK_DETACH, number: reason.rawValue)
    }
  }

  private func fill(_ change: consuming Change) {
    switch consume change {
    case .inserted(let node, let kind, let name, let parent, let index):
      pointer.pointee.set(FORMWORK_INSERT, node)
      pointer.pointee.node_kind = kind.rawValue
      pointer.pointee.parent = parent?.rawValue ?? 0
      pointer.pointee.position = UInt32(index)
      lend(name)
    case .moved(let node, let index):
      pointer.pointee.set(FORMWORK_MOVE, node)
      pointer.pointee.position = UInt32(index)
    case .removed(let node): pointer.pointee.set(FORMWORK_REMOVE, node)
    case .focused(let node): pointer.pointee.set(FORMWORK_FOCUS, node)
    case .set(let node, let property, let value):
      switch value {
      case nil: pointer.pointee.set(FORMWORK_SET, node)
      case .number(let number):
        pointer.pointee.set(FORMWORK_SET, node, FORMWORK_HAS_NUMBER, number: number)
      case .text(let text):
        pointer.pointee.set(FORMWORK_SET, node, FORMWORK_HAS_TEXT)
        lend(text)
      }
      pointer.pointee.property = property.rawValue
    }
  }

  /// Copies a text with a final NUL to memory that the front end may read until the next message.
  private func lend(_ string: consuming String) {
    string.withUTF8 { bytes in
      if text.count <= bytes.count {
        text.deallocate()
        text = .allocate(capacity: max(bytes.count + 1, text.count * 2))
      }
      bytes.withMemoryRebound(to: CChar.self) { _ = text.update(fromContentsOf: $0) }
      text[bytes.count] = 0
      pointer.pointee.byte_count = UInt64(bytes.count)
    }
    pointer.pointee.text = UnsafePointer(text.baseAddress)
  }
}

extension InputMessage<UnsafeRawBufferPointer> {
  /// Creates a message from a front end, with a borrowed text; fails if it makes no sense.
  ///
  /// The session checks that the text is UTF-8 and not too long.
  package init?(_ message: formwork_message) {
    let node = NodeID(rawValue: message.node)
    let bytes = message.textBytes
    switch formwork_message_kind(rawValue: message.kind) {
    case FORMWORK_EDIT:
      guard let bytes else { return nil }
      self = .edit(node, bytes, cursor: min(max(0, Int(message.number)), bytes.count))
    case FORMWORK_COMMIT:
      let hasText = message.byte_count > 0 || message.flags & FORMWORK_HAS_TEXT.rawValue != 0
      // A count without a text: respond with a flush, as to all commits.
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
        // No destination: respond with a flush, as to all messages of this kind.
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
  /// The borrowed bytes of the text; `nil` for a count without a text.
  ///
  /// The session refuses excessive counts without reading the text.
  fileprivate var textBytes: UnsafeRawBufferPointer? {
    guard byte_count > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let text else { return nil }
    return UnsafeRawBufferPointer(start: text, count: Int(clamping: byte_count))
  }

  /// Creates a message without text and revision.
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
