import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// The sentences about lines of a terminal or a pipe.
extension Words {
  private static let lines = Catalogue.plain.spoken()

  static func line(_ key: String) -> String { lines.text(key) }

  static func line(_ fault: LineFault) -> String {
    let limit = fault == .maybeCut ? LineFault.terminalLimit : LineInput.limit
    return lines.text(fault.rawValue, count: limit)
  }

  /// Returns a sentence about a field or a question, and perhaps about a fault in the answer.
  static func line(_ key: String, about subject: String, _ fault: LineFault? = nil) -> String {
    lines.text(key, ["subject": subject, "fault": fault.map { line($0) } ?? ""])
  }

  static func line(for message: Message) -> String { lines.text(for: message) }

  /// Returns the text about a line of a pipe, counted from 1.
  static func line(_ number: Int, _ text: String) -> String {
    lines.text("batch.line", ["text": text], count: number)
  }

  /// Returns the help at the prompt of a shell.
  static func helpAtPrompt(_ subject: String) -> [String] {
    ["help.shell", "help.all", "help.shell.colons"].map { line($0, about: subject) }
  }

  /// Returns the help at a field of a kind, or at buttons.
  ///
  /// An alert comes first: the form cannot be submitted before.
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
