import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// What only lines of a terminal or a pipe need to be told.
extension Words {
  private static let lines = Catalogue.plain.spoken()

  /// A sentence that shows nothing.
  static func line(_ key: String) -> String { lines.text(key) }

  /// What is wrong with a line.
  static func line(_ fault: LineFault) -> String {
    let limit = fault == .maybeCut ? LineFault.terminalLimit : LineInput.limit
    return lines.text(fault.rawValue, count: limit)
  }

  /// A sentence about what is asked for, and perhaps about a fault in the answer.
  static func line(_ key: String, about subject: String, _ fault: LineFault? = nil) -> String {
    lines.text(key, ["subject": subject, "fault": fault.map { line($0) } ?? ""])
  }

  /// The words of a message.
  static func line(for message: Message) -> String { lines.text(for: message) }

  /// What can be typed at a prompt that takes command after command, such as a shell's.
  static func helpAtPrompt(_ subject: String) -> [String] {
    [line("help.shell", about: subject), lines.text("help.all"), lines.text("help.shell.colons")]
  }

  /// What can be typed at a prompt.
  ///
  /// - Parameters:
  ///   - subject: What the prompt asks for.
  ///   - field: The kind of field that is asked for; `nil` at buttons.
  ///   - isFirst: Whether it is a question that has to be answered before all else.
  ///   - isAtList: Whether there are rows to choose from.
  ///   - isForm: Whether there is something to hand in.
  ///   - isInSection: Whether it stands in a section, which has commands of its own, or asks for its buttons.
  /// - Returns: The lines.
  static func help(
    at subject: String, _ field: NodeKind?, isFirst: Bool = false, isAtList: Bool = false,
    isForm: Bool = true, isInSection: Bool = false
  ) -> [String] {
    let ofSection = isInSection ? ["help.fields.section"] : []
    let ofFields =
      ["help.fields", "help.fields.reload"] + ofSection + ["help.all", "help.fields.colons"]
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

  // MARK: Batches

  /// What is said of a line of the input, counted from 1.
  static func line(_ number: Int, _ text: String) -> String {
    lines.text("batch.line", ["text": text], count: number)
  }
}
