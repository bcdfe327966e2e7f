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
    "\(subject): not taken, for the screen has changed"
  }

  static func echoStays(_ subject: String) -> String {
    "\(subject): not asked for, because this terminal's echo cannot be switched off"
  }

  static let unknownCommand =
    "Commands: \(Command.all); a text that begins with : is entered with two of them"

  static let unnamedFrontEnd = ":front-end: name the one to go on with, as in :front-end plain"

  static func fieldHelp(_ subject: String) -> [String] {
    [
      "\(subject): Enter alone keeps what is shown in brackets and goes on",
      ":next goes on, :back goes back, :clear empties the field, :submit hands the form in",
    ] + help
  }

  static func buttonHelp(_ subject: String) -> [String] {
    [
      "\(subject): enter a number, or how the words begin; Enter alone means the number in brackets",
      ":back goes back to the fields, :submit hands the form in",
    ] + help
  }

  private static let help = [
    ":front-end NAME goes on with another front end, :quit leaves, :help says this",
    unknownCommand,
  ]
}
