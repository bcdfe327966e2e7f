import FormworkCore
import Synchronization

/// Says each statement as a short code, and counts how often it was asked.
final class CodeWording: Wording {
  private let calls = Mutex(0)

  /// How many sentences were asked for.
  var count: Int { calls.withLock { $0 } }

  func text(for statement: Statement) -> String {
    calls.withLock { $0 += 1 }
    return statement.spelled
  }

  func text(for message: Message) -> String { message.spelled }
}

extension Message {
  /// The text, or the key.
  var spelled: String { Catalogue([:]).text(for: self) }
}

extension Statement {
  /// The statement as a short code.
  var spelled: String {
    switch self {
    case .violation(let violation, _): violation.spelled
    case .checking(let check, let text): "\(check) of \(text ?? "a secret")"
    case .unverified(let reason): "unverified, \(reason.spelled)"
    case .loading: "loading"
    case .loadFailed(let reason): "not loaded, \(reason.spelled)"
    case .awaitingChecks(let labels): "awaiting \(Message.list(labels).spelled)"
    case .submitting: "submitting"
    case .submissionWithdrawn: "withdrawn"
    case .submissionFailed(let reason): "failed, \(reason.spelled)"
    case .waitingForOutcome: "no way back"
    case .refusedElsewhere(let label, let violation):
      "elsewhere \(label?.spelled ?? "-"), \(violation.spelled)"
    case .leaveQuestion: "leave?"
    case .leaveKeepingQuestion: "leave and keep?"
    case .resumeQuestion(let time): "resume \(time)?"
    case .nothingToResume: "nothing to resume"
    case .draftTrouble(let line): "draft \(line)"
    case .button(let button): button.rawValue
    }
  }
}

extension Violation {
  fileprivate var spelled: String {
    switch self {
    case .valueMissing, .typeMismatch, .rangeUnderflow, .rangeOverflow, .stepMismatch,
      .badInput, .keyword:
      code
    case .patternMismatch(let name), .customError(let name, _): name
    case .tooLong(let limit, let count): "\(count) > \(limit)"
    case .tooShort(let limit, let count): "\(count) < \(limit)"
    }
  }
}

extension Reason {
  fileprivate var spelled: String {
    switch self {
    case .timedOut: "timed out"
    case .failed(let message): message.spelled
    }
  }
}
