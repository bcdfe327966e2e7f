public import FormworkCore
public import FormworkSession

/// A form's operations, answered as a test says: each by a closure, or held back until the test lets it go.
///
/// A call for which there is no closure waits: ``nextLoad(limit:)``, ``nextCheck(limit:)`` and
/// ``nextSubmission(limit:)`` hand it to the test, in the order in which calls were made.
public final class ScriptedOperations<Receipt: Sendable>: FormOperations {
  /// A call that waits.
  public enum Call: Sendable {
    /// The form is to be loaded.
    case load(PendingAnswer<FormDefinition>)

    /// A check is to be run.
    case check(CheckRequest, PendingAnswer<Violation?>)

    /// The answers are handed in.
    case submit(Submission, PendingAnswer<SubmissionOutcome<Receipt>>)
  }

  /// Finds what is wrong; `nil` where nothing is.
  public typealias Check = @Sendable (CheckRequest) throws -> Violation?

  /// Takes the answers, or refuses them.
  public typealias Submit = @Sendable (Submission) throws -> SubmissionOutcome<Receipt>

  private struct State {
    var asked: [String] = []
    var calls: [Call] = []
    var definition: FormDefinition?
    var checks: [String: Check] = [:]
    var submit: Submit?
  }

  private let state = Monitor(State())

  /// Makes operations that hold every call back.
  public init() {}

  /// Makes operations that load a form at once, and hold every other call back.
  public init(_ definition: FormDefinition) { state.change { $0.definition = definition } }

  /// All that was asked so far, a line for each call.
  ///
  /// Such as `load`, `check name by isFree of [name: "Ada"]`,
  /// `submit [name: "Ada"]`. Secrets stand in them, between stars.
  public var asked: [String] { state.change { $0.asked } }

  /// Answers the checks of a name from now on.
  public func answerChecks(_ name: String, by check: @escaping Check) {
    state.change { $0.checks[name] = check }
  }

  /// Answers submissions from now on.
  public func answerSubmissions(by submit: @escaping Submit) { state.change { $0.submit = submit } }

  // MARK: What the form asks

  /// What ``init(_:)`` was given, or what the test gives.
  @concurrent public func load() async throws -> FormDefinition {
    let pending = PendingAnswer<FormDefinition>()
    let definition = state.change { state in
      state.asked.append("load")
      if state.definition == nil { state.calls.append(.load(pending)) }
      return state.definition
    }
    if let definition { return definition }
    return try await pending.answer()
  }

  /// What the closure for the check says, or the test.
  @concurrent public func check(_ request: CheckRequest) async throws -> Violation? {
    let pending = PendingAnswer<Violation?>()
    let check = state.change { state in
      state.asked.append(
        "check \(request.field) by \(request.check) of \(request.answers.spelled)")
      let check = state.checks[request.check]
      if check == nil { state.calls.append(.check(request, pending)) }
      return check
    }
    if let check { return try check(request) }
    return try await pending.answer()
  }

  /// What the closure for submissions says, or the test.
  @concurrent public func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<Receipt> {
    let pending = PendingAnswer<SubmissionOutcome<Receipt>>()
    let submit = state.change { state in
      state.asked.append("submit \(submission.answers.spelled)")
      if state.submit == nil { state.calls.append(.submit(submission, pending)) }
      return state.submit
    }
    if let submit { return try submit(submission) }
    return try await pending.answer()
  }

  // MARK: What the test lets go

  /// Waits for the next call that is held back; it blocks its thread.
  ///
  /// - Throws: ``ScriptedFailure`` where none comes within the limit.
  public func next(limit: Duration = defaultLimit) throws(ScriptedFailure) -> Call {
    guard state.wait(limit: limit, until: { $0.calls.isEmpty ? nil : true }) != nil else {
      throw ScriptedFailure("no call came within \(limit)")
    }
    return state.change { $0.calls.removeFirst() }
  }

  /// Waits for the next call, which has to be a load.
  public func nextLoad(
    limit: Duration = defaultLimit
  ) throws(ScriptedFailure) -> PendingAnswer<FormDefinition> {
    let call = try next(limit: limit)
    guard case .load(let pending) = call else { throw ScriptedFailure("not a load: \(call)") }
    return pending
  }

  /// Waits for the next call, which has to be a check.
  public func nextCheck(
    limit: Duration = defaultLimit
  ) throws(ScriptedFailure) -> (request: CheckRequest, pending: PendingAnswer<Violation?>) {
    let call = try next(limit: limit)
    guard case .check(let request, let pending) = call else {
      throw ScriptedFailure("not a check: \(call)")
    }
    return (request, pending)
  }

  /// Waits for the next call, which has to be a submission.
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
