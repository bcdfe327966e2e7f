import FormworkCore

/// A breach of the contract in one line, with a way to fix it.
struct CheckFailure: UserMessageError, Equatable {
  /// The predicate of the sentence about the front end.
  let problem: Message

  /// Advice for the author.
  let fix: Message?

  /// Whether a check could not run, and nothing is wrong.
  var isSkip = false

  init(skipping reason: Message) { (problem, fix, isSkip) = (reason, nil, true) }

  init(_ problem: Message, fix: Message? = nil) { (self.problem, self.fix) = (problem, fix) }

  /// Creates the failure of a fault by its entries in the catalogue, or with another advice.
  init(
    _ fault: String, _ arguments: [String: Message] = [:], count: Int? = nil, fix: String? = nil
  ) {
    self.init(
      .key("problem", of: fault, arguments, count: count), fix: .key("fix", of: fix ?? fault))
  }

  var message: Message {
    fix.map { .key("fault.fix", ["problem": problem, "fix": $0]) } ?? problem
  }

  /// Returns the same failure in some circumstances, with other advice.
  func under(_ circumstances: Message, fix: Message) -> CheckFailure {
    CheckFailure(
      .key("fault.under", ["circumstance": circumstances, "problem": problem]), fix: fix)
  }
}
