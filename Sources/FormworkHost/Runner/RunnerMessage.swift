import CFormwork
import CFormworkWire
import FormworkContract
package import FormworkCore

/// What a runner says, read from one datagram.
///
/// Texts are borrowed from the datagram.
package enum RunnerMessage {
  /// The front end is loaded, and says this of itself; or what is wrong with that.
  case loaded(Result<FrontEndDescription, FrontEndRefusal>)

  /// The front end could not be loaded.
  case refused(FrontEndRefusal)

  /// The front end has asked for all there was.
  case drained

  /// The front end came back with 0 or an `errno`.
  case returned(CInt)

  /// The front end reports something; `nil` is of a later version of the contract. The revision is that
  /// of the picture that it had then.
  case input(InputMessage<UnsafeRawBufferPointer>?, revision: UInt64)

  /// The most bytes that a datagram may have.
  static let limit = MemoryLayout<formwork_packet>.size + Int(FORMWORK_TEXT_LIMIT)

  /// Reads a datagram.
  ///
  /// It is flat: one header, one text, and nothing in either leads anywhere else.
  ///
  /// - Throws: What is wrong with it; then nothing of it counts.
  package init(_ datagram: UnsafeRawBufferPointer) throws(PacketFault) {
    let headerByteCount = MemoryLayout<formwork_packet>.size
    guard datagram.count >= headerByteCount else { throw .length(datagram.count) }
    let packet = datagram.loadUnaligned(as: formwork_packet.self)
    let text = UnsafeRawBufferPointer(rebasing: datagram[headerByteCount...])
    let isCarried = packet.byte_count != FORMWORK_WIRE_TOO_LONG
    guard text.count == (isCarried ? Int(packet.byte_count) : 0), datagram.count <= Self.limit
    else { throw .length(datagram.count) }

    switch packet.kind {
    case FORMWORK_WIRE_LOADED.rawValue:
      self = .loaded(
        Result { () throws(FrontEndRefusal) in try FrontEndDescription(packet, text) })
    case FORMWORK_WIRE_REFUSED.rawValue:
      guard let refusal = FrontEndRefusal(packet, text) else { throw .refusal }
      self = .refused(refusal)
    case FORMWORK_WIRE_DRAINED.rawValue:
      self = .drained
    case FORMWORK_WIRE_RETURNED.rawValue:
      self = .returned(CInt(truncatingIfNeeded: packet.number))
    case FORMWORK_WIRE_TOO_SMALL.rawValue:
      throw .size(Int(packet.number))
    case Self.inputKinds:
      self = .input(try Self.input(packet, text), revision: packet.revision)
    default:
      throw .kind(packet.kind)
    }
  }

  /// The kinds of input messages, with room for those of later versions.
  private static let inputKinds: ClosedRange<UInt32> = 257...511

  private static func input(
    _ packet: formwork_packet, _ text: UnsafeRawBufferPointer
  ) throws(PacketFault) -> InputMessage<UnsafeRawBufferPointer>? {
    var message = formwork_message(packet)
    // A text beyond every text has no bytes here: the session refuses it by its count alone.
    message.text = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    let input = InputMessage(message)
    switch input {
    case .switchFrontEnd(let text), .log(let text):
      guard message.byte_count <= UInt64(FORMWORK_TEXT_LIMIT),
        String(validating: text, as: UTF8.self) != nil
      else { throw .text }
    default: break
    }
    return input
  }
}

extension formwork_message {
  /// The message of a datagram, without its text.
  init(_ packet: formwork_packet) {
    self.init()
    size = UInt32(MemoryLayout<formwork_message>.size)
    kind = packet.kind
    revision = packet.revision
    node = packet.node
    parent = packet.parent
    position = packet.position
    node_kind = packet.node_kind
    property = packet.property
    flags = packet.flags
    number = packet.number
    count = packet.count
    byte_count = UInt64(packet.byte_count)
  }
}

extension formwork_packet {
  /// The header of a message's datagram.
  init(_ message: formwork_message) {
    self.init()
    kind = message.kind
    node = message.node
    revision = message.revision
    parent = message.parent
    position = message.position
    node_kind = message.node_kind
    property = message.property
    flags = message.flags
    byte_count = UInt32(clamping: message.byte_count)
    number = message.number
    count = message.count
  }
}

extension FrontEndDescription {
  /// What a runner says that a front end says of itself.
  ///
  /// - Throws: The rule that it breaks; the runner has checked nothing but lengths.
  init(_ packet: formwork_packet, _ text: UnsafeRawBufferPointer) throws(FrontEndRefusal) {
    let parts = text.split(separator: 0, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .badTable(.text) }
    try self.init(
      identifier: UnsafeRawBufferPointer(rebasing: parts[0]),
      name: UnsafeRawBufferPointer(rebasing: parts[1]),
      version: UnsafeRawBufferPointer(rebasing: parts[2]),
      needs: UInt32(truncatingIfNeeded: packet.number))
  }
}

extension FrontEndRefusal {
  /// Why a runner did not load a front end; `nil` of a reason that no runner has.
  init?(_ packet: formwork_packet, _ text: UnsafeRawBufferPointer) {
    switch formwork_wire_refusal(rawValue: UInt32(truncatingIfNeeded: packet.number)) {
    case FORMWORK_WIRE_CHANGED: self = .changed
    case FORMWORK_WIRE_NOT_LOADABLE:
      self = .notLoadable(.verbatim(String(decoding: text, as: UTF8.self).replacingControls()))
    case FORMWORK_WIRE_NO_ENTRY: self = .noEntry
    case FORMWORK_WIRE_DECLINED: self = .declined
    case FORMWORK_WIRE_BAD_TABLE:
      switch formwork_wire_table_fault(rawValue: UInt32(truncatingIfNeeded: packet.count)) {
      case FORMWORK_WIRE_TABLE_SIZE: self = .badTable(.size)
      case FORMWORK_WIRE_TABLE_MAJOR: self = .badTable(.major)
      case FORMWORK_WIRE_TABLE_RUN: self = .badTable(.run)
      case FORMWORK_WIRE_TABLE_TEXT: self = .badTable(.text)
      default: return nil
      }
    default: return nil
    }
  }
}

/// What is wrong with a datagram that a runner has sent.
package enum PacketFault: Error, Hashable, Sendable {
  /// It has fewer or more bytes than it says.
  case length(Int)

  /// A message of this kind is none that a runner sends, or none that it sends at that time.
  case kind(UInt32)

  /// What was posted says that it has this size, in which there is no room for its kind.
  case size(Int)

  /// A text that is a name or a line is too long, or not in UTF-8.
  case text

  /// It refuses to load the front end for a reason that there is not.
  case refusal

  /// It sends and sends, and takes nothing.
  case flood
}

extension PacketFault: Explained {
  /// A few words for people who write front ends.
  package var message: Message {
    switch self {
    case .length(let count): Message("packet.length", count: count)
    case .kind(let kind): Message("packet.kind", ["kind": .number(Int(kind))])
    case .size(let size): Message("packet.size", ["size": .number(size)])
    case .text: "packet.text"
    case .refusal: "packet.refusal"
    case .flood: "packet.flood"
    }
  }
}
