package import FormworkCore

package enum CheckResult: Equatable, Sendable {
  /// The front end keeps to it.
  case passed

  /// It does not: what is wrong, and the mend, in one line.
  case failed(Message)

  /// It could not be looked at, for this reason.
  case skipped(Message)
}

extension CheckResult {
  package var message: Message {
    switch self {
    case .passed: "check.passed"
    case .failed(let reason): Message("check.failed", ["reason": reason])
    case .skipped(let reason): Message("check.skipped", ["reason": reason])
    }
  }
}
