/// The life of one section of a form: whether it is part of the form, and what is wrong with the
/// whole of it.
///
/// The owner makes the parts below, judges the section's rules and hands the violations in; it performs
/// the action that comes back. What the fields below say of themselves is not known here: a section can
/// have violations while checks of its fields run.
public struct SectionMachine: Sendable {
  /// Whether a section is part of the form, while no condition hides it.
  public enum Presence: Hashable, Sendable, CaseIterable {
    /// Optional, and not wanted. Leaves when the person wants it.
    case leftOut

    /// Not opened yet: nothing is known of what is in it. Leaves when the person opens it.
    case closed

    /// Part of the form. Leaves when the person does not want it any more.
    case open
  }

  /// Where the section is.
  public enum State: Hashable, Sendable {
    /// No condition hides it.
    case present(Presence)

    /// A condition hides it, and what it would be otherwise. Leaves when the condition holds again.
    case excluded(Presence)
  }

  /// What happened.
  public enum Event: Hashable, Sendable {
    /// The person wants it to be part of the form.
    case wanted

    /// The person does not want it to be part of the form.
    case unwanted

    /// The person has opened it.
    case opened

    /// Something below it was edited, added, moved or removed.
    case edited

    /// The person went elsewhere; this is what is wrong with the whole.
    case left([Violation])

    /// The person wants to submit the form; this is what is wrong with the whole.
    case submitPressed([Violation])

    /// The store refused the submission for the whole of this section.
    case refusedBySubmission(Violation)

    /// The condition that shows it does not hold any more.
    case excluded

    /// The condition that shows it holds again.
    case included
  }

  /// What the owner has to do.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Make what is below part of the form, and show it.
    case unfold

    /// Take what is below out of the form. What was entered there is kept.
    case fold

    /// Show the section, with what is below where that is part of the form.
    case show

    /// Hide the section. What was entered there is kept.
    case hide
  }

  /// Where the section is now.
  public private(set) var state: State

  /// What is known to be wrong with the whole; an edit below withdraws it.
  public private(set) var violations: [Violation]

  /// Makes the machine of a section that no condition hides.
  public init(_ presence: Presence) { self.init(state: .present(presence)) }

  init(state: State, violations: [Violation] = []) {
    self.state = state
    self.violations = violations
  }

  /// Whether what is below is part of the form.
  public var isOpen: Bool { state == .present(.open) }

  /// Takes an event in and returns what has to be done.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.present(.leftOut), .wanted):
      return enter(.present(.open), .unfold)
    case (.present(.leftOut), .excluded):
      return enter(.excluded(.leftOut), .hide)
    case (.present(.leftOut), .refusedBySubmission(let violation)):
      return find([violation])
    case (.present(.leftOut), .unwanted), (.present(.leftOut), .opened),
      (.present(.leftOut), .edited),
      (.present(.leftOut), .left), (.present(.leftOut), .submitPressed),
      (.present(.leftOut), .included):
      return .nothing

    // What nothing is known of can be missing, and no more.
    case (.present(.closed), .opened), (.present(.closed), .wanted):
      return enter(.present(.open), .unfold)
    case (.present(.closed), .submitPressed(let violations)):
      return find(violations)
    case (.present(.closed), .refusedBySubmission(let violation)):
      return find([violation])
    case (.present(.closed), .excluded):
      return enter(.excluded(.closed), .hide)
    case (.present(.closed), .unwanted), (.present(.closed), .edited), (.present(.closed), .left),
      (.present(.closed), .included):
      return .nothing

    case (.present(.open), .unwanted):
      return enter(.present(.leftOut), .fold)
    case (.present(.open), .edited):
      return find([])
    case (.present(.open), .left(let violations)),
      (.present(.open), .submitPressed(let violations)):
      return find(violations)
    case (.present(.open), .refusedBySubmission(let violation)):
      return find([violation])
    case (.present(.open), .excluded):
      return enter(.excluded(.open), .hide)
    case (.present(.open), .wanted), (.present(.open), .opened), (.present(.open), .included):
      return .nothing

    // Out of sight, a draft can still say whether it is wanted.
    case (.excluded(let presence), .included):
      return enter(.present(presence), .show)
    case (.excluded(.leftOut), .wanted), (.excluded(.closed), .wanted),
      (.excluded(.closed), .opened):
      return enter(.excluded(.open), .nothing)
    case (.excluded(.open), .unwanted):
      return enter(.excluded(.leftOut), .nothing)
    case (.excluded, .wanted), (.excluded, .unwanted), (.excluded, .opened), (.excluded, .edited),
      (.excluded, .left), (.excluded, .submitPressed), (.excluded, .refusedBySubmission),
      (.excluded, .excluded):
      return .nothing
    }
  }

  private mutating func enter(_ next: State, _ action: Action) -> Action {
    state = next
    violations = []
    return action
  }

  private mutating func find(_ violations: [Violation]) -> Action {
    self.violations = violations
    return .nothing
  }
}
