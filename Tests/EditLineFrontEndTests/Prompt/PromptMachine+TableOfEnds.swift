import TestSupport

@testable import EditLineFrontEnd

/// The rows of a question that is about to be left.
extension PromptMachine {
  /// A text that the user has changed.
  static let validatingTextRow: Row = [
    .validated(isFaulty: true): .to(.text(.reported), .showFault),
    .validated(isFaulty: false): .to(.leaving, .leave(.next)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// A secret that the user has changed.
  static let validatingSecretRow: Row = [
    .validated(isFaulty: true): .to(.secret(.reported), .showFault),
    .validated(isFaulty: false): .to(.leaving, .leave(.next)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// An answer that was not validated before.
  static let validatingAnswerRow: Row = [
    .validated(isFaulty: true): .to(.answer, .showFault),
    .validated(isFaulty: false): .to(.leaving, .leave(.next)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// A field that the user leaves, with a fault or without.
  static let validatingOnTheWayRow: Row = [
    .validated(isFaulty: true): .to(.leaving, .leave(.submit)),
    .validated(isFaulty: false): .to(.leaving, .leave(.submit)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The user has chosen something from a menu.
  static let pressingRow: Row = [
    .moved: .to(.leaving, .leave(nil))
  ]

  /// The end.
  static let leavingRow: Row = [:]
}
