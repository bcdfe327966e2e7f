import CFormworkWire
import FormworkCore

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
      needs: UInt32(truncatingIfNeeded: packet.number),
      minor: UInt32(clamping: packet.count))
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
