import CFormwork
import CFormworkWire

/// A datagram between host and runner, written and read without a look at the runner's code.
struct Packet: Equatable {
  var kind: UInt32
  var node: UInt32 = 0
  var revision: UInt64 = 0
  var parent: UInt32 = 0
  var position: UInt32 = 0
  var nodeKind: UInt32 = 0
  var property: UInt32 = 0
  var flags: UInt32 = 0
  /// What it says of its text's length.
  var byteCount: UInt32
  var number: Int64 = 0
  var count: Int64 = 0
  /// Whether another message belongs to this one.
  var isFollowed: UInt32 = 0
  var text: [UInt8]

  /// The bytes of a datagram without a text.
  static let headerByteCount = 64

  init(kind: UInt32, text: [UInt8] = []) {
    self.kind = kind
    self.text = text
    byteCount = UInt32(text.count)
  }

  /// A display or input message.
  init(_ kind: formwork_message_kind, _ text: String = "") {
    self.init(kind: kind.rawValue, text: Array(text.utf8))
  }

  /// Something that host and runner say besides the messages.
  init(_ kind: formwork_wire_kind, _ text: String = "", number: Int64 = 0, count: Int64 = 0) {
    self.init(kind: kind.rawValue, text: Array(text.utf8))
    self.number = number
    self.count = count
  }

  /// Reads a datagram; `nil` where it is shorter than its header.
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

  /// The datagram.
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
