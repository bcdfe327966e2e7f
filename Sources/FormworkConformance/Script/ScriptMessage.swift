import CFormwork
import CFormworkWire
import FormworkCore
import FormworkHost
import FormworkTools

extension ScriptMessage {
  /// Takes a datagram apart; returns `nil` if it is too short.
  init?(datagram: UnsafeRawBufferPointer) {
    let headerByteCount = MemoryLayout<formwork_packet>.size
    guard datagram.count >= headerByteCount else { return nil }
    let message = formwork_wire_message(datagram.loadUnaligned(as: formwork_packet.self))
    self.init(message, text: Array(datagram[headerByteCount...]))
  }

  /// The kind in a sentence.
  var kindName: Message {
    name.map { .verbatim($0) } ?? .key("packet.kind", ["kind": .number(Int(kind))])
  }

  /// The kind and the fields that tell this message from the next; of a text, its length.
  var message: Message {
    [
      ("script.node", Int(node)), ("script.property", Int(property)), ("script.flags", Int(flags)),
      ("script.text", text.count),
    ].filter { $0.1 != 0 }.reduce(kindName) { .key($1.0, ["message": $0], count: $1.1) }
  }
}
