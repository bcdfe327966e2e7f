package import FormworkCore

package enum CheckResult: Equatable, Sendable {
  /// The front end keeps to it.
  case passed

  /// It does not: what is wrong, and the mend, in one line; and the last messages before it crashed or hung.
  case failed(Message, last: [String] = [])

  /// It could not be looked at, for this reason.
  case skipped(Message)
}

extension CheckResult {
  package var message: Message {
    switch self {
    case .passed: "check.passed"
    case .failed(let reason, _): Message("check.failed", ["reason": reason])
    case .skipped(let reason): Message("check.skipped", ["reason": reason])
    }
  }

  /// The lines to stand below: the last messages before a crash or a hang.
  package var details: [Message] {
    guard case .failed(_, let last) = self, !last.isEmpty else { return [] }
    return ["check.last"] + last.map { .verbatim("  \($0)") }
  }
}
