import FormworkCore

/// A section's machine as the page has it, in sentences and with facts instead of states.
struct SectionReference {
  /// Whether it is hidden, whatever the person has said of it.
  private(set) var isHidden = false

  /// What the person has made of it.
  private(set) var presence: SectionMachine.Presence

  /// What the rules of the whole have said last, and what the store has.
  private(set) var broken: [Violation] = []
  private(set) var refusal: Violation?

  init(_ presence: SectionMachine.Presence) { self.presence = presence }

  var violations: [Violation] { refusal.map { [$0] } ?? broken }

  var fault: SectionMachine.Fault? {
    refusal.map { .refused($0) } ?? (broken.isEmpty ? nil : .broken(broken))
  }

  var state: SectionMachine.State {
    if isHidden { return .excluded(presence) }
    switch presence {
    case .leftOut: return .leftOut
    case .closed: return .closed
    case .open: return .open
    }
  }

  mutating func apply(_ event: SectionMachine.Event) -> SectionMachine.Action {
    let before = self
    if event == .excluded { isHidden = true }
    if event == .included { isHidden = false }
    if event == .wanted, presence == .leftOut { presence = .open }
    if event == .opened, presence == .closed { presence = .open }
    if event == .unwanted, presence == .open { presence = .leftOut }
    // What was wrong is wrong no more with what has become of it.
    if isHidden != before.isHidden || presence != before.presence { withdraw() }
    if isHidden { return .nothing }
    take(event)
    if presence == .open, before.presence != .open { return .unfold }
    return presence != .open && before.presence == .open ? .fold : .nothing
  }

  /// Takes in what is said of the whole.
  private mutating func take(_ event: SectionMachine.Event) {
    if case .refusedBySubmission(let violation) = event { refusal = violation }
    if event == .edited, presence != .closed { withdraw() }
    guard refusal == nil else { return }
    if case .submitPressed(let found) = event, presence != .leftOut { broken = found }
    if case .left(let found) = event, presence == .open { broken = found }
  }

  private mutating func withdraw() {
    broken = []
    refusal = nil
  }
}
