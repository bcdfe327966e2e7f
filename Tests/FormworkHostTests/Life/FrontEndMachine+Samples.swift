import Glibc

@testable import FormworkHost

extension FrontEndFailure {
  static let crash = FrontEndFailure.crashed(signal: SIGSEGV)
}

extension FrontEndMachine.State: CaseIterable {
  /// The states, which the compiler keeps complete through ``isKnown``.
  static var allCases: [Self] {
    [
      .inspected, .attaching, .attached, .lagging, .pausing, .suspended, .detaching, .ended,
      .crashed,
      .refused,
    ].filter(\.isKnown)
  }

  private var isKnown: Bool {
    switch self {
    case .inspected, .attaching, .attached, .lagging, .pausing, .suspended, .detaching,
      .ended,
      .crashed, .refused:
      true
    }
  }
}

extension FrontEndMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case attachRequested, loadingFailed, drained
    case pauseRequested, leaveRequested, returned, failed, messageSent, caughtUp, deadlinePassed
  }

  var kind: Kind {
    switch self {
    case .attachRequested: .attachRequested
    case .loadingFailed: .loadingFailed
    case .drained: .drained
    case .pauseRequested: .pauseRequested
    case .leaveRequested: .leaveRequested
    case .returned: .returned
    case .failed: .failed
    case .messageSent: .messageSent
    case .caughtUp: .caughtUp
    case .deadlinePassed: .deadlinePassed
    }
  }

  static let samples: [Self] = Kind.allCases.map { sample(of: $0, failure: .crash) }

  static func sample(of kind: Kind, failure: FrontEndFailure) -> Self {
    switch kind {
    case .attachRequested: .attachRequested
    case .loadingFailed: .loadingFailed
    case .drained: .drained
    case .pauseRequested: .pauseRequested
    case .leaveRequested: .leaveRequested
    case .returned: .returned
    case .failed: .failed(failure)
    case .messageSent: .messageSent
    case .caughtUp: .caughtUp
    case .deadlinePassed: .deadlinePassed
    }
  }
}
