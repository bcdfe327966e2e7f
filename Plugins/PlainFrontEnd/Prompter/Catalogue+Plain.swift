import FormworkFrontEnd
import Wording

extension Catalogue {
  static let plain = Catalogue([
    "line.tooLong": "a line may have {count} bytes at most",
    "line.textTooLong": "a text may have {count} bytes at most",
    "line.maybeCut": "the terminal may have cut a line of {count} bytes or more",
    "line.notUTF8": "the line is not UTF-8",
    "line.containsNUL": "the line contains a NUL character",

    "plain.nothingTaken": "{subject}: {fault}; the line was ignored",
    "plain.partTaken": "{subject}: {fault}; the lines from there on were ignored",
    "plain.screenChanged": "{subject}: ignored, because the question changed while you were typing",
    "plain.echoStays": "{subject}: skipped, because this terminal would display what you type",
    "plain.command": "Command (:help lists them)",
    "plain.nothingToChoose": "{subject}: there is nothing to choose; :help lists the commands",
    "plain.firstPrompt": ":help lists what can be typed in place of an answer, :quit leaves",
    "plain.keysOfSecrets":
      "^X p and Enter goes back, ^X n and Enter continues, ^X ? and Enter helps",
    "plain.nothingToClear": "{subject}: there is nothing to clear",
    "plain.nothingBefore": "{subject}: there is nothing before it to go back to",
    "plain.noSection": "{subject}: it is in no section with buttons",
    "plain.nothingAfter": "{subject}: there is nothing after it to go to",
    "plain.keysNotAlone": "ignored: type ^X and its letter alone on the line, and then Enter",
    "plain.toAnswerFirst": "{subject}: answer this before you submit the form",
    "plain.unknownCommand": "unknown command {word}; :help lists them",
    "plain.namelessCommand":
      "commands look like :help; to enter text that starts with a colon, type two colons",
    "plain.commandNotAlone":
      "type {command} alone; to enter text that starts with a colon, type two colons",
    "plain.frontEndWords": ":front-end: name one front end, as in :front-end plain, or none",

    "help.all": ":front-end NAME changes to another front end, :quit leaves, :help shows this",
    "help.shell": "{subject}: type a command and Enter; help, without a colon, lists the commands",
    "help.shell.colons": "a command that begins with : is typed with two of them",
    "help.buttons":
      "{subject}: type a number, or the first letters; Enter alone means the number in brackets",
    "help.buttons.form": ":back goes back to the fields, :submit submits the form",
    "help.list":
      "{subject}: type a row's number or the first letters of a choice; Enter shows the next page",
    "help.section":
      "{subject}: type a number or the first letters; an item's name goes to it, Enter continues",
    "help.section.form": ":back goes back, :submit submits the form, :reload loads it again",
    "help.secret":
      "{subject}: what you type is not shown; Enter alone keeps the last entry, and continues",
    "help.secret.keys":
      "^X is the keys Control and X together, alone on a line with one more, and Enter:",
    "help.secret.list":
      """
    ^X p goes back, ^X n continues, ^X c resets the field, ^X s submits the form, ^X r reloads it, \
    ^X f changes to the next front end, ^X ? shows this
    """,
    "help.secret.colons":
      """
    :back, :next, :clear, :submit, :reload, :front-end, :help and :quit are taken, too; a secret that is one of these \
    is typed with two colons
    """,
    "help.secret.leave": "^D leaves",
    "help.area":
      "{subject}: each line that you type is one of the text; a single . on a line ends it",
    "help.area.end":
      "and, as the first, keeps what is there; a line that begins with . is typed with two of them",
    "help.field": "{subject}: Enter alone keeps what is shown in brackets, and continues",
    "help.fields":
      ":next continues, :back goes back, :clear resets the field, :submit submits the form",
    "help.fields.reload": ":reload loads the form again; your answers stay",
    "help.fields.section":
      ":section lists the actions of the section, :skip goes past it, :rewind back to its start",
    "help.fields.colons": "a text that begins with : is typed with two of them",

    "batch.line": "line {count}: {text}",
    "batch.promptLost": "{reason} (nothing after it is read: it may be the lines of a form)",
    "batch.inputEnded": "the input ended before this field",
    "batch.noYesOrNo": "answer y or n",
    "batch.noOption": "no option of that name, label or number",
    "batch.moreLines": "more lines than fields",
    "batch.moreLines.unasked": "more lines than fields; lines cannot fill in {subject}: {advice}",
    "batch.needsAnswers": "{subject}: lines of a pipe cannot fill this in: {advice}",
    "batch.advice": "answer at a terminal",
    "batch.notAccepted": "not accepted",
  ])
}

/// The sentences about lines of a terminal or a pipe.
extension FrontEndMessages {
  private static let lines = Catalogue.plain.spoken()

  static func line(_ fault: LineFault) -> String {
    let limit = fault == .maybeCut ? LineFault.terminalLimit : LineInput.limit
    return lines.text(fault.rawValue, count: limit)
  }

  /// Returns a sentence, perhaps about a field or a question, and about a fault in the answer.
  static func line(_ key: String, about subject: String = "", _ fault: LineFault? = nil) -> String {
    lines.text(key, ["subject": subject, "fault": fault.map { line($0) } ?? ""])
  }

  /// Returns a sentence about parts without lines, with the program's way to answer them, if any.
  static func line(_ key: String, about parts: [String], advice: String) -> String {
    let names = parts.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let advice = advice.isEmpty ? line("batch.advice") : advice
    return lines.text(key, ["subject": list(names), "advice": advice])
  }

  static func line(for message: Message) -> String { lines.text(for: message) }

  static func line(_ number: Int, _ text: String) -> String {
    lines.text("batch.line", ["text": text], count: number)
  }

  /// Returns the help at a field of a kind, or at buttons; those of an alert come first.
  static func help(
    at subject: String, _ field: NodeKind?, isFirst: Bool = false, isAtList: Bool = false,
    isForm: Bool = true, isInSection: Bool = false, isPrompt: Bool = false
  ) -> [String] {
    let ofFields =
      ["help.fields", "help.fields.reload"] + (isInSection ? ["help.fields.section"] : [])
      + ["help.all", "help.fields.colons"]
    let keys =
      switch field {
      case _ where isPrompt: ["help.shell", "help.all", "help.shell.colons"]
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

/// The reason why a line is not passed to the host; the raw value is the key of its sentence.
enum LineFault: String {
  /// More bytes than a text of the contract may have.
  case tooLong = "line.tooLong"
  /// Several lines that are too long together.
  case textTooLong = "line.textTooLong"
  /// As long as the longest line that a terminal returns: the rest of it may be lost.
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
