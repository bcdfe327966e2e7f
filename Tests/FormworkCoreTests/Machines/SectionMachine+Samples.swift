@testable import FormworkCore

extension SectionMachine {
  /// The presence of a section and its faults: the whole state of its machine.
  struct Standing: Hashable {
    let state: State
    let fault: Fault?

    init(_ state: State, _ fault: Fault? = nil) {
      self.state = state
      self.fault = fault
    }

    /// Each state with each fault that it can have.
    static let samples: [Standing] = [
      Standing(.leftOut), Standing(.leftOut, .refused(.old)),
      Standing(.closed), Standing(.closed, .broken(.old)), Standing(.closed, .refused(.old)),
      Standing(.open), Standing(.open, .broken(.old)), Standing(.open, .refused(.old)),
      Standing(.excluded(.leftOut)), Standing(.excluded(.closed)), Standing(.excluded(.open)),
    ]
  }

  var standing: Standing { Standing(state, fault) }
}

extension SectionMachine.State {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable { case leftOut, closed, open, excluded }

  var kind: Kind {
    switch self {
    case .leftOut: .leftOut
    case .closed: .closed
    case .open: .open
    case .excluded: .excluded
    }
  }
}

extension SectionMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case wanted, unwanted, opened, edited, left, submitPressed, refusedBySubmission, excluded
    case included
  }

  var kind: Kind {
    switch self {
    case .wanted: .wanted
    case .unwanted: .unwanted
    case .opened: .opened
    case .edited: .edited
    case .left: .left
    case .submitPressed: .submitPressed
    case .refusedBySubmission: .refusedBySubmission
    case .excluded: .excluded
    case .included: .included
    }
  }

  /// Each event, with and without violations.
  static let samples: [Self] = [
    .wanted, .unwanted, .opened, .edited, .left([]), .left(.new), .submitPressed([]),
    .submitPressed(.new), .refusedBySubmission(.new), .excluded, .included,
  ]
}
