public import FormworkCore
public import FormworkSession

/// Keeps what has become of a form, and says where the person goes then.
public final class FormClerk<Receipt: Sendable>: FormResponder {
  /// How the form ended, once it has.
  public private(set) var ending: FormEnding?

  /// What the store gave, once the form was submitted.
  public private(set) var receipt: Receipt?

  /// What was said last that belongs to no field.
  public private(set) var remark: Message?

  /// Whether the store was asked without an answer, and has not answered since.
  public private(set) var isOutcomeUnknown = false

  /// Whether the store has refused the answers at least once.
  public private(set) var isRefused = false

  /// Whether the person has seen on standard output where the form led to.
  public internal(set) var isShown = false

  private let next: (FormClerk) -> Navigation

  /// Makes one for a form.
  ///
  /// - Parameter next: Says where the person goes once the form has ended; where it is not given, back to where the
  ///   person came from.
  public init(_ next: @escaping (FormClerk) -> Navigation = { _ in .pop(nil) }) {
    self.next = next
  }

  /// Takes note of how the form ended.
  public func navigation(after ending: FormEnding, receipt: Receipt?) -> Navigation {
    (self.ending, self.receipt) = (ending, receipt)
    return next(self)
  }

  /// Takes note of what was said.
  public func said(_ message: Message) {
    remark = message
    if message == .submissionFailed(.timedOut) { isOutcomeUnknown = true }
  }

  /// Takes note that the store has answered.
  public func refused() { (isOutcomeUnknown, isRefused) = (false, true) }
}
