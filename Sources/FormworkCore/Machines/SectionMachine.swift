/// The state machine of one section: its presence in the form and its own violations.
///
/// The owner creates the section's parts, validates its rules and performs the returned action. The machine does not
/// know the status of the fields inside: a section can have violations while checks of its fields run.
public struct SectionMachine: Sendable {
  /// The user's decision about the section, without regard to conditions.
  public enum Presence: Hashable, Sendable, CaseIterable {
    /// Optional, and not wanted.
    case leftOut

    /// Not opened yet: its content is unknown.
    case closed

    /// Part of the form, with its content.
    case open
  }

  /// The state of the section.
  public enum State: Hashable, Sendable {
    /// Optional, and not wanted. Ends when the user wants it.
    case leftOut

    /// Not opened yet. Ends when the user opens it.
    case closed

    /// Part of the form. Ends when the user no longer wants it.
    case open

    /// Hidden by a condition or by an enclosing part, with the state that it returns to.
    case excluded(Presence)
  }

  /// A fault of the section as a whole.
  public enum Fault: Hashable, Sendable {
    /// Some of its rules are violated. Ends on an edit inside, or on the next validation.
    case broken([Violation])

    /// The store refused the section. Ends on an edit.
    case refused(Violation)
  }

  /// An event that affects the section.
  public enum Event: Hashable, Sendable {
    /// The user wants the section in the form.
    case wanted

    /// The user does not want the section in the form.
    case unwanted

    /// The user opened the section.
    case opened

    /// A part inside was edited, added, moved or removed, or the answer whether it is wanted was reset.
    case edited

    /// The user left the section, which has these violations.
    case left([Violation])

    /// The user requested a submission; the section has these violations.
    case submitPressed([Violation])

    /// The store refused the submission because of the section as a whole.
    case refusedBySubmission(Violation)

    /// The section became hidden.
    case excluded

    /// The section is no longer hidden.
    case included
  }

  /// An action for the owner.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Include and show the section's parts.
    case unfold

    /// Exclude the section's parts, and keep their content.
    case fold
  }

  /// The current state of the section.
  public private(set) var state: State

  /// The current fault of the section.
  public private(set) var fault: Fault?

  /// Creates the machine of a visible section.
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

  /// The user's decision about the section, without regard to conditions.
  public var presence: Presence {
    switch state {
    case .leftOut: .leftOut
    case .closed: .closed
    case .open: .open
    case .excluded(let presence): presence
    }
  }

  /// Whether the section is visible and was not opened yet.
  public var isClosed: Bool { state == .closed }

  /// The violations of the section as a whole.
  public var violations: [Violation] {
    switch fault {
    case nil: []
    case .broken(let violations)?: violations
    case .refused(let violation)?: [violation]
    }
  }

  /// Applies an event and returns the action to perform.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    // First the transitions that several states share, then one block per state. The last case of each block
    // lists the events that have no effect in this state.

    case (.leftOut, .wanted), (.closed, .opened):
      return enter(.open, .unfold)
    case (.leftOut, .refusedBySubmission(let violation)),
      (.closed, .refusedBySubmission(let violation)), (.open, .refusedBySubmission(let violation)):
      fault = .refused(violation)
      return .nothing
    case (.leftOut, .edited), (.open, .edited):
      fault = nil
      return .nothing
    // The only possible violation of a closed section is that it is missing.
    case (.closed, .submitPressed(let violations)), (.open, .left(let violations)),
      (.open, .submitPressed(let violations)):
      return find(violations)

    case (.leftOut, .excluded):
      return enter(.excluded(.leftOut))
    case (.leftOut, .unwanted), (.leftOut, .opened), (.leftOut, .left), (.leftOut, .submitPressed),
      (.leftOut, .included):
      return .nothing

    case (.closed, .excluded):
      return enter(.excluded(.closed))
    case (.closed, .wanted), (.closed, .unwanted), (.closed, .edited), (.closed, .left),
      (.closed, .included):
      return .nothing

    case (.open, .unwanted):
      return enter(.leftOut, .fold)
    case (.open, .excluded):
      return enter(.excluded(.open))
    case (.open, .wanted), (.open, .opened), (.open, .included):
      return .nothing

    // A draft can change the decision about a hidden section.
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

  /// Stores the violations of the section's own rules.
  private mutating func find(_ violations: [Violation]) -> Action {
    // A refusal stays until the content that it is about changes.
    if case .refused = fault { return .nothing }
    fault = violations.isEmpty ? nil : .broken(violations)
    return .nothing
  }
}
