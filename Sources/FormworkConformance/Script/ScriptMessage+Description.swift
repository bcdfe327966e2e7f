import CFormwork
import CFormworkWire
import FormworkCore

extension ScriptMessage {
  private static let names: [UInt32: String] = [
    FORMWORK_ATTACH.rawValue: "ATTACH", FORMWORK_INSERT.rawValue: "INSERT",
    FORMWORK_SET.rawValue: "SET", FORMWORK_MOVE.rawValue: "MOVE",
    FORMWORK_REMOVE.rawValue: "REMOVE", FORMWORK_FOCUS.rawValue: "FOCUS",
    FORMWORK_SUGGEST.rawValue: "SUGGEST", FORMWORK_RESIZED.rawValue: "RESIZED",
    FORMWORK_FLUSH.rawValue: "FLUSH", FORMWORK_DETACH.rawValue: "DETACH",
    FORMWORK_HISTORY.rawValue: "HISTORY", FORMWORK_REFUSED.rawValue: "REFUSED",
    FORMWORK_EDIT.rawValue: "EDIT",
    FORMWORK_COMMIT.rawValue: "COMMIT", FORMWORK_CHOOSE.rawValue: "CHOOSE",
    FORMWORK_ACTIVATE.rawValue: "ACTIVATE", FORMWORK_GO.rawValue: "GO",
    FORMWORK_BACK.rawValue: "BACK", FORMWORK_WINDOW.rawValue: "WINDOW",
    FORMWORK_EDIT_OUTSIDE.rawValue: "EDIT_OUTSIDE", FORMWORK_COMPLETE.rawValue: "COMPLETE",
    FORMWORK_RELOAD.rawValue: "RELOAD", FORMWORK_QUIT.rawValue: "QUIT",
    FORMWORK_SWITCH.rawValue: "SWITCH", FORMWORK_LOG.rawValue: "LOG",
    FORMWORK_RESET.rawValue: "RESET",
    FORMWORK_WIRE_RUN.rawValue: "RUN", FORMWORK_WIRE_RETURNED.rawValue: "RETURNED",
  ]

  /// The message's kind in the word of formwork.h.
  var kindName: Message {
    Self.names[kind].map { .verbatim($0) } ?? Message("packet.kind", ["kind": .number(Int(kind))])
  }

  /// As ``kindName``, where no person's language counts.
  var word: String { Self.names[kind] ?? "\(kind)" }

  /// The kind, and what tells one message of it from the next; a text by its length alone.
  var message: Message {
    var message = kindName
    func add(_ key: String, _ number: Int) {
      message = Message(key, ["message": message], count: number)
    }
    if node != 0 { add("script.node", Int(node)) }
    if property != 0 { add("script.property", Int(property)) }
    if flags != 0 { add("script.flags", Int(flags)) }
    if !text.isEmpty { add("script.text", text.count) }
    return message
  }
}
