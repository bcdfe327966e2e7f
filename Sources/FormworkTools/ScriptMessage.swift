package import CFormwork
import FormworkContract
package import FormworkCore
package import FormworkSession

/// A message of the contract, in either direction, whose fields may hold any numbers.
package struct ScriptMessage: Equatable, Sendable {
  package var kind: UInt32
  package var revision: UInt64
  package var node: UInt32
  package var parent: UInt32
  package var position: UInt32
  package var nodeKind: UInt32
  package var property: UInt32
  package var flags: UInt32
  package var number: Int64
  package var count: Int64
  package var text: [UInt8]

  /// Whether the text was longer than the contract allows; then it is missing.
  package var isTextTooLong: Bool

  package init(
    kind: UInt32 = 0, revision: UInt64 = 0, node: UInt32 = 0, parent: UInt32 = 0,
    position: UInt32 = 0, nodeKind: UInt32 = 0, property: UInt32 = 0, flags: UInt32 = 0,
    number: Int64 = 0, count: Int64 = 0, text: [UInt8] = [], isTextTooLong: Bool = false
  ) {
    (self.kind, self.revision, self.node, self.parent) = (kind, revision, node, parent)
    (self.position, self.nodeKind, self.property) = (position, nodeKind, property)
    (self.flags, self.number, self.count) = (flags, number, count)
    (self.text, self.isTextTooLong) = (text, isTextTooLong)
  }

  package static let detach = ScriptMessage(kind: FORMWORK_DETACH.rawValue)

  /// The text as a person reads it.
  package var string: String { String(decoding: text, as: UTF8.self) }

  package func `is`(_ kind: formwork_message_kind) -> Bool { self.kind == kind.rawValue }
}

extension ScriptMessage {
  /// Creates the message that a session sends.
  package init(_ display: DisplayMessage) {
    let lent = LentMessage()
    lent.fill(with: display)
    self = withExtendedLifetime(lent) {
      let message = lent.pointer.pointee
      let text = UnsafeRawBufferPointer(start: message.text, count: Int(message.byte_count))
      return ScriptMessage(message, text: Array(text))
    }
  }

  package init(_ message: formwork_message, text: [UInt8] = []) {
    self.init(
      kind: message.kind, revision: message.revision, node: message.node, parent: message.parent,
      position: message.position, nodeKind: message.node_kind, property: message.property,
      flags: message.flags, number: message.number, count: message.count, text: text,
      isTextTooLong: message.byte_count > UInt64(FORMWORK_TEXT_LIMIT))
  }

  /// Lends the message in the contract's C, with its text.
  package func lend<Result>(_ body: (formwork_message) -> Result) -> Result {
    var message = formwork_message()
    message.size = UInt32(MemoryLayout<formwork_message>.size)
    (message.kind, message.revision, message.node) = (kind, revision, node)
    (message.parent, message.position) = (parent, position)
    (message.node_kind, message.property, message.flags) = (nodeKind, property, flags)
    (message.number, message.count) = (number, count)
    message.byte_count = UInt64(isTextTooLong ? Int(FORMWORK_TEXT_LIMIT) + 1 : text.count)
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
        + Array(zip(FORMWORK_EDIT.rawValue..., input)))
  }()

  /// The name of the kind in formwork.h, if it is known.
  package var name: String? { Self.names[kind] }

  /// The name of the kind, or its number.
  package var word: String { name ?? "\(kind)" }
}

extension Session {
  /// Takes all messages for the front end.
  package func drain() -> [ScriptMessage] {
    var messages: [ScriptMessage] = []
    while let message = next() { messages.append(ScriptMessage(message)) }
    return messages
  }

  /// Takes a post of the front end.
  package func post(_ message: ScriptMessage) {
    message.lend {
      if let input = InputMessage($0) { post(input, revision: message.revision) }
    }
  }
}
