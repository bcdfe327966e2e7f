import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// The sentences about lines of a terminal or a pipe.
extension Words {
  private static let lines = Catalogue.plain.spoken()

  static func line(_ fault: LineFault) -> String {
    let limit = fault == .maybeCut ? LineFault.terminalLimit : LineInput.limit
    return lines.text(fault.rawValue, count: limit)
  }

  /// Returns a sentence, perhaps about a field or a question, and about a fault in the answer.
  static func line(_ key: String, about subject: String = "", _ fault: LineFault? = nil) -> String {
    lines.text(key, ["subject": subject, "fault": fault.map { line($0) } ?? ""])
  }

  static func line(for message: Message) -> String { lines.text(for: message) }

  static func line(_ number: Int, _ text: String) -> String {
    lines.text("batch.line", ["text": text], count: number)
  }

  static func helpAtPrompt(_ subject: String) -> [String] {
    ["help.shell", "help.all", "help.shell.colons"].map { line($0, about: subject) }
  }

  /// Returns the help at a field of a kind, or at buttons; those of an alert come first.
  static func help(
    at subject: String, _ field: NodeKind?, isFirst: Bool = false, isAtList: Bool = false,
    isForm: Bool = true, isInSection: Bool = false
  ) -> [String] {
    let ofFields =
      ["help.fields", "help.fields.reload"] + (isInSection ? ["help.fields.section"] : [])
      + ["help.all", "help.fields.colons"]
    let keys =
      switch field {
      case nil where isAtList: ["help.list"] + (isForm ? ["help.buttons.form"] : []) + ["help.all"]
      case nil where isInSection:
        ["help.section", "help.section.form", "help.fields.section", "help.all"]
      case nil: ["help.buttons"] + (isFirst ? [] : ["help.buttons.form"]) + ["help.all"]
      case .secretField:
        [
          "help.secret", "help.secret.keys", "help.secret.list", "help.secret.colons",
          "help.secret.leave",
        ]
      case .textArea: ["help.area", "help.area.end"] + ofFields
      default: ["help.field"] + ofFields
      }
    return keys.map { line($0, about: subject) }
  }
}

/// The reason why a line is not handed to the host; the raw value is the key of its words.
enum LineFault: String {
  /// More bytes than a text of the contract may have.
  case tooLong = "line.tooLong"
  /// Several lines that are too long together.
  case textTooLong = "line.textTooLong"
  /// As long as the longest line that a terminal gives: the rest of it may be gone.
  case maybeCut = "line.maybeCut"
  case notUTF8 = "line.notUTF8"
  case containsNUL = "line.containsNUL"

  /// The bytes of a line that a terminal in canonical mode keeps, beside the newline: see termios(3).
  static let terminalLimit = 4095

  init?(_ line: SecretBytes, fromTerminal: Bool) {
    if fromTerminal && line.byteCount >= Self.terminalLimit {
      self = .maybeCut
    } else if line.withBytes({ $0.contains(0) }) {
      self = .containsNUL
    } else if !line.isUTF8 {
      self = .notUTF8
    } else {
      return nil
    }
  }
}
