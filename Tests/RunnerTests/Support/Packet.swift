import CFormwork
import CFormworkWire

/// A datagram between host and runner, encoded independently of the runner's code.
struct Packet: Equatable {
  var kind: UInt32
  var node: UInt32 = 0
  var revision: UInt64 = 0
  var parent: UInt32 = 0
  var position: UInt32 = 0
  var nodeKind: UInt32 = 0
  var property: UInt32 = 0
  var flags: UInt32 = 0
  /// The declared length of the text.
  var byteCount: UInt32
  var number: Int64 = 0
  var count: Int64 = 0
  /// Not 0 if another message belongs to this one.
  var isFollowed: UInt32 = 0
  var text: [UInt8]

  /// The number of bytes of a datagram without a text.
  static let headerByteCount = 64

  init(kind: UInt32, text: [UInt8] = []) {
    self.kind = kind
    self.text = text
    byteCount = UInt32(text.count)
  }

  /// Creates a display or input message.
  init(_ kind: formwork_message_kind, _ text: String = "") {
    self.init(kind: kind.rawValue, text: Array(text.utf8))
  }

  /// Creates a message that only hosts and runners exchange.
  init(_ kind: formwork_wire_kind, _ text: String = "", number: Int64 = 0, count: Int64 = 0) {
    self.init(kind: kind.rawValue, text: Array(text.utf8))
    self.number = number
    self.count = count
  }

  /// Parses a datagram, which must have a whole header.
  init?(bytes: [UInt8]) {
    guard bytes.count >= Self.headerByteCount else { return nil }
    kind = Self.number(bytes, at: 0)
    node = Self.number(bytes, at: 4)
    revision = Self.number(bytes, at: 8)
    parent = Self.number(bytes, at: 16)
    position = Self.number(bytes, at: 20)
    nodeKind = Self.number(bytes, at: 24)
    property = Self.number(bytes, at: 28)
    flags = Self.number(bytes, at: 32)
    byteCount = Self.number(bytes, at: 36)
    number = Self.number(bytes, at: 40)
    count = Self.number(bytes, at: 48)
    isFollowed = Self.number(bytes, at: 56)
    text = Array(bytes[Self.headerByteCount...])
  }

  var bytes: [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number) { Array($0) }
    }
    return bytes(kind) + bytes(node) + bytes(revision) + bytes(parent) + bytes(position)
      + bytes(nodeKind) + bytes(property) + bytes(flags) + bytes(byteCount) + bytes(number)
      + bytes(count) + bytes(isFollowed) + bytes(UInt32(0)) + text
  }

  private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], at offset: Int
  ) -> Number {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }
}
