import FormworkCore

/// The field's machine as the design's page has it: a table of words, and two sentences.
///
/// The words of a cell: `B`, `H` and `N` before a state name the verdict that leads to it; `N+` is
/// `N` if an input of the check changed. A state without one follows whatever the verdict. What is
/// not there does nothing. The sentences, in ``apply(_:)``: a pause or a check that begins is asked
/// for; one that ends without its answer, and without another, is cancelled.
struct FieldReference {
  private static let page: [String: [String: String]] = [
    "untouched": [
      "edited": "B incomplete; H valid; N debouncing",
      "committed": "B invalid; H valid; N checking",
      "submitPressed": "B invalid; H valid; N checking",
      "refusedBySubmission": "refused",
      "excluded": "excluded",
      "restored": "B invalid; H valid; N checking",
    ],
    "incomplete": [
      "edited": "B incomplete; H valid; N debouncing",
      "committed": "B invalid; H valid; N checking",
      "left": "B invalid; H valid; N checking",
      "submitPressed": "B invalid; H valid; N checking",
      "dependencyChanged": "B incomplete; H valid; N debouncing",
      "refusedBySubmission": "refused",
      "excluded": "excluded",
      "restored": "B invalid; H valid; N checking",
      "reset": "untouched",
    ],
    "invalid": [
      "edited": "B invalid; H valid; N debouncing",
      "committed": "B invalid; H valid; N checking",
      "left": "B invalid; H valid; N checking",
      "submitPressed": "B invalid; H valid; N checking",
      "dependencyChanged": "B invalid; H valid; N debouncing",
      "refusedBySubmission": "refused",
      "excluded": "excluded",
      "restored": "B invalid; H valid; N checking",
      "reset": "untouched",
    ],
    "debouncing": [
      "edited": "B incomplete; H valid; N debouncing",
      "committed": "its check",
      "left": "its check",
      "submitPressed": "its check",
      "dependencyChanged": "B invalid; H valid; N debouncing",
      "pauseElapsed": "its check",
      "refusedBySubmission": "refused",
      "excluded": "excluded",
      "restored": "B invalid; H valid; N checking",
      "reset": "untouched",
    ],
    "checking": [
      "edited": "B incomplete; H valid; N debouncing",
      "dependencyChanged": "B invalid; H valid; N+ checking",
      "checkPassed": "valid",
      "checkRefused": "refused",
      "checkFailed": "unverified",
      "refusedBySubmission": "refused",
      "excluded": "excluded",
      "restored": "B invalid; H valid; N checking",
      "reset": "untouched",
    ],
    "valid": [
      "edited": "B incomplete; H valid; N debouncing",
      "dependencyChanged": "B invalid; N+ checking",
      "refusedBySubmission": "refused",
      "excluded": "excluded",
      "restored": "B invalid; H valid; N checking",
      "reset": "untouched",
    ],
    "refused": [
      "edited": "B incomplete; H valid; N debouncing",
      "dependencyChanged": "B invalid; N+ debouncing",
      "refusedBySubmission": "refused",
      "excluded": "excluded",
      "restored": "B invalid; H valid; N checking",
      "reset": "untouched",
    ],
    "unverified": [
      "edited": "B incomplete; H valid; N debouncing",
      "committed": "checking",
      "submitPressed": "checking",
      "dependencyChanged": "B invalid; H valid; N checking",
      "refusedBySubmission": "refused",
      "excluded": "excluded",
      "restored": "B invalid; H valid; N checking",
      "reset": "untouched",
    ],
    "excluded": [
      "included": "B invalid; H valid; N debouncing"
    ],
  ]

  /// How many ids were given out.
  private(set) var count: UInt64 = 0
  private(set) var state = FieldMachine.State.untouched

  init() {}

  /// The machine of a field that stands in the place of another one.
  init(after count: UInt64) { self.count = count }

  mutating func apply(_ event: FieldMachine.Event) -> FieldMachine.Action {
    let facts = Facts(event)
    let before = Self.id(of: state)
    if let id = facts.id, id != before { return .nothing }
    guard let cell = Self.page[state.kind.rawValue]?[event.kind.rawValue],
      let word = facts.isDefault ? "untouched" : Self.word(in: cell, facts)
    else { return .nothing }
    enter(word, facts)

    if case .debouncing(let id) = state { return .startPause(id) }
    if case .checking(let id) = state { return .check(id) }
    guard let before else { return .nothing }
    return facts.id == nil ? .cancel(before) : .nothing
  }

  /// The state that a cell names, if it names one for what happened.
  private static func word(in cell: String, _ facts: Facts) -> String? {
    for part in cell.split(separator: "; ") {
      let words = part.split(separator: " ")
      if words.count == 1 || words[0] == "its" { return String(part) }
      if words[0] == facts.letter || words[0] == "N+" && facts.letter == "N" && facts.reachesCheck {
        return String(words[1])
      }
    }
    return nil
  }

  private mutating func enter(_ word: String, _ facts: Facts) {
    let underWay = Self.id(of: state)
    if word == "debouncing" || word == "checking" { count += 1 }
    let next = CheckID(rawValue: count)
    state =
      switch word {
      case "incomplete": .incomplete(facts.violations)
      case "invalid": .invalid(facts.violations)
      case "debouncing": .debouncing(next)
      case "checking": .checking(next)
      case "its check": .checking(underWay ?? next)
      case "refused": .refused(facts.violations[0])
      case "unverified": .unverified(facts.reason)
      case "valid": .valid
      case "excluded": .excluded
      default: .untouched
      }
  }

  private static func id(of state: FieldMachine.State) -> CheckID? {
    if case .debouncing(let id) = state { return id }
    if case .checking(let id) = state { return id }
    return nil
  }

  /// What an event tells.
  private struct Facts {
    var letter = ""
    var violations: [Violation] = []
    var reason = Reason.timedOut
    var id: CheckID?
    var reachesCheck = false
    var isDefault = false

    init(_ event: FieldMachine.Event) {
      if case .edited(let verdict) = event { take(verdict) }
      if case .committed(let verdict) = event { take(verdict) }
      if case .left(let verdict) = event { take(verdict) }
      if case .submitPressed(let verdict) = event { take(verdict) }
      if case .restored(let verdict) = event { take(verdict) }
      if case .dependencyChanged(let verdict, let reachesCheck) = event {
        take(verdict)
        self.reachesCheck = reachesCheck
      }
      if case .included(let verdict, let isDefault) = event {
        take(verdict)
        self.isDefault = isDefault
      }
      if case .pauseElapsed(let id) = event { self.id = id }
      if case .checkPassed(let id) = event { self.id = id }
      if case .checkRefused(let id, let violation) = event {
        (self.id, violations) = (id, [violation])
      }
      if case .checkFailed(let id, let reason) = event { (self.id, self.reason) = (id, reason) }
      if case .refusedBySubmission(let violation) = event { violations = [violation] }
    }

    private mutating func take(_ verdict: Verdict) {
      if case .broken(let violations) = verdict { (letter, self.violations) = ("B", violations) }
      if verdict == .holds { letter = "H" }
      if verdict == .needsCheck { letter = "N" }
    }
  }
}
