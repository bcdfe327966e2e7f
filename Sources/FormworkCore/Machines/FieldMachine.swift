/// The state machine of one field: the status of its content, and its pause or check.
///
/// The owner stores the content, computes a ``Verdict`` for each event and performs the returned action.
/// A field has at most one pause or check: a new one replaces the previous one.
public struct FieldMachine: Sendable {
  /// The status of the field.
  public enum State: Hashable, Sendable {
    /// The user has entered nothing. Most events end this state; ``Event/left(_:)`` does not.
    case untouched

    /// The user is typing, and the violations are shown as help. Ends when the user leaves the field.
    case incomplete([Violation])

    /// The user left or submitted the field with violations. Ends on an edit, or when a dependency changes.
    case invalid([Violation])

    /// The field's rules hold; a check waits for a pause in typing. Ends after the pause.
    case debouncing(CheckID)

    /// A check is running. Ends when it responds.
    case checking(CheckID)

    /// A check or the store rejected the content. Ends when the content or an input of the check changes.
    case refused(Violation)

    /// The check could not run. Ends on a retry.
    case unverified(Reason)

    /// The content is valid. Ends when the content or a dependency changes.
    case valid

    /// A condition hides the field; its content is kept. Ends when the condition holds again.
    case excluded
  }

  /// An event that affects the field.
  public enum Event: Hashable, Sendable {
    /// The content changed.
    case edited(Verdict)

    /// The user committed the content.
    case committed(Verdict)

    /// The user left the field.
    case left(Verdict)

    /// The user requested a submission.
    case submitPressed(Verdict)

    /// A field that the rules or the check read changed.
    case dependencyChanged(Verdict, reachesCheck: Bool)

    /// The pause in typing ended.
    case pauseElapsed(CheckID)

    /// The check accepted the content.
    case checkPassed(CheckID)

    /// The check rejected the content.
    case checkRefused(CheckID, Violation)

    /// The check could not give a result.
    case checkFailed(CheckID, Reason)

    /// The store rejected the submission because of this field.
    case refusedBySubmission(Violation)

    /// The condition that shows the field no longer holds.
    case excluded

    /// The condition that shows the field holds again.
    case included(Verdict, isDefault: Bool)

    /// The content was replaced by that of a draft or file, and is validated.
    case restored(Verdict)

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
    // One block per state, in the order of the table in the tests. The last case of each block lists the events
    // that have no effect in this state, for example because they are late.

    // Leaving an untouched field does not make it invalid.
    case (.untouched, .edited(let verdict)):
      return type(verdict)
    case (.untouched, .committed(let verdict)), (.untouched, .submitPressed(let verdict)),
      (.untouched, .restored(let verdict)):
      return judge(verdict) { .check($0) }
    case (.untouched, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.untouched, .excluded):
      return exclude()
    case (.untouched, .left), (.untouched, .dependencyChanged), (.untouched, .pauseElapsed),
      (.untouched, .checkPassed), (.untouched, .checkRefused), (.untouched, .checkFailed),
      (.untouched, .included), (.untouched, .reset):
      return .nothing

    case (.incomplete, .edited(let verdict)), (.incomplete, .dependencyChanged(let verdict, _)):
      return type(verdict)
    case (.incomplete, .committed(let verdict)), (.incomplete, .left(let verdict)),
      (.incomplete, .submitPressed(let verdict)):
      return judge(verdict) { .check($0) }
    case (.incomplete, .restored(let verdict)):
      return judge(verdict) { .check($0) }
    case (.incomplete, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.incomplete, .excluded):
      return exclude()
    case (.incomplete, .reset):
      return enter(.untouched)
    case (.incomplete, .pauseElapsed), (.incomplete, .checkPassed), (.incomplete, .checkRefused),
      (.incomplete, .checkFailed), (.incomplete, .included):
      return .nothing

    case (.invalid, .edited(let verdict)), (.invalid, .dependencyChanged(let verdict, _)):
      return judge(verdict) { .startPause($0) }
    case (.invalid, .committed(let verdict)), (.invalid, .left(let verdict)),
      (.invalid, .submitPressed(let verdict)):
      return judge(verdict) { .check($0) }
    case (.invalid, .restored(let verdict)):
      return judge(verdict) { .check($0) }
    case (.invalid, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.invalid, .excluded):
      return exclude()
    case (.invalid, .reset):
      return enter(.untouched)
    case (.invalid, .pauseElapsed), (.invalid, .checkPassed), (.invalid, .checkRefused),
      (.invalid, .checkFailed), (.invalid, .included):
      return .nothing

    // A user who leaves the field does not have to wait for the pause.
    case (.debouncing(let id), .edited(let verdict)):
      return type(verdict, ending: id)
    case (.debouncing(let id), .committed), (.debouncing(let id), .left),
      (.debouncing(let id), .submitPressed):
      return check(id)
    case (.debouncing(let id), .dependencyChanged(let verdict, _)):
      return judge(verdict, ending: id) { .startPause($0) }
    case (.debouncing(let id), .pauseElapsed(let elapsed)):
      return elapsed == id ? check(id) : .nothing
    case (.debouncing(let id), .restored(let verdict)):
      return judge(verdict, ending: id) { .check($0) }
    case (.debouncing(let id), .refusedBySubmission(let violation)):
      return refuse(violation, ending: id)
    case (.debouncing(let id), .excluded):
      return exclude(ending: id)
    case (.debouncing(let id), .reset):
      return enter(.untouched, ending: id)
    case (.debouncing, .checkPassed), (.debouncing, .checkRefused), (.debouncing, .checkFailed),
      (.debouncing, .included):
      return .nothing

    // Only the response of the current check counts.
    case (.checking(let id), .edited(let verdict)):
      return type(verdict, ending: id)
    case (.checking(let id), .dependencyChanged(let verdict, let reachesCheck)):
      if verdict == .needsCheck && !reachesCheck { return .nothing }
      return judge(verdict, ending: id) { .check($0) }
    case (.checking(let id), .checkPassed(let answered)):
      if answered == id { state = .valid }
      return .nothing
    case (.checking(let id), .checkRefused(let answered, let violation)):
      if answered == id { state = .refused(violation) }
      return .nothing
    case (.checking(let id), .checkFailed(let answered, let reason)):
      if answered == id { state = .unverified(reason) }
      return .nothing
    case (.checking(let id), .restored(let verdict)):
      return judge(verdict, ending: id) { .check($0) }
    case (.checking(let id), .refusedBySubmission(let violation)):
      return refuse(violation, ending: id)
    case (.checking(let id), .excluded):
      return exclude(ending: id)
    case (.checking(let id), .reset):
      return enter(.untouched, ending: id)
    case (.checking, .committed), (.checking, .left), (.checking, .submitPressed),
      (.checking, .pauseElapsed), (.checking, .included):
      return .nothing

    // A rejection stays until the content that it is about changes.
    case (.refused, .edited(let verdict)):
      return type(verdict)
    case (.refused, .dependencyChanged(let verdict, let reachesCheck)):
      if verdict == .holds || verdict == .needsCheck && !reachesCheck { return .nothing }
      return judge(verdict) { .startPause($0) }
    case (.refused, .restored(let verdict)):
      return judge(verdict) { .check($0) }
    case (.refused, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.refused, .excluded):
      return exclude()
    case (.refused, .reset):
      return enter(.untouched)
    case (.refused, .committed), (.refused, .left), (.refused, .submitPressed),
      (.refused, .pauseElapsed), (.refused, .checkPassed), (.refused, .checkRefused),
      (.refused, .checkFailed), (.refused, .included):
      return .nothing

    case (.unverified, .edited(let verdict)):
      return type(verdict)
    case (.unverified, .committed), (.unverified, .submitPressed):
      return judge(.needsCheck) { .check($0) }
    case (.unverified, .dependencyChanged(let verdict, _)):
      return judge(verdict) { .check($0) }
    case (.unverified, .restored(let verdict)):
      return judge(verdict) { .check($0) }
    case (.unverified, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.unverified, .excluded):
      return exclude()
    case (.unverified, .reset):
      return enter(.untouched)
    case (.unverified, .left), (.unverified, .pauseElapsed), (.unverified, .checkPassed),
      (.unverified, .checkRefused), (.unverified, .checkFailed), (.unverified, .included):
      return .nothing

    case (.valid, .edited(let verdict)):
      return type(verdict)
    case (.valid, .dependencyChanged(let verdict, let reachesCheck)):
      if verdict == .needsCheck && !reachesCheck { return .nothing }
      return judge(verdict) { .check($0) }
    case (.valid, .restored(let verdict)):
      return judge(verdict) { .check($0) }
    case (.valid, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.valid, .excluded):
      return exclude()
    case (.valid, .reset):
      return enter(.untouched)
    case (.valid, .committed), (.valid, .left), (.valid, .submitPressed), (.valid, .pauseElapsed),
      (.valid, .checkPassed), (.valid, .checkRefused), (.valid, .checkFailed), (.valid, .included):
      return .nothing

    // A hidden field ignores events; the form shows a rejection by the store as a notice.
    case (.excluded, .included(let verdict, let isDefault)):
      return isDefault ? enter(.untouched) : judge(verdict) { .startPause($0) }
    case (.excluded, .edited), (.excluded, .committed), (.excluded, .left),
      (.excluded, .submitPressed), (.excluded, .dependencyChanged), (.excluded, .pauseElapsed),
      (.excluded, .checkPassed), (.excluded, .checkRefused), (.excluded, .checkFailed),
      (.excluded, .refusedBySubmission), (.excluded, .excluded),
      (.excluded, .restored), (.excluded, .reset):
      return .nothing
    }
  }

  /// Applies a verdict while the user types: violations are shown as help.
  private mutating func type(_ verdict: Verdict, ending id: CheckID? = nil) -> Action {
    guard case .broken(let violations) = verdict else {
      return judge(verdict, ending: id) { .startPause($0) }
    }
    return enter(.incomplete(violations), ending: id)
  }

  /// Applies a verdict after the user finished typing.
  ///
  /// `start` begins a check, after a pause or at once.
  private mutating func judge(
    _ verdict: Verdict, ending id: CheckID? = nil, start: (CheckID) -> Action
  ) -> Action {
    switch verdict {
    case .broken(let violations): return enter(.invalid(violations), ending: id)
    case .holds: return enter(.valid, ending: id)
    case .needsCheck:
      lastCheck += 1
      let next = CheckID(rawValue: lastCheck)
      let action = start(next)
      state = action == .check(next) ? .checking(next) : .debouncing(next)
      return action
    }
  }

  private mutating func check(_ id: CheckID) -> Action {
    state = .checking(id)
    return .check(id)
  }

  private mutating func refuse(_ violation: Violation, ending id: CheckID? = nil) -> Action {
    enter(.refused(violation), ending: id)
  }

  private mutating func exclude(ending id: CheckID? = nil) -> Action {
    enter(.excluded, ending: id)
  }

  /// Enters a state without a pause or check, and cancels the current one.
  private mutating func enter(_ next: State, ending id: CheckID? = nil) -> Action {
    state = next
    return id.map { .cancel($0) } ?? .nothing
  }
}

/// The result of the field's own rules for its content.
public enum Verdict: Hashable, Sendable {
  /// At least one rule is violated.
  case broken([Violation])

  /// All rules hold, and there is no remote check.
  case holds

  /// All rules hold; a remote check decides.
  case needsCheck
}

/// The reason why an operation gave no result.
public enum Reason: Hashable, Sendable {
  /// The operation exceeded its time limit.
  case timedOut

  /// The operation failed, with a message for the user.
  case failed(Message)

  /// The reason as a message.
  public var message: Message {
    switch self {
    case .timedOut: "reason.timedOut"
    case .failed(let message): message
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
public enum Readiness: Hashable, Sendable {
  /// Nothing prevents a submission. A check that could not run does not prevent it.
  case ready

  /// No rule is violated, but a check waits or runs.
  case pending

  /// A rule is violated, or a field was rejected.
  case barred
}
