import FormworkCore

extension RunID {
  static let old = RunID(rawValue: 6)
  static let i = RunID(rawValue: 7)
  static let j = RunID(rawValue: 8)
}

extension ShellMachine.State {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable { case idle, reading, running, leaving }

  var kind: Kind {
    switch self {
    case .idle: .idle
    case .reading: .reading
    case .running: .running
    case .leaving: .leaving
    }
  }

  static let samples: [Self] = [.idle, .reading, .running(.i), .leaving]
}

extension ShellMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case edited, committed, finished, failed, interrupted, leaveRequested, inputEnded
  }

  var kind: Kind {
    switch self {
    case .edited: .edited
    case .committed: .committed
    case .finished: .finished
    case .failed: .failed
    case .interrupted: .interrupted
    case .leaveRequested: .leaveRequested
    case .inputEnded: .inputEnded
    }
  }

  /// Each event with each kind of line and each flag, with a current and an outdated id.
  static let samples: [Self] =
    ShellMachine.Line.allCases.map { .committed($0) }
    + [
      .edited(isEmpty: true), .edited(isEmpty: false), .finished(.i), .finished(.old), .failed(.i),
      .failed(.old), .interrupted, .leaveRequested, .inputEnded,
    ]
}
