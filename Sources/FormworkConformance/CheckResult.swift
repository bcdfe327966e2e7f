/// What a check has found out.
package enum CheckResult: Equatable, Sendable {
  /// The front end keeps to it.
  case passed

  /// It does not: what is wrong, and the mend, in one line.
  case failed(String)

  /// It could not be looked at, for this reason.
  case skipped(String)
}

extension CheckResult: CustomStringConvertible {
  /// One line.
  package var description: String {
    switch self {
    case .passed: "ok"
    case .failed(let reason): "failed: \(reason)"
    case .skipped(let reason): "skipped: \(reason)"
    }
  }
}
