import CFormwork
import CFormworkWire
import FormworkContract
import FormworkCore
import FormworkHost

/// A message of the contract, in either direction, whose fields may hold any numbers.
struct ScriptMessage: Equatable {
  var kind: UInt32 = 0
  var revision: UInt64 = 0
  var node: UInt32 = 0
  var parent: UInt32 = 0
  var position: UInt32 = 0
  var nodeKind: UInt32 = 0
  var property: UInt32 = 0
  var flags: UInt32 = 0
  var number: Int64 = 0
  var count: Int64 = 0
  var text: [UInt8] = []

  /// Whether the text was longer than the contract allows; then it is missing.
  var isTextTooLong = false

  static let detach = ScriptMessage(kind: FORMWORK_DETACH.rawValue)

  /// The text as a person reads it.
  var string: String { String(decoding: text, as: UTF8.self) }

  func `is`(_ kind: formwork_message_kind) -> Bool { self.kind == kind.rawValue }
}

extension ScriptMessage {
  /// Creates the message that a session sends.
  init(_ display: DisplayMessage) {
    let lent = LentMessage()
    lent.fill(with: display)
    self = withExtendedLifetime(lent) {
      let message = lent.pointer.pointee
      let text = UnsafeRawBufferPointer(start: message.text, count: Int(message.byte_count))
      return ScriptMessage(message, text: Array(text))
    }
  }

  /// Takes a datagram apart; returns `nil` if it is too short.
  init?(datagram: UnsafeRawBufferPointer) {
    let headerByteCount = MemoryLayout<formwork_packet>.size
    guard datagram.count >= headerByteCount else { return nil }
    let message = formwork_message(datagram.loadUnaligned(as: formwork_packet.self))
    self.init(message, text: Array(datagram[headerByteCount...]))
  }

  init(_ message: formwork_message, text: [UInt8] = []) {
    self.init(
      kind: message.kind, revision: message.revision, node: message.node, parent: message.parent,
      position: message.position, nodeKind: message.node_kind, property: message.property,
      flags: message.flags, number: message.number, count: message.count, text: text,
      isTextTooLong: message.byte_count > UInt64(FORMWORK_TEXT_LIMIT))
  }

  /// Lends the message in the contract's C, with its text.
  func lend<Result>(_ body: (formwork_message) -> Result) -> Result {
    var message = formwork_message()
    message.size = UInt32(MemoryLayout<formwork_message>.size)
    (message.kind, message.revision, message.node) = (kind, revision, node)
    (message.parent, message.position) = (parent, position)
    (message.node_kind, message.property, message.flags) = (nodeKind, property, flags)
    (message.number, message.count) = (number, count)
    message.byte_count = UInt64(isTextTooLong ? Int(FORMWORK_WIRE_TOO_LONG) : text.count)
    return text.withUnsafeBytes { bytes in
      message.text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return body(message)
    }
  }
}

// MARK: Words

extension ScriptMessage {
  private static let names: [UInt32: String] = {
    let display = [
      "ATTACH", "INSERT", "SET", "MOVE", "REMOVE", "FOCUS", "SUGGEST", "RESIZED", "FLUSH", "DETACH",
      "HISTORY", "REFUSED",
    ]
    let input = [
      "EDIT", "COMMIT", "CHOOSE", "ACTIVATE", "GO", "BACK", "WINDOW", "EDIT_OUTSIDE", "COMPLETE",
      "RELOAD", "QUIT", "SWITCH", "LOG", "RESET",
    ]
    return Dictionary(
      uniqueKeysWithValues: Array(zip(FORMWORK_ATTACH.rawValue..., display))
        + Array(zip(FORMWORK_EDIT.rawValue..., input))
        + [(FORMWORK_WIRE_RUN.rawValue, "RUN"), (FORMWORK_WIRE_RETURNED.rawValue, "RETURNED")])
  }()

  /// The name of the kind in formwork.h, or its number.
  var word: String { Self.names[kind] ?? "\(kind)" }

  /// The kind in a sentence.
  var kindName: Message {
    Self.names[kind].map { .verbatim($0) } ?? Message("packet.kind", ["kind": .number(Int(kind))])
  }

  /// The kind and the fields that tell this message from the next; of a text, its length.
  var message: Message {
    var message = kindName
    func add(_ key: String, _ number: Int) {
      if number != 0 { message = Message(key, ["message": message], count: number) }
    }
    add("script.node", Int(node))
    add("script.property", Int(property))
    add("script.flags", Int(flags))
    add("script.text", text.count)
    return message
  }
}
