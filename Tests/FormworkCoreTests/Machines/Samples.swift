import FormworkCore

// The payloads of the tables, with the names of the design: `i` is the current pause, check, load or
// submission, `j` the next one, `old` an earlier one. Events carry `new`, states carry `old`.

extension CheckID {
  static let old = CheckID(rawValue: 6)
  static let i = CheckID(rawValue: 7)
  static let j = CheckID(rawValue: 8)
}

extension LoadID {
  static let old = LoadID(rawValue: 6)
  static let i = LoadID(rawValue: 7)
  static let j = LoadID(rawValue: 8)
}

extension SubmissionID {
  static let old = SubmissionID(rawValue: 6)
  static let i = SubmissionID(rawValue: 7)
}

extension Violation {
  static let old = Violation.tooShort(limit: 3, count: 2)
  static let new = Violation.customError("taken")
}

extension [Violation] {
  static let old = [Violation.old]
  static let new = [Violation.new, .patternMismatch("letters")]
}

extension Violations {
  static let old: Violations = [.old]
  static let new: Violations = [.new, .patternMismatch("letters")]
}

extension FormDefinition {
  static let plain = form(isReviewed: false)
  static let reviewed = form(isReviewed: true)

  private static func form(isReviewed: Bool) -> FormDefinition {
    do throws(DefinitionError) {
      return try FormDefinition("form", title: "Form", isReviewed: isReviewed) {}
    } catch {
      fatalError("\(error)")
    }
  }
}

extension [FormIssue] {
  static let new = [FormIssue("name", .new)]
}

extension SavedDraft {
  static let old = SavedDraft(
    Draft(contents: ["name": .text("ann")], touched: ["name"]), at: "dawn")
  static let new = SavedDraft(Draft(contents: ["name": .text("bob")], touched: []), at: "noon")
}

extension OperationFailure {
  static let old = OperationFailure.timedOut
  static let new = OperationFailure.failed("no route")
}

extension ValidationResult {
  static let samples: [ValidationResult] = [.broken(.new), .holds, .needsCheck]
}

extension SubmissionReadiness {
  static let samples: [SubmissionReadiness] = [.ready, .pending, .blocked]
}
