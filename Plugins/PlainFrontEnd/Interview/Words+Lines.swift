import Conversation
import FormworkFrontEnd

/// What only lines of a terminal or a pipe need to be told.
extension Words {
  static func fault(_ fault: LineFault, about subject: String) -> String {
    "\(subject): \(words(for: fault)); nothing was taken"
  }

  /// What is wrong with a line of a text, of which those above it stay.
  static func fault(_ fault: LineFault, within subject: String) -> String {
    "\(subject): \(words(for: fault)); nothing was taken from there on"
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

  static func nothingBefore(_ subject: String) -> String {
    "\(subject): there is nothing before it to go back to"
  }

  static func nothingBehind(_ subject: String) -> String {
    "\(subject): there is nothing behind it to go on to"
  }

  /// Keys in place of a secret that do not stand alone: which part is meant cannot be known.
  static func keysBehindSecret(_ subject: String) -> String {
    "\(subject): nothing was taken: ^X and its letter are typed alone on the line, and then Enter"
  }

  static func words(for mistake: Command.Mistake) -> String {
    switch mistake {
    case .unknown(let word): "unknown command \(word.echo()); :help lists them"
    case .nameless:
      "a command is a colon with its name right behind it, such as :help; an answer that begins with "
        + ": is typed with two of them"
    case .notAlone(let command):
      "\(command) stands alone on its line; an answer that begins with : is typed with two of them"
    case .unnamedFrontEnd: ":front-end: name the one to go on with, as in :front-end plain"
    }
  }

  /// What can be typed at a prompt that takes command after command, such as a shell's.
  static func helpAtPrompt(_ subject: String) -> [String] {
    [
      "\(subject): type a command and Enter; help, without a colon, lists the commands",
      helpOfAll,
      "a command that begins with : is typed with two of them",
    ]
  }

  /// What can be typed at a prompt.
  ///
  /// - Parameters:
  ///   - subject: What the prompt asks for.
  ///   - field: The kind of field that is asked for; `nil` at buttons.
  ///   - isFirst: Whether it is a question that has to be answered before all else.
  /// - Returns: The lines.
  static func help(at subject: String, _ field: NodeKind?, isFirst: Bool = false) -> [String] {
    switch field {
    case nil:
      [
        "\(subject): type a number, or the first letters; Enter alone means the number in brackets"
      ] + (isFirst ? [] : [":back goes back to the fields, :submit hands the form in"])
        + [helpOfAll]
    case .secretField:
      [
        "\(subject): what you type is not shown; Enter alone keeps what was typed before, and goes on",
        "^X is the keys Control and X together, alone on a line with one more, and Enter:",
        "^X p goes back, ^X n goes on, ^X c empties the field, ^X s hands the form in, ^X ? says this",
        "^D leaves",
      ]
    case .textArea:
      [
        "\(subject): each line that you type is one of the text; a single . on a line ends it",
        "and, as the first, keeps what is there; a line that begins with . is typed with two of them",
      ] + helpOfFields
    default:
      ["\(subject): Enter alone keeps what is shown in brackets, and goes on"] + helpOfFields
    }
  }

  /// What is said where a form is to be handed in before a question about it is answered.
  static func toAnswerFirst(_ subject: String) -> String {
    "\(subject): this has to be answered before the form can be handed in"
  }

  private static let helpOfFields = [
    ":next goes on, :back goes back, :clear empties the field, :submit hands the form in",
    helpOfAll,
    "a text that begins with : is typed with two of them",
  ]

  private static let helpOfAll =
    ":front-end NAME goes on with another front end, :quit leaves, :help says this"
}
