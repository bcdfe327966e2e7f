import CFormwork
import CFormworkWire
import FormworkCore
import FormworkHost
import FormworkTesting

extension ScriptMessage {
  /// Takes a datagram apart; returns `nil` if it is too short.
  init?(datagram: UnsafeRawBufferPointer) {
    let headerByteCount = MemoryLayout<formwork_packet>.size
    guard datagram.count >= headerByteCount else { return nil }
    let message = formwork_message(datagram.loadUnaligned(as: formwork_packet.self))
    self.init(message, text: Array(datagram[headerByteCount...]))
  }

  /// The kind in a sentence.
  var kindName: Message {
    name.map { .verbatim($0) } ?? Message("packet.kind", ["kind": .number(Int(kind))])
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
