import Conversation
import FormworkFrontEnd

/// What only lines of a terminal or a pipe need to be told.
extension Words {
  static func fault(_ fault: LineFault, about subject: String) -> String {
    "\(subject): \(words(for: fault)); nothing was taken"
  }

  static func words(for fault: LineFault) -> String {
    switch fault {
    case .tooLong: "a line may have 65536 bytes at most"
    case .textTooLong: "a text may have 65536 bytes at most"
    case .maybeCut: "the terminal may have cut a line of 4095 bytes or more"
    case .notUTF8: "the line is not UTF-8"
    case .containsNUL: "the line contains a NUL character"
    }
  }

  static func screenChanged(_ subject: String) -> String {
    "\(subject): not taken, because the question changed while it was typed"
  }

  static func echoStays(_ subject: String) -> String {
    "\(subject): not asked for, because this terminal would show what is typed"
  }

  /// Said once, at the first prompt of a program.
  static let firstPrompt = ":help lists what can be typed in place of an answer, :quit leaves"

  /// Said at the first secret of a form.
  static let keysOfSecrets =
    "^X p and Enter goes back, ^X n and Enter goes on, ^X ? and Enter helps"

  static func nothingToClear(_ subject: String) -> String {
    "\(subject): there is nothing to clear"
  }

  static func unknownCommand(_ word: String) -> String {
    "unknown command \(word.echo()); :help lists them"
  }

  static let unnamedFrontEnd = ":front-end: name the one to go on with, as in :front-end plain"

  /// What can be typed at a prompt.
  ///
  /// - Parameters:
  ///   - subject: What the prompt asks for.
  ///   - field: The kind of field that is asked for; `nil` at buttons.
  /// - Returns: The lines.
  static func help(at subject: String, _ field: NodeKind?) -> [String] {
    switch field {
    case nil:
      [
        "\(subject): type a number, or the first letters; Enter alone means the number in brackets",
        ":back goes back to the fields, :submit hands the form in",
        helpOfAll,
      ]
    case .secretField:
      [
        "\(subject): what you type is not shown; Enter alone keeps what was typed before, and goes on",
        "^X is the keys Control and X together, alone on a line with one more, and Enter:",
        "^X p goes back, ^X n goes on, ^X c empties the field, ^X s hands the form in, ^X ? says this",
        "^D leaves",
      ]
    default:
      [
        "\(subject): Enter alone keeps what is shown in brackets, and goes on",
        ":next goes on, :back goes back, :clear empties the field, :submit hands the form in",
        helpOfAll,
        "a text that begins with : is typed with two of them",
      ]
    }
  }

  private static let helpOfAll =
    ":front-end NAME goes on with another front end, :quit leaves, :help says this"
}
