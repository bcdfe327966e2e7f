@testable import FormworkOperations

extension OperationMachine.State {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case ready, running, pausing, ended
  }

  var kind: Kind {
    switch self {
    case .ready: .ready
    case .running: .running
    case .pausing: .pausing
    case .ended: .ended
    }
  }

  static let samples: [Self] = [
    .ready(attempt: 2), .running(attempt: 2), .pausing(attempt: 2), .ended,
  ]
}

extension OperationMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case turnCame, succeeded, failed, pauseEnded, cancelled
  }

  var kind: Kind {
    switch self {
    case .turnCame: .turnCame
    case .succeeded: .succeeded
    case .failed: .failed
    case .pauseEnded: .pauseEnded
    case .cancelled: .cancelled
    }
  }

  /// Each event, and both variants of `failed`.
  static let samples: [Self] = [
    .turnCame, .succeeded, .failed(isLast: false), .failed(isLast: true), .pauseEnded, .cancelled,
  ]
}
