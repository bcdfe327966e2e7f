/// The state machine of one field: the status of its content, and its pause or check.
///
/// The owner stores the content, computes a ``ValidationResult`` for each event and performs the returned action.
/// A field has at most one pause or check: a new one replaces the previous one.
public struct FieldMachine: Sendable {
  /// The status of the field.
  public enum State: Hashable, Sendable {
    /// The user has entered nothing. Most events end this state; ``Event/left(_:)`` does not.
    case untouched

    /// The user is typing, and the violations are shown as help. Ends when the user leaves the field.
    case incomplete(Violations)

    /// The user left or submitted the field with violations. Ends on an edit, or when a dependency changes.
    case invalid(Violations)

    /// The field's rules hold; a check waits for a pause in typing. Ends after the pause.
    case debouncing(CheckID)

    /// A check is running. Ends when it responds.
    case checking(CheckID)

    /// A check or the store refused the content. Ends when the content or an input of the check changes.
    case refused(Violation)

    /// The check could not run. Ends on a retry.
    case unverified(OperationFailure)

    /// The content is valid. Ends when the content or a dependency changes.
    case valid

    /// A condition hides the field; its content is kept. Ends when the condition holds again.
    case excluded
  }

  /// An event that affects the field.
  public enum Event: Hashable, Sendable {
    /// The content changed.
    case edited(ValidationResult)

    /// The user committed the content.
    case committed(ValidationResult)

    /// The user left the field.
    case left(ValidationResult)

    /// The user requested a submission.
    case submitPressed(ValidationResult)

    /// A field that the rules or the check read changed.
    case dependencyChanged(ValidationResult, reachesCheck: Bool)

    /// The pause in typing ended.
    case pauseElapsed(CheckID)

    /// The check accepted the content.
    case checkPassed(CheckID)

    /// The check refused the content.
    case checkRefused(CheckID, Violation)

    /// The check could not give a result.
    case checkFailed(CheckID, OperationFailure)

    /// The store refused the submission because of this field.
    case refusedBySubmission(Violation)

    /// The condition that shows the field no longer holds.
    case excluded

    /// The condition that shows the field holds again.
    case included(ValidationResult, isDefault: Bool)

    /// The content was replaced by that of a draft or file, and is validated.
    case restored(ValidationResult)

    /// The content was reset to its initial value.
    case reset
  }

  /// An action for the owner.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Wait for the check's pause, then apply ``Event/pauseElapsed(_:)``.
    case startPause(CheckID)

    /// Run the check.
    case check(CheckID)

    /// Cancel the pause or check.
    case cancel(CheckID)
  }

  /// The current status of the field.
  public private(set) var state: State

  /// The last check's number, kept in every state so that ids never repeat.
  private(set) var lastCheck: UInt64

  /// Creates the machine of an untouched field.
  public init() { self.init(state: .untouched) }

  /// Creates the machine of a field that may replace another one, with ids higher than `lastCheck`.
  init(after lastCheck: UInt64) { self.init(state: .untouched, lastCheck: lastCheck) }

  init(state: State, lastCheck: UInt64 = 0) {
    self.state = state
    self.lastCheck = lastCheck
  }

  /// Whether the machine waits for ``Event/included(_:isDefault:)``.
  var isExcluded: Bool { state == .excluded }

  /// Applies an event and returns the action to perform.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.untouched, .edited(let verdict)), (.incomplete, .edited(let verdict)),
      (.incomplete, .dependencyChanged(let verdict, _)), (.debouncing, .edited(let verdict)),
      (.checking, .edited(let verdict)), (.refused, .edited(let verdict)),
      (.unverified, .edited(let verdict)), (.valid, .edited(let verdict)):
      return type(verdict)
    case (.invalid, .edited(let verdict)), (.invalid, .dependencyChanged(let verdict, _)),
      (.debouncing, .dependencyChanged(let verdict, _)):
      return conclude(verdict, afterPause: true)
    case (.untouched, .committed(let verdict)), (.untouched, .submitPressed(let verdict)),
      (.incomplete, .committed(let verdict)), (.incomplete, .left(let verdict)),
      (.incomplete, .submitPressed(let verdict)), (.invalid, .committed(let verdict)),
      (.invalid, .left(let verdict)), (.invalid, .submitPressed(let verdict)),
      (.unverified, .dependencyChanged(let verdict, _)), (.untouched, .restored(let verdict)),
      (.incomplete, .restored(let verdict)), (.invalid, .restored(let verdict)),
      (.debouncing, .restored(let verdict)), (.checking, .restored(let verdict)),
      (.refused, .restored(let verdict)), (.unverified, .restored(let verdict)),
      (.valid, .restored(let verdict)):
      return conclude(verdict)
    case (.unverified, .committed), (.unverified, .submitPressed):
      return conclude(.needsCheck)
    case (.checking, .dependencyChanged(let verdict, let reachesCheck)),
      (.valid, .dependencyChanged(let verdict, let reachesCheck)):
      if verdict == .needsCheck && !reachesCheck { return .nothing }
      return conclude(verdict)
    // A refusal stays until the content that it is about changes.
    case (.refused, .dependencyChanged(let verdict, let reachesCheck)):
      if verdict == .holds || verdict == .needsCheck && !reachesCheck { return .nothing }
      return conclude(verdict, afterPause: true)

    // A user who leaves the field does not have to wait for the pause.
    case (.debouncing(let id), .committed), (.debouncing(let id), .left),
      (.debouncing(let id), .submitPressed):
      return check(id)
    case (.debouncing(let id), .pauseElapsed(let elapsed)):
      return elapsed == id ? check(id) : .nothing
    // Only the response of the current check counts.
    case (.checking(let id), .checkPassed(let answered)):
      if answered == id { state = .valid }
      return .nothing
    case (.checking(let id), .checkRefused(let answered, let violation)):
      if answered == id { state = .refused(violation) }
      return .nothing
    case (.checking(let id), .checkFailed(let answered, let reason)):
      if answered == id { state = .unverified(reason) }
      return .nothing

    case (.untouched, .refusedBySubmission(let violation)),
      (.incomplete, .refusedBySubmission(let violation)),
      (.invalid, .refusedBySubmission(let violation)),
      (.debouncing, .refusedBySubmission(let violation)),
      (.checking, .refusedBySubmission(let violation)),
      (.refused, .refusedBySubmission(let violation)),
      (.unverified, .refusedBySubmission(let violation)),
      (.valid, .refusedBySubmission(let violation)):
      return enter(.refused(violation))
    case (.untouched, .excluded), (.incomplete, .excluded), (.invalid, .excluded),
      (.debouncing, .excluded), (.checking, .excluded), (.refused, .excluded),
      (.unverified, .excluded), (.valid, .excluded):
      return enter(.excluded)
    case (.excluded, .included(let verdict, let isDefault)):
      return isDefault ? enter(.untouched) : conclude(verdict, afterPause: true)
    case (.incomplete, .reset), (.invalid, .reset), (.debouncing, .reset), (.checking, .reset),
      (.refused, .reset), (.unverified, .reset), (.valid, .reset):
      return enter(.untouched)

    // The remaining events have no effect, one block per state. Many of them are late.

    // Leaving an untouched field does not make it invalid.
    case (.untouched, .left), (.untouched, .dependencyChanged), (.untouched, .pauseElapsed),
      (.untouched, .checkPassed), (.untouched, .checkRefused), (.untouched, .checkFailed),
      (.untouched, .included), (.untouched, .reset),
      (.incomplete, .pauseElapsed), (.incomplete, .checkPassed), (.incomplete, .checkRefused),
      (.incomplete, .checkFailed), (.incomplete, .included),
      (.invalid, .pauseElapsed), (.invalid, .checkPassed), (.invalid, .checkRefused),
      (.invalid, .checkFailed), (.invalid, .included),
      (.debouncing, .checkPassed), (.debouncing, .checkRefused), (.debouncing, .checkFailed),
      (.debouncing, .included),
      (.checking, .committed), (.checking, .left), (.checking, .submitPressed),
      (.checking, .pauseElapsed), (.checking, .included),
      (.refused, .committed), (.refused, .left), (.refused, .submitPressed),
      (.refused, .pauseElapsed), (.refused, .checkPassed), (.refused, .checkRefused),
      (.refused, .checkFailed), (.refused, .included),
      (.unverified, .left), (.unverified, .pauseElapsed), (.unverified, .checkPassed),
      (.unverified, .checkRefused), (.unverified, .checkFailed), (.unverified, .included),
      (.valid, .committed), (.valid, .left), (.valid, .submitPressed), (.valid, .pauseElapsed),
      (.valid, .checkPassed), (.valid, .checkRefused), (.valid, .checkFailed), (.valid, .included):
      return .nothing
    // The form shows a refusal of a hidden field as a notice.
    case (.excluded, .edited), (.excluded, .committed), (.excluded, .left),
      (.excluded, .submitPressed), (.excluded, .dependencyChanged), (.excluded, .pauseElapsed),
      (.excluded, .checkPassed), (.excluded, .checkRefused), (.excluded, .checkFailed),
      (.excluded, .refusedBySubmission), (.excluded, .excluded),
      (.excluded, .restored), (.excluded, .reset):
      return .nothing
    }
  }

  /// Applies a verdict while the user types: violations are shown as help.
  private mutating func type(_ verdict: ValidationResult) -> Action {
    guard case .broken(let violations) = verdict else {
      return conclude(verdict, afterPause: true)
    }
    return enter(.incomplete(violations))
  }

  /// Applies a verdict after the user finished typing, and begins a check at once or after a pause.
  private mutating func conclude(_ verdict: ValidationResult, afterPause: Bool = false) -> Action {
    switch verdict {
    case .broken(let violations): return enter(.invalid(violations))
    case .holds: return enter(.valid)
    case .needsCheck:
      lastCheck += 1
      let next = CheckID(rawValue: lastCheck)
      guard afterPause else { return check(next) }
      state = .debouncing(next)
      return .startPause(next)
    }
  }

  private mutating func check(_ id: CheckID) -> Action {
    state = .checking(id)
    return .check(id)
  }

  /// Enters a state without a pause or check, and cancels the current one.
  private mutating func enter(_ next: State) -> Action {
    defer { state = next }
    switch state {
    case .debouncing(let id), .checking(let id): return .cancel(id)
    case .untouched, .incomplete, .invalid, .refused, .unverified, .valid, .excluded:
      return .nothing
    }
  }
}

/// The result of the field's own rules for its content.
public enum ValidationResult: Hashable, Sendable {
  /// At least one rule is violated.
  case broken(Violations)

  /// All rules hold, and there is no remote check.
  case holds

  /// All rules hold; a remote check decides.
  case needsCheck
}

/// The reason why an operation gave no result.
public enum OperationFailure: Hashable, Sendable {
  /// The operation exceeded its time limit.
  case timedOut

  /// The operation failed, with a message for the user.
  indirect case failed(Message)

  /// The operation may have been performed, but its answer is missing, with a message for the user.
  indirect case outcomeUnknown(Message)

  /// The reason as a message.
  public var message: Message {
    switch self {
    case .timedOut: .key("reason.timedOut")
    case .failed(let message), .outcomeUnknown(let message): message
    }
  }
}

/// The id of one run of a field's check.
///
/// Ids increase, and never repeat within a field.
public struct CheckID: Hashable, Sendable {
  /// The number of the run, counted from 1.
  public let rawValue: UInt64

  /// Creates an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The id of one attempt to load the content of a screen.
///
/// Ids increase, and never repeat within a screen.
public struct LoadID: Hashable, Sendable {
  /// The number of the attempt, counted from 1.
  public let rawValue: UInt64

  /// Creates an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The id of one submission.
///
/// All attempts share it, so that the store recognizes a repetition.
public struct SubmissionID: Hashable, Sendable {
  /// The number of the submission, counted from 1.
  public let rawValue: UInt64

  /// Creates an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The combined status of a form's fields.
public enum SubmissionReadiness: Hashable, Sendable {
  /// Nothing prevents a submission. A check that could not run does not prevent it.
  case ready

  /// No rule is violated, but a check waits or runs.
  case pending

  /// A rule is violated, or a field was refused.
  case blocked
}
