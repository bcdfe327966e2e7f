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
  static let samples: [Self] =
    ValidationResult.samples.flatMap { verdict -> [Self] in
      [
        .edited(verdict), .committed(verdict), .left(verdict), .submitPressed(verdict),
        .dependencyChanged(verdict, reachesCheck: true),
        .dependencyChanged(verdict, reachesCheck: false), .included(verdict, isDefault: true),
        .included(verdict, isDefault: false), .restored(verdict),
      ]
    } + [
      .pauseElapsed(.i), .pauseElapsed(.old), .checkPassed(.i), .checkPassed(.old),
      .checkRefused(.i, .new), .checkRefused(.old, .new), .checkFailed(.i, .new),
      .checkFailed(.old, .new), .refusedBySubmission(.new), .excluded, .reset,
    ]
}
