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
  static let samples: [Self] = Kind.allCases.flatMap { samples(of: $0) }

  private static func samples(of kind: Kind) -> [Self] {
    switch kind {
    case .edited: [.edited(isEmpty: true), .edited(isEmpty: false)]
    case .committed: ShellMachine.Line.allCases.map { .committed($0) }
    case .finished: [.finished(.i), .finished(.old)]
    case .failed: [.failed(.i), .failed(.old)]
    case .interrupted: [.interrupted]
    case .leaveRequested: [.leaveRequested]
    case .inputEnded: [.inputEnded]
    }
  }
}
