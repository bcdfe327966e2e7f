@testable import FormworkOperations

extension OperationMachine.State {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case held, ready, running, pausing, succeeded, failed, cancelled
  }

  var kind: Kind {
    switch self {
    case .held: .held
    case .ready: .ready
    case .running: .running
    case .pausing: .pausing
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// Each state, and both variants of `held` with different transitions.
  static let samples: [Self] = [
    .held(2), .held(1), .ready(attempt: 2), .running(attempt: 2), .pausing(attempt: 2), .succeeded,
    .failed, .cancelled,
  ]
}

extension OperationMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case dependencySucceeded, dependencyLost, turnCame, succeeded, failed, pauseEnded, cancelled
  }

  var kind: Kind {
    switch self {
    case .dependencySucceeded: .dependencySucceeded
    case .dependencyLost: .dependencyLost
    case .turnCame: .turnCame
    case .succeeded: .succeeded
    case .failed: .failed
    case .pauseEnded: .pauseEnded
    case .cancelled: .cancelled
    }
  }

  /// Each event, of this attempt and of the previous one.
  static let samples: [Self] = Kind.allCases.flatMap { samples(of: $0) }

  private static func samples(of kind: Kind) -> [Self] {
    switch kind {
    case .dependencySucceeded: [.dependencySucceeded]
    case .dependencyLost: [.dependencyLost]
    case .turnCame: [.turnCame]
    case .succeeded: [.succeeded(attempt: 2), .succeeded(attempt: 1)]
    case .failed:
      [
        .failed(attempt: 2, isLast: false), .failed(attempt: 2, isLast: true),
        .failed(attempt: 1, isLast: false),
      ]
    case .pauseEnded: [.pauseEnded(attempt: 2), .pauseEnded(attempt: 1)]
    case .cancelled: [.cancelled]
    }
  }
}
