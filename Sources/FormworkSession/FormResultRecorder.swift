public import FormworkCore

/// Records the results of a form, and decides about the next screen.
public final class FormResultRecorder<Receipt: Sendable>: FormDelegate {
  /// The outcome of the form, after it has ended.
  public private(set) var outcome: FormOutcome?

  /// The receipt of the store, after the form was submitted.
  public private(set) var receipt: Receipt?

  /// The last message that belongs to no field.
  public private(set) var note: Message?

  /// The error of the store in the last submission.
  public private(set) var failure: Message?

  /// Whether the store has not answered the last submission.
  public private(set) var isOutcomeUnknown = false

  /// Whether the store has refused the answers at least once.
  public private(set) var isRefused = false

  /// Whether the input from a pipe has ended with invalid answers.
  package var isInvalid = false

  /// Whether the user has seen the result of the form on standard output.
  public package(set) var isShown = false

  private let next: (FormResultRecorder) -> Navigation

  /// Creates a recorder, with the navigation after the form, by default back to the last screen.
  public init(_ next: @escaping (FormResultRecorder) -> Navigation = { _ in .pop(nil) }) {
    self.next = next
  }

  /// Records the outcome of the form.
  public func navigation(after outcome: FormOutcome, receipt: Receipt?) -> Navigation {
    (self.outcome, self.receipt) = (outcome, receipt)
    return next(self)
  }

  /// Records a message.
  public func showed(_ message: Message) {
    note = message
    switch message {
    case .key("submissionFailed", _, _): failure = message
    case .key("submissionFailed.outcomeUnknown", _, _):
      (failure, isOutcomeUnknown) = (message, true)
    case .key("submissionFailed.timedOut", _, _): isOutcomeUnknown = true
    default: break
    }
  }

  /// Records a refusal by the store.
  public func refused() { (failure, isOutcomeUnknown, isRefused) = (nil, false, true) }
}
