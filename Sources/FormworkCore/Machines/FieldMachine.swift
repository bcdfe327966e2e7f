/// The life of one field: what is known about its content, and what is being found out.
///
/// The owner holds the content, computes a ``Verdict`` and hands it in; it performs the action that
/// comes back. A field has one pause or check at a time: the start of one ends the one before.
public struct FieldMachine: Sendable {
  /// What is known about the field.
  public enum State: Hashable, Sendable {
    /// Nothing was entered, nothing is shown. Leaves on most events; ``Event/left(_:)`` keeps it.
    case untouched

    /// Being typed: the broken rules are help, not complaints. Leaves when the person moves on.
    case incomplete([Violation])

    /// Left or submitted with broken rules. Leaves on an edit, or when what it depends on changes.
    case invalid([Violation])

    /// Its rules hold; a check waits for a pause in typing. Leaves when that has passed.
    case debouncing(CheckID)

    /// A check runs. Leaves on its answer.
    case checking(CheckID)

    /// A check or the store said no. Leaves when the content, or an input of its check, changes.
    case refused(Violation)

    /// The check could not run: not the person's fault. Leaves on a retry.
    case unverified(Reason)

    /// All is well. Leaves when the content, or what it depends on, changes.
    case valid

    /// A condition hides the field; its content is kept. Leaves when the condition holds again.
    case excluded
  }

  /// What happened.
  public enum Event: Hashable, Sendable {
    /// The content differs now.
    case edited(Verdict)

    /// The person accepted the content.
    case committed(Verdict)

    /// The person went elsewhere.
    case left(Verdict)

    /// The person wants to submit the form.
    case submitPressed(Verdict)

    /// A field that its rules or its check read has changed.
    case dependencyChanged(Verdict, reachesCheck: Bool)

    /// The pause in typing was long enough.
    case pauseElapsed(CheckID)

    /// The check found nothing wrong.
    case checkPassed(CheckID)

    /// The check said no.
    case checkRefused(CheckID, Violation)

    /// The check gave no answer.
    case checkFailed(CheckID, Reason)

    /// The store refused the submission for this field.
    case refusedBySubmission(Violation)

    /// The condition that shows the field does not hold any more.
    case excluded

    /// The condition that shows the field holds again.
    case included(Verdict, isDefault: Bool)

    /// The content came from a draft or a file: it is judged anew.
    case restored(Verdict)

    /// What the field began with stands there again.
    case reset
  }

  /// What the owner has to do.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Tell ``Event/pauseElapsed(_:)`` after the check's pause.
    case startPause(CheckID)

    /// Run the check.
    case check(CheckID)

    /// End the pause or the check.
    case cancel(CheckID)
  }

  /// What is known about the field now.
  public private(set) var state: State

  /// The last id that was given out.
  ///
  /// It outlives every state, so that ids never repeat.
  private(set) var lastCheck: UInt64

  /// Makes the machine of a field that the person has not touched.
  public init() { self.init(state: .untouched) }

  /// Makes the machine of a field that may stand in the place of another one: its ids are higher than this one.
  init(after lastCheck: UInt64) { self.init(state: .untouched, lastCheck: lastCheck) }

  init(state: State, lastCheck: UInt64 = 0) {
    self.state = state
    self.lastCheck = lastCheck
  }

  /// Whether it waits for ``Event/included(_:isDefault:)``.
  var isExcluded: Bool { state == .excluded }

  /// Takes an event in and returns what has to be done.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    // One block a state, in the order of the table: what does something, then what is decided to do
    // nothing (an event that comes too late, or that has nothing to work on here).

    // Passing through is no error.
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

    // A person who is done with the field need not wait for the pause.
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

    // An answer counts only while that very check runs.
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

    // A refusal stands until what it was about has changed.
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

    // Out of sight nothing happens; a refusal by the store becomes a notice of the form.
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

  /// Takes a verdict while the person types: broken rules are help.
  private mutating func type(_ verdict: Verdict, ending id: CheckID? = nil) -> Action {
    guard case .broken(let violations) = verdict else {
      return judge(verdict, ending: id) { .startPause($0) }
    }
    return enter(.incomplete(violations), ending: id)
  }

  /// Takes a verdict in earnest.
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

  /// Goes to a state in which nothing is being found out, ending the pause or check, if any.
  private mutating func enter(_ next: State, ending id: CheckID? = nil) -> Action {
    state = next
    return id.map { .cancel($0) } ?? .nothing
  }
}

/// What a field's own rules say of its content.
public enum Verdict: Hashable, Sendable {
  /// At least one rule is broken.
  case broken([Violation])

  /// Every rule holds, and there is no remote check.
  case holds

  /// Every rule holds; a remote check has the last word.
  case needsCheck
}

/// Why an operation gave no answer.
public enum Reason: Hashable, Sendable {
  /// It took longer than it may.
  case timedOut

  /// It failed; what the operation says to a person.
  case failed(Message)

  /// Why there was no answer.
  public var message: Message {
    switch self {
    case .timedOut: "reason.timedOut"
    case .failed(let message): message
    }
  }
}

/// One run of a field's check.
///
/// Ids rise and never repeat within a field.
public struct CheckID: Hashable, Sendable {
  /// Counted from 1.
  public let rawValue: UInt64

  /// Makes an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// One attempt to load what a screen needs.
///
/// Ids rise and never repeat within a screen.
public struct LoadID: Hashable, Sendable {
  /// Counted from 1.
  public let rawValue: UInt64

  /// Makes an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// One submission, whatever number of attempts it takes: the store knows a repetition by it.
public struct SubmissionID: Hashable, Sendable {
  /// Counted from 1.
  public let rawValue: UInt64

  /// Makes an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What a form's fields say together.
public enum Readiness: Hashable, Sendable {
  /// Nothing stands against a submission. A check that could not run does not.
  case ready

  /// No rule is broken, but a check waits or runs.
  case pending

  /// A rule is broken, or a field was refused.
  case barred
}
