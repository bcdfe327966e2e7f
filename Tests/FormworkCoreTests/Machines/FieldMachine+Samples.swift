import FormworkCore

extension FieldMachine.State {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case untouched, incomplete, invalid, debouncing, checking, refused, unverified, valid, excluded
  }

  var kind: Kind {
    switch self {
    case .untouched: .untouched
    case .incomplete: .incomplete
    case .invalid: .invalid
    case .debouncing: .debouncing
    case .checking: .checking
    case .refused: .refused
    case .unverified: .unverified
    case .valid: .valid
    case .excluded: .excluded
    }
  }

  static let samples: [Self] = [
    .untouched, .incomplete(.old), .invalid(.old), .debouncing(.i), .checking(.i), .refused(.old),
    .unverified(.old), .valid, .excluded,
  ]
}

extension FieldMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case edited, committed, left, submitPressed, dependencyChanged, pauseElapsed, checkPassed
    case checkRefused, checkFailed, refusedBySubmission, excluded, included
    case restored, reset
  }

  var kind: Kind {
    switch self {
    case .edited: .edited
    case .committed: .committed
    case .left: .left
    case .submitPressed: .submitPressed
    case .dependencyChanged: .dependencyChanged
    case .pauseElapsed: .pauseElapsed
    case .checkPassed: .checkPassed
    case .checkRefused: .checkRefused
    case .checkFailed: .checkFailed
    case .refusedBySubmission: .refusedBySubmission
    case .excluded: .excluded
    case .included: .included
    case .restored: .restored
    case .reset: .reset
    }
  }

  /// Each event with each verdict and flag, with a current and an outdated id.
  static let samples: [Self] = Kind.allCases.flatMap { samples(of: $0) }

  private static func samples(of kind: Kind) -> [Self] {
    switch kind {
    case .edited: Verdict.samples.map { .edited($0) }
    case .committed: Verdict.samples.map { .committed($0) }
    case .left: Verdict.samples.map { .left($0) }
    case .submitPressed: Verdict.samples.map { .submitPressed($0) }
    case .dependencyChanged:
      Verdict.samples.map { .dependencyChanged($0, reachesCheck: true) }
        + Verdict.samples.map { .dependencyChanged($0, reachesCheck: false) }
    case .pauseElapsed: [.pauseElapsed(.i), .pauseElapsed(.old)]
    case .checkPassed: [.checkPassed(.i), .checkPassed(.old)]
    case .checkRefused: [.checkRefused(.i, .new), .checkRefused(.old, .new)]
    case .checkFailed: [.checkFailed(.i, .new), .checkFailed(.old, .new)]
    case .refusedBySubmission: [.refusedBySubmission(.new)]
    case .excluded: [.excluded]
    case .included:
      Verdict.samples.map { .included($0, isDefault: true) }
        + Verdict.samples.map { .included($0, isDefault: false) }
    case .restored: Verdict.samples.map { .restored($0) }
    case .reset: [.reset]
    }
  }
}
