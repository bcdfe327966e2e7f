package import FormworkFrontEnd

/// The activity of a screen, which decides whether the person can answer.
package enum Activity {
  /// The screen waits for the person.
  case idle
  /// A check or a command runs. The screen will change by itself.
  case settling
  /// The screen loads or submits: nothing can be answered until that has ended.
  case locked
  /// The screen is done.
  case over

  /// Whether the screen will change by itself.
  package var isUnderWay: Bool { self == .settling || self == .locked }
}

extension Picture {
  /// The activity of the screen, whether or not an alert is open.
  package var activity: Activity {
    guard let screen else { return .idle }
    switch screen.status {
    case .loading, .submitting: return .locked
    case .waiting, .checking: return .settling
    case .done: return .over
    case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .failed:
      return screen.number(.busy) == 1 ? .settling : .idle
    }
  }
}
