public import FormworkCore
public import FormworkSession

/// The operations of a form, which a closure or the test answers.
///
/// A call without a closure waits: ``nextLoad(limit:)``, ``nextCheck(limit:)`` and
/// ``nextSubmission(limit:)`` return it to the test, in the order of the calls.
public final class ScriptedOperations<Receipt: Sendable>: FormOperations {
  /// A waiting call.
  public enum Call: Sendable {
    /// A load of the form.
    case load(PendingAnswer<FormDefinition>)

    /// A check.
    case check(CheckRequest, PendingAnswer<Violation?>)

    /// A submission of the answers.
    case submit(Submission, PendingAnswer<SubmissionOutcome<Receipt>>)
  }

  /// Checks a value, and returns the violation or `nil`.
  public typealias Check = @concurrent @Sendable (CheckRequest) async throws -> Violation?

  /// Accepts or refuses the answers.
  public typealias Submit =
    @concurrent @Sendable (Submission) async throws -> SubmissionOutcome<Receipt>

  private struct State {
    var asked: [String] = []
    var calls: [Call] = []
    var definition: FormDefinition?
    var checks: [String: Check] = [:]
    var submit: Submit?
  }

  private let state = Synchronized(State())

  /// Creates operations whose calls all wait.
  public init() {}

  /// Creates operations that load a form at once, and whose other calls wait.
  public init(_ definition: FormDefinition) { state.change { $0.definition = definition } }

  /// All calls so far, one line each.
  ///
  /// Examples are `load`, `check name by isFree of [name: "Ada"]`, and `submit [name: "Ada"]`.
  /// Secrets appear in them between stars.
  public var asked: [String] { state.change { $0.asked } }

  /// Answers all later checks with a name.
  public func answerChecks(_ name: String, by check: @escaping Check) {
    state.change { $0.checks[name] = check }
  }

  /// Answers all later submissions.
  public func answerSubmissions(by submit: @escaping Submit) { state.change { $0.submit = submit } }

  // MARK: Calls of the form

  /// Loads the form of ``init(_:)``, or waits for the test.
  @concurrent public func load() async throws -> FormDefinition {
    try await answer("load", by: { state in state.definition.map { form in { form } } }) {
      .load($0)
    }
  }

  /// Runs the closure for the check, or waits for the test.
  @concurrent public func check(_ request: CheckRequest) async throws -> Violation? {
    let line = "check \(request.field) by \(request.check) of \(request.answers.spelled)"
    return try await answer(
      line,
      by: { state in state.checks[request.check].map { check in { try await check(request) } } }
    ) { .check(request, $0) }
  }

  /// Runs the closure for submissions, or waits for the test.
  @concurrent public func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<Receipt> {
    try await answer(
      "submit \(submission.answers.spelled)",
      by: { state in state.submit.map { submit in { try await submit(submission) } } }
    ) { .submit(submission, $0) }
  }

  /// Answers a call by a closure of the test, if there is one, or lets it wait.
  private func answer<Answer>(
    _ line: String, by closure: (State) -> (() async throws -> Answer)?,
    waitingAs call: (PendingAnswer<Answer>) -> Call
  ) async throws -> Answer {
    let pending = PendingAnswer<Answer>()
    let known = state.change { state in
      state.asked.append(line)
      let known = closure(state)
      if known == nil { state.calls.append(call(pending)) }
      return known
    }
    if let known { return try await known() }
    return try await pending.answer()
  }

  // MARK: Waiting calls

  /// Blocks the thread until the next waiting call; throws a ``ScriptedFailure`` after the limit.
  public func next(limit: Duration = defaultLimit) throws(ScriptedFailure) -> Call {
    guard state.wait(limit: limit, until: { $0.calls.isEmpty ? nil : true }) != nil else {
      throw ScriptedFailure("no call came within \(limit)")
    }
    return state.change { $0.calls.removeFirst() }
  }

  /// Waits for the next call, which must be a load.
  public func nextLoad(
    limit: Duration = defaultLimit
  ) throws(ScriptedFailure) -> PendingAnswer<FormDefinition> {
    let call = try next(limit: limit)
    guard case .load(let pending) = call else { throw ScriptedFailure("not a load: \(call)") }
    return pending
  }

  /// Waits for the next call, which must be a check.
  public func nextCheck(
    limit: Duration = defaultLimit
  ) throws(ScriptedFailure) -> (request: CheckRequest, pending: PendingAnswer<Violation?>) {
    let call = try next(limit: limit)
    guard case .check(let request, let pending) = call else {
      throw ScriptedFailure("not a check: \(call)")
    }
    return (request, pending)
  }

  /// Waits for the next call, which must be a submission.
  public func nextSubmission(
    limit: Duration = defaultLimit
  ) throws(ScriptedFailure) -> (
    submission: Submission, pending: PendingAnswer<SubmissionOutcome<Receipt>>
  ) {
    let call = try next(limit: limit)
    guard case .submit(let submission, let pending) = call else {
      throw ScriptedFailure("not a submission: \(call)")
    }
    return (submission, pending)
  }
}
