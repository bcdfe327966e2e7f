extension Message {
  /// How to get help and how to leave a shell: said once.
  static let shellWelcome: Message = "shell.welcome"

  /// There is no such command; the one that is spelled most like it, if one is.
  static func unknownCommand(_ word: String, nearest: String?) -> Message {
    let word = Message.verbatim(word.quoted)
    guard let nearest else { return Message("shell.unknownCommand", ["text": word]) }
    return Message("shell.unknownCommand.near", ["text": word, "label": .verbatim(nearest)])
  }

  /// Several commands begin like that: these.
  static func ambiguousCommand(_ word: String, candidates: [String]) -> Message {
    Message(
      "shell.ambiguousCommand",
      ["text": .verbatim(word.quoted), "labels": .list(candidates.map { .verbatim($0) })])
  }

  /// The parameter of that name was left out.
  static func missingArgument(_ name: String, usage: String) -> Message {
    Message("shell.missingArgument", ["label": .verbatim(name), "text": .verbatim(usage)])
  }

  /// More was typed than the command takes.
  static func superfluousArguments(usage: String) -> Message {
    Message("shell.superfluousArguments", ["text": .verbatim(usage)])
  }

  static func badLine(_ input: Violation.BadInput) -> Message {
    let message = Violation.badInput(input).message()
    guard case .controlCharacter = input, case .entry(_, let arguments, _) = message else {
      return message
    }
    return Message("shell.controlCharacter", arguments)
  }

  /// The lines of a form may follow a line that is mistaken, for this reason.
  static func formLost(_ reason: Message) -> Message {
    Message("shell.formLost", ["reason": reason])
  }

  static func interrupted(_ command: String) -> Message {
    Message("shell.interrupted", ["label": .verbatim(command)])
  }
}
