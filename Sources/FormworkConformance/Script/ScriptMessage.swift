import CFormwork
import FormworkCore
import CFormworkWire

/// A message of the contract, as a script tells it and as a front end posts it.
///
/// Every field may hold any number: a script also says what no front end can know.
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

  /// Whether the text was longer than any text may be; then it is not here.
  var isTextTooLong = false
}

// MARK: Display messages

extension ScriptMessage {
  static func attach(_ title: String) -> ScriptMessage {
    ScriptMessage(kind: FORMWORK_ATTACH.rawValue, text: Array(title.utf8))
  }

  static func insert(
    _ node: UInt32, into parent: UInt32, at position: Int, _ kind: NodeKind,
    name: String
  ) -> ScriptMessage {
    ScriptMessage(
      kind: FORMWORK_INSERT.rawValue, node: node, parent: parent, position: UInt32(position),
      nodeKind: kind.rawValue, text: Array(name.utf8))
  }

  static func set(_ node: UInt32, _ property: Property, _ value: PropertyValue?) -> ScriptMessage {
    var message = ScriptMessage(
      kind: FORMWORK_SET.rawValue, node: node, property: property.rawValue)
    switch value {
    case .text(let text):
      message.flags = FORMWORK_HAS_TEXT.rawValue
      message.text = Array(text.utf8)
    case .number(let number):
      message.flags = FORMWORK_HAS_NUMBER.rawValue
      message.number = Int64(number)
    case nil: break
    }
    return message
  }

  static func move(_ node: UInt32, to position: Int) -> ScriptMessage {
    ScriptMessage(kind: FORMWORK_MOVE.rawValue, node: node, position: UInt32(position))
  }

  static func remove(_ node: UInt32) -> ScriptMessage {
    ScriptMessage(kind: FORMWORK_REMOVE.rawValue, node: node)
  }

  static func focus(_ node: UInt32) -> ScriptMessage {
    ScriptMessage(kind: FORMWORK_FOCUS.rawValue, node: node)
  }

  static func flush(_ revision: UInt64) -> ScriptMessage {
    ScriptMessage(kind: FORMWORK_FLUSH.rawValue, revision: revision)
  }

  static let detach = ScriptMessage(kind: FORMWORK_DETACH.rawValue)
}

// MARK: On the way

extension ScriptMessage {
  /// Takes a datagram apart; `nil` where it is none.
  init?(datagram: UnsafeRawBufferPointer) {
    let headerByteCount = MemoryLayout<formwork_packet>.size
    guard datagram.count >= headerByteCount else { return nil }
    let packet = datagram.loadUnaligned(as: formwork_packet.self)
    self.init(
      kind: packet.kind, revision: packet.revision, node: packet.node, parent: packet.parent,
      position: packet.position, nodeKind: packet.node_kind, property: packet.property,
      flags: packet.flags, number: packet.number, count: packet.count,
      text: Array(datagram[headerByteCount...]),
      isTextTooLong: packet.byte_count == FORMWORK_WIRE_TOO_LONG)
  }

  var datagram: [UInt8] {
    withUnsafeBytes(of: packet(byteCount: text.count)) { Array($0) } + text
  }

  /// What stands before a text of so many bytes.
  func packet(byteCount: Int) -> formwork_packet {
    var packet = formwork_packet()
    packet.kind = kind
    packet.revision = revision
    packet.node = node
    packet.parent = parent
    packet.position = position
    packet.node_kind = nodeKind
    packet.property = property
    packet.flags = flags
    packet.number = number
    packet.count = count
    packet.byte_count = isTextTooLong ? FORMWORK_WIRE_TOO_LONG : UInt32(byteCount)
    return packet
  }

  /// The text as a person reads it.
  var string: String { String(decoding: text, as: UTF8.self) }

  func `is`(_ kind: formwork_message_kind) -> Bool { self.kind == kind.rawValue }
}
