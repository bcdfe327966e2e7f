import FormworkCore

extension FieldMachine.Event {
  /// Draws an event whose id, if it has one, is or was near to the last that was given out.
  static func random(lastID: UInt64, using generator: inout some RandomNumberGenerator) -> Self {
    let id = CheckID(
      rawValue: .random(in: lastID - min(lastID, 2)...lastID + 1, using: &generator))
    let violation = Violation.random(using: &generator)
    let verdict = Verdict.random(using: &generator)
    let flag = Bool.random(using: &generator)
    return switch Kind.random(using: &generator) {
    case .edited: .edited(verdict)
    case .committed: .committed(verdict)
    case .left: .left(verdict)
    case .submitPressed: .submitPressed(verdict)
    case .dependencyChanged: .dependencyChanged(verdict, reachesCheck: flag)
    case .pauseElapsed: .pauseElapsed(id)
    case .checkPassed: .checkPassed(id)
    case .checkRefused: .checkRefused(id, violation)
    case .checkFailed: .checkFailed(id, .random(using: &generator))
    case .refusedBySubmission: .refusedBySubmission(violation)
    case .excluded: .excluded
    case .included: .included(verdict, isDefault: flag)
    case .restored: .restored(verdict)
    case .reset: .reset
    }
  }
}
