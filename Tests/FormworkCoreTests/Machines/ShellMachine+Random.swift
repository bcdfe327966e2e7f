import FormworkCore

extension ShellMachine.Event {
  /// Draws an event whose id, if it has one, is or was near to the last that was given out.
  static func random(
    lastRun: UInt64, using generator: inout some RandomNumberGenerator
  ) -> Self {
    let id = RunID(
      rawValue: .random(in: lastRun - min(lastRun, 1)...lastRun + 1, using: &generator))
    return switch Kind.random(using: &generator) {
    case .edited: .edited(isEmpty: .random(using: &generator))
    case .committed: .committed(.random(using: &generator))
    case .finished: .finished(id)
    case .failed: .failed(id)
    case .interrupted: .interrupted
    case .leaveRequested: .leaveRequested
    case .inputEnded: .inputEnded
    }
  }
}
