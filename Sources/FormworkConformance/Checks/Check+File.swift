import FormworkCore
import FormworkHost

extension Check {
  /// The checks that run no code: parts of the inspection, which ends at the first broken rule.
  static let ofTheFile = ["file", "note", "symbols"].map { name in
    Check(name, Message("demand", of: name), after: []) { context throws(CheckFailure) in
      guard let refusal = context.conformance.refusal else { return }
      if refusal.check == name { throw CheckFailure(refusal.message) }
      // The inspection ends with the symbols.
      if refusal.check != "symbols" { throw CheckFailure(skipping: "check.notInspected") }
    }
  }
}

extension FrontEndLoadError {
  /// The name of the check that fails.
  fileprivate var check: String {
    switch self {
    case .noNote, .otherContract: "note"
    case .noEntry: "symbols"
    default: "file"
    }
  }
}
