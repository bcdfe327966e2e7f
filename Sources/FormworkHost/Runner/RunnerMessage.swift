import CFormwork
import CFormworkWire
import FormworkContract
package import FormworkCore

/// A message from a runner, with texts that are valid as long as its datagram.
package enum RunnerMessage {
  /// The front end is loaded, with its description or the fault of its table.
  case loaded(Result<FrontEndDescription, FrontEndLoadError>)
  case refused(FrontEndLoadError)

  /// The front end has requested all pending messages.
  case drained
  case returned(CInt)

  /// The front end reported something, while it showed the picture with this revision.
  ///
  /// `nil` stands for a message of a later version of the contract.
  case input(InputMessage<UnsafeRawBufferPointer>?, revision: UInt64)

  /// The maximum size of a datagram in bytes.
  static let limit = MemoryLayout<formwork_packet>.size + Int(FORMWORK_TEXT_LIMIT)

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
        Result { () throws(FrontEndLoadError) in try FrontEndDescription(packet, text) })
    case FORMWORK_WIRE_REFUSED.rawValue:
      guard let refusal = FrontEndLoadError(packet, text) else { throw .refusal }
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
    var message = formwork_wire_message(packet)
    // A text that exceeds the limit has no bytes here: the session refuses it by its count alone.
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

extension FrontEndDescription {
  init(_ packet: formwork_packet, _ text: UnsafeRawBufferPointer) throws(FrontEndLoadError) {
    let parts = text.split(separator: 0, omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .badTable(.text) }
    try self.init(
      identifier: UnsafeRawBufferPointer(rebasing: parts[0]),
      name: UnsafeRawBufferPointer(rebasing: parts[1]),
      version: UnsafeRawBufferPointer(rebasing: parts[2]),
      needs: UInt32(truncatingIfNeeded: packet.number))
  }
}

extension FrontEndLoadError {
  /// Reads the reason why a runner did not load a front end; `nil` for an unknown reason.
  init?(_ packet: formwork_packet, _ text: UnsafeRawBufferPointer) {
    switch formwork_wire_refusal(rawValue: UInt32(truncatingIfNeeded: packet.number)) {
    case FORMWORK_WIRE_CHANGED: self = .changed
    case FORMWORK_WIRE_NOT_LOADABLE:
      self = .notLoadable(.verbatim(String(decoding: text, as: UTF8.self).replacingControls()))
    case FORMWORK_WIRE_NO_ENTRY: self = .noEntry
    case FORMWORK_WIRE_DECLINED: self = .declined
    case FORMWORK_WIRE_TABLE_SIZE: self = .badTable(.size)
    case FORMWORK_WIRE_TABLE_MAJOR: self = .badTable(.major)
    case FORMWORK_WIRE_TABLE_RUN: self = .badTable(.run)
    case FORMWORK_WIRE_TABLE_TEXT: self = .badTable(.text)
    default: return nil
    }
  }
}

/// A fault in a datagram from a runner.
package enum PacketFault: Error, Hashable, Sendable {
  /// The datagram is shorter or longer than it declares.
  case length(Int)

  /// A runner does not send messages of this kind, or not at this time.
  case kind(UInt32)

  /// The declared size of the message is too small for its kind.
  case size(Int)
  case text

  /// The reason for refusing the front end is unknown.
  case refusal

  /// The front end sends repeatedly without reading.
  case flood
}

extension PacketFault: UserMessageError {
  package var message: Message {
    switch self {
    case .length(let count): .key("packet.length", count: count)
    case .kind(let kind): .key("packet.kind", ["kind": .number(Int(kind))])
    case .size(let size): .key("packet.size", ["size": .number(size)])
    case .text, .refusal, .flood: .key("packet", of: caseName(of: self))
    }
  }
}
