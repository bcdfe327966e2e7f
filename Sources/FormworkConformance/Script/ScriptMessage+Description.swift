import CFormwork

extension ScriptMessage: CustomStringConvertible {
  private static let names: [UInt32: String] = [
    FORMWORK_ATTACH.rawValue: "ATTACH", FORMWORK_INSERT.rawValue: "INSERT",
    FORMWORK_SET.rawValue: "SET", FORMWORK_MOVE.rawValue: "MOVE",
    FORMWORK_REMOVE.rawValue: "REMOVE", FORMWORK_FOCUS.rawValue: "FOCUS",
    FORMWORK_SUGGEST.rawValue: "SUGGEST", FORMWORK_RESIZED.rawValue: "RESIZED",
    FORMWORK_FLUSH.rawValue: "FLUSH", FORMWORK_DETACH.rawValue: "DETACH",
    FORMWORK_HISTORY.rawValue: "HISTORY", FORMWORK_EDIT.rawValue: "EDIT",
    FORMWORK_COMMIT.rawValue: "COMMIT", FORMWORK_CHOOSE.rawValue: "CHOOSE",
    FORMWORK_ACTIVATE.rawValue: "ACTIVATE", FORMWORK_GO.rawValue: "GO",
    FORMWORK_BACK.rawValue: "BACK", FORMWORK_WINDOW.rawValue: "WINDOW",
    FORMWORK_EDIT_OUTSIDE.rawValue: "EDIT_OUTSIDE", FORMWORK_COMPLETE.rawValue: "COMPLETE",
    FORMWORK_RELOAD.rawValue: "RELOAD", FORMWORK_QUIT.rawValue: "QUIT",
    FORMWORK_SWITCH.rawValue: "SWITCH", FORMWORK_LOG.rawValue: "LOG",
  ]

  /// The message's kind in the word of formwork.h.
  var kindName: String { Self.names[kind] ?? "a message of kind \(kind)" }

  /// The kind, and what tells one message of it from the next; a text by its length alone.
  var description: String {
    var words = [kindName]
    if node != 0 { words.append("of node \(node)") }
    if property != 0 { words.append("property \(property)") }
    if flags != 0 { words.append("flags \(flags)") }
    if !text.isEmpty { words.append("with \(text.count) bytes of text") }
    return words.joined(separator: " ")
  }
}
