public import FormworkCore

extension Catalogue: Wording {
  /// The sentence for a statement; its key, where the table has none.
  public func text(for statement: Statement) -> String { text(for: statement.message) }
}

extension Statement {
  /// The statement as a message.
  fileprivate var message: Message {
    switch self {
    case .violation(let violation, let field): violation.message(of: field)
    case .checking(_, nil): "checking"
    case .checking(let check, let text?):
      Message("checking", of: check, ["text": .verbatim(text.echoed)])
    case .unverified(let reason): Message("unverified", ["reason": reason.message])
    case .loading: "loading"
    case .loadFailed(let reason): Message("loadFailed", ["reason": reason.message])
    case .awaitingChecks(let labels): Message("awaitingChecks", ["labels": .list(labels)])
    case .submitting: "submitting"
    case .submissionWithdrawn: "submissionWithdrawn"
    case .submissionFailed(let reason):
      Message(
        "submissionFailed", of: reason == .timedOut ? "timedOut" : nil,
        ["reason": reason.message])
    case .waitingForOutcome: "waitingForOutcome"
    case .refusedElsewhere(let label, let violation):
      violation.message().under("refusedElsewhere", ["label": label ?? .verbatim("")])
    case .leaveQuestion: "leaveQuestion"
    case .leaveKeepingQuestion: "leaveKeepingQuestion"
    case .resumeQuestion(let time): Message("resumeQuestion", ["text": .verbatim(time)])
    case .nothingToResume: "nothingToResume"
    case .draftTrouble(let line): .verbatim(line)
    case .button(let button): Message("button", of: button.rawValue)
    }
  }
}

extension Message {
  /// The message of an entry with more before its key, and with more arguments.
  fileprivate func under(_ key: String, _ others: [String: Message]) -> Message {
    guard case .entry(let rest, let arguments, let count) = self else { return self }
    return Message(
      key, of: rest, arguments.merging(others) { argument, _ in argument }, count: count)
  }
}
