/// The life of one section of a form: whether it is part of the form, and what is wrong with the
/// whole of it.
///
/// The owner makes the parts below, judges the section's rules and hands the violations in; it performs
/// the action that comes back. What the fields below say of themselves is not known here: a section can
/// have violations while checks of its fields run.
public struct SectionMachine: Sendable {
  /// What has become of a section, as far as the person has said.
  public enum Presence: Hashable, Sendable, CaseIterable {
    /// Optional, and not wanted.
    case leftOut

    /// Not opened yet: nothing is known of what is in it.
    case closed

    /// Part of the form, with what is in it.
    case open
  }

  /// Where the section is.
  public enum State: Hashable, Sendable {
    /// Optional, and not wanted. Leaves when the person wants it.
    case leftOut

    /// Not opened yet. Leaves when the person opens it.
    case closed

    /// Part of the form. Leaves when the person does not want it any more.
    case open

    /// A condition hides it, or something around it is not part of the form; and what it would be
    /// otherwise. Leaves when nothing hides it any more.
    case excluded(Presence)
  }

  /// What is wrong with the whole.
  public enum Fault: Hashable, Sendable {
    /// These of its rules are broken. Goes with an edit below, or when it is judged again.
    case broken([Violation])

    /// The store said no. Goes with an edit.
    case refused(Violation)
  }

  /// What happened.
  public enum Event: Hashable, Sendable {
    /// The person wants it to be part of the form.
    case wanted

    /// The person does not want it to be part of the form.
    case unwanted

    /// The person has opened it.
    case opened

    /// Something below it was edited, added, moved or removed; or what says whether it is wanted was put back.
    case edited

    /// The person went elsewhere; this is what is wrong with the whole.
    case left([Violation])

    /// The person wants to submit the form; this is what is wrong with the whole.
    case submitPressed([Violation])

    /// The store refused the submission for the whole of this section.
    case refusedBySubmission(Violation)

    /// It is not part of the form any more, whatever the person has said of it.
    case excluded

    /// It is part of the form again, as far as the person has said so.
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
  }

  /// Where the section is now.
  public private(set) var state: State

  /// What is known to be wrong with the whole, if anything is.
  public private(set) var fault: Fault?

  /// Makes the machine of a section that nothing hides.
  public init(_ presence: Presence) {
    switch presence {
    case .leftOut: self.init(state: .leftOut)
    case .closed: self.init(state: .closed)
    case .open: self.init(state: .open)
    }
  }

  init(state: State, fault: Fault? = nil) {
    self.state = state
    self.fault = fault
  }

  /// What has become of it, as far as the person has said.
  public var presence: Presence {
    switch state {
    case .leftOut: .leftOut
    case .closed: .closed
    case .open: .open
    case .excluded(let presence): presence
    }
  }

  /// Whether it is part of the form and was not opened yet.
  public var isClosed: Bool { state == .closed }

  /// What is known to be wrong with the whole.
  public var violations: [Violation] {
    switch fault {
    case nil: []
    case .broken(let violations)?: violations
    case .refused(let violation)?: [violation]
    }
  }

  /// Takes an event in and returns what has to be done.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    // One block a state: what does something, then what is decided to do nothing (an event that has
    // nothing to work on here).

    case (.leftOut, .wanted):
      return enter(.open, .unfold)
    case (.leftOut, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.leftOut, .excluded):
      return enter(.excluded(.leftOut))
    case (.leftOut, .edited):
      fault = nil
      return .nothing
    case (.leftOut, .unwanted), (.leftOut, .opened), (.leftOut, .left), (.leftOut, .submitPressed),
      (.leftOut, .included):
      return .nothing

    // What nothing is known of can be missing, and no more.
    case (.closed, .opened):
      return enter(.open, .unfold)
    case (.closed, .submitPressed(let violations)):
      return find(violations)
    case (.closed, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.closed, .excluded):
      return enter(.excluded(.closed))
    case (.closed, .wanted), (.closed, .unwanted), (.closed, .edited), (.closed, .left),
      (.closed, .included):
      return .nothing

    case (.open, .unwanted):
      return enter(.leftOut, .fold)
    case (.open, .edited):
      fault = nil
      return .nothing
    case (.open, .left(let violations)), (.open, .submitPressed(let violations)):
      return find(violations)
    case (.open, .refusedBySubmission(let violation)):
      return refuse(violation)
    case (.open, .excluded):
      return enter(.excluded(.open))
    case (.open, .wanted), (.open, .opened), (.open, .included):
      return .nothing

    // Out of sight, a draft can still say whether it is wanted.
    case (.excluded(.leftOut), .included):
      return enter(.leftOut)
    case (.excluded(.closed), .included):
      return enter(.closed)
    case (.excluded(.open), .included):
      return enter(.open)
    case (.excluded(.leftOut), .wanted), (.excluded(.closed), .opened):
      return enter(.excluded(.open))
    case (.excluded(.open), .unwanted):
      return enter(.excluded(.leftOut))
    case (.excluded(.closed), .wanted), (.excluded(.open), .wanted),
      (.excluded(.leftOut), .unwanted), (.excluded(.closed), .unwanted),
      (.excluded(.leftOut), .opened), (.excluded(.open), .opened), (.excluded, .edited),
      (.excluded, .left), (.excluded, .submitPressed), (.excluded, .refusedBySubmission),
      (.excluded, .excluded):
      return .nothing
    }
  }

  private mutating func enter(_ next: State, _ action: Action = .nothing) -> Action {
    state = next
    fault = nil
    return action
  }

  private mutating func refuse(_ violation: Violation) -> Action {
    fault = .refused(violation)
    return .nothing
  }

  /// Takes over what is wrong by the section's own rules.
  private mutating func find(_ violations: [Violation]) -> Action {
    // A refusal stands until what it was about has changed.
    if case .refused = fault { return .nothing }
    fault = violations.isEmpty ? nil : .broken(violations)
    return .nothing
  }
}
