public import FormworkCore

extension MessageTable: ShellWording {
  /// The sentence for a statement of a shell; its key, where the table has none.
  public func text(for statement: ShellStatement) -> String {
    let (keys, parameters) = statement.entry
    return text(under: keys, parameters)
  }
}

extension ShellStatement {
  /// The keys to look under, the most particular first, and what goes into the sentence.
  fileprivate var entry: (keys: [String], parameters: [String: String]) {
    switch self {
    case .welcome: (["shell.welcome"], [:])
    case .unknownCommand(let word, nil): (["shell.unknownCommand"], ["text": word.quoted])
    case .unknownCommand(let word, let nearest?):
      (
        ["shell.unknownCommand.near", "shell.unknownCommand"],
        ["text": word.quoted, "label": nearest]
      )
    case .ambiguousCommand(let word, let candidates):
      (
        ["shell.ambiguousCommand"],
        ["text": word.quoted, "labels": candidates.joined(separator: ", ")]
      )
    case .missingArgument(let name, let usage):
      (["shell.missingArgument"], ["label": name, "text": usage])
    case .superfluousArguments(let usage): (["shell.superfluousArguments"], ["text": usage])
    case .badInput(let input): Violation.badInput(input).shellEntry
    case .interrupted(let command): (["shell.interrupted"], ["label": command])
    }
  }
}

extension Violation {
  /// As everywhere, but for what is said of lines in other words.
  fileprivate var shellEntry: (keys: [String], parameters: [String: String]) {
    let (keys, parameters) = entry
    return (keys.map { "shell.\($0)" } + keys, parameters)
  }
}
