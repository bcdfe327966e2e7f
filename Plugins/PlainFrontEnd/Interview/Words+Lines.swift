import Conversation
import FormworkFrontEnd

/// What only lines of a terminal or a pipe need to be told.
extension Words {
  private static let lines = Catalogue.plain.spoken()

  static func fault(_ fault: LineFault, about subject: String) -> String {
    lines.text("plain.nothingTaken", ["subject": subject, "fault": words(for: fault)])
  }

  /// What is wrong with a line of a text, of which those above it stay.
  static func fault(_ fault: LineFault, within subject: String) -> String {
    lines.text("plain.partTaken", ["subject": subject, "fault": words(for: fault)])
  }

  static func words(for fault: LineFault) -> String { line(fault.rawValue) }

  /// A sentence that shows nothing.
  static func line(_ key: String) -> String { lines.text(key) }

  static func screenChanged(_ subject: String) -> String { line("plain.screenChanged", subject) }

  static func echoStays(_ subject: String) -> String { line("plain.echoStays", subject) }

  static func nothingToClear(_ subject: String) -> String { line("plain.nothingToClear", subject) }

  static func nothingBefore(_ subject: String) -> String { line("plain.nothingBefore", subject) }

  static func nothingBehind(_ subject: String) -> String { line("plain.nothingBehind", subject) }

  /// Keys in place of a secret that do not stand alone: which part is meant cannot be known.
  static func keysBehindSecret(_ subject: String) -> String {
    line("plain.keysBehindSecret", subject)
  }

  /// What is said where a form is to be handed in before a question about it is answered.
  static func toAnswerFirst(_ subject: String) -> String { line("plain.toAnswerFirst", subject) }

  private static func line(_ key: String, _ subject: String) -> String {
    lines.text(key, ["subject": subject])
  }

  static func words(for mistake: Command.Mistake) -> String {
    switch mistake {
    case .unknown(let word): lines.text("plain.unknownCommand", ["word": word.echo()])
    case .nameless: lines.text("plain.namelessCommand")
    case .notAlone(let command): lines.text("plain.commandNotAlone", ["command": command])
    case .unnamedFrontEnd: lines.text("plain.unnamedFrontEnd")
    }
  }

  /// What can be typed at a prompt that takes command after command, such as a shell's.
  static func helpAtPrompt(_ subject: String) -> [String] {
    [line("help.shell", subject), lines.text("help.all"), lines.text("help.shell.colons")]
  }

  /// What can be typed at a prompt.
  ///
  /// - Parameters:
  ///   - subject: What the prompt asks for.
  ///   - field: The kind of field that is asked for; `nil` at buttons.
  ///   - isFirst: Whether it is a question that has to be answered before all else.
  /// - Returns: The lines.
  static func help(at subject: String, _ field: NodeKind?, isFirst: Bool = false) -> [String] {
    let ofFields = ["help.fields", "help.all", "help.fields.colons"]
    let keys =
      switch field {
      case nil: ["help.buttons"] + (isFirst ? [] : ["help.buttons.form"]) + ["help.all"]
      case .secretField:
        ["help.secret", "help.secret.keys", "help.secret.list", "help.secret.leave"]
      case .textArea: ["help.area", "help.area.end"] + ofFields
      default: ["help.field"] + ofFields
      }
    return keys.map { line($0, subject) }
  }

  // MARK: Batches

  /// What is said of a line of the input, counted from 1.
  static func line(_ number: Int, _ text: String) -> String {
    lines.text("batch.line", ["text": text], count: number)
  }
}
