import TestSupport
import Wording

@testable import EditLineFrontEnd

/// The rows of answers that are not sent as text.
extension PromptMachine {
  /// Nothing was typed.
  static let untouchedSecretRow: Row = [
    .begun(.reported): .to(.secret(.reported), .nothing),
    .edited: .to(.secret(.changed), .report),
    .pressed(.help): .to(.secret(.untouched), .perform(.help)),
    .left(.accept): .to(
      .validating(.secret(.reported), isNew: true, then: .accept), .commit(.nothing)),
    .left(.next): .to(.leaving, .leave(.next)),
    .left(.previous): .to(.leaving, .leave(.previous)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .left(.skip): .to(.leaving, .leave(.skip)),
    .left(.rewind): .to(.leaving, .leave(.rewind)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The fault is visible, and nothing was typed since.
  static let reportedSecretRow: Row = [
    .begun(.reported): .to(.secret(.reported), .nothing),
    .edited: .to(.secret(.changed), .report),
    .pressed(.help): .to(.secret(.reported), .perform(.help)),
    .left(.accept): .to(
      .validating(.secret(.reported), isNew: false, then: .accept), .commit(.nothing)),
    .left(.next): .to(.leaving, .leave(.next)),
    .left(.previous): .to(.leaving, .leave(.previous)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .left(.skip): .to(.leaving, .leave(.skip)),
    .left(.rewind): .to(.leaving, .leave(.rewind)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The field was left half filled before.
  static let begunSecretRow: Row = [
    .begun(.reported): .to(.secret(.reported), .nothing),
    .edited: .to(.secret(.changed), .report),
    .pressed(.help): .to(.secret(.begun), .perform(.help)),
    .left(.accept): .to(
      .validating(.secret(.reported), isNew: true, then: .accept), .commit(.nothing)),
    .left(.next): .to(
      .validating(.secret(.reported), isNew: false, then: .next), .commit(.nothing)),
    .left(.previous): .to(
      .validating(.secret(.reported), isNew: false, then: .previous), .commit(.nothing)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .left(.skip): .to(
      .validating(.secret(.reported), isNew: false, then: .skip), .commit(.nothing)),
    .left(.rewind): .to(
      .validating(.secret(.reported), isNew: false, then: .rewind), .commit(.nothing)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The user has typed something.
  static let changedSecretRow: Row = [
    .begun(.reported): .to(.secret(.reported), .nothing),
    .edited: .to(.secret(.changed), .report),
    .pressed(.help): .to(.secret(.changed), .perform(.help)),
    .left(.accept): .to(.validating(.secret(.reported), isNew: true, then: .accept), .accept),
    .left(.next): .to(
      .validating(.secret(.reported), isNew: false, then: .next), .commit(.nothing)),
    .left(.previous): .to(
      .validating(.secret(.reported), isNew: false, then: .previous), .commit(.nothing)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .left(.skip): .to(
      .validating(.secret(.reported), isNew: false, then: .skip), .commit(.nothing)),
    .left(.rewind): .to(
      .validating(.secret(.reported), isNew: false, then: .rewind), .commit(.nothing)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// Yes or no, options or a button.
  static let answerRow: Row = [
    .pressed(.help): .to(.answer, .perform(.help)),
    .completionRequested: .to(.answer, .completeAnswer),
    .answered(.none, .accept): .to(.leaving, .leave(.accept)),
    .answered(.none, .next): .to(.leaving, .leave(.next)),
    .answered(.none, .previous): .to(.leaving, .leave(.previous)),
    .answered(.none, .submit): .to(.leaving, .leave(.submit)),
    .answered(.none, .skip): .to(.leaving, .leave(.skip)),
    .answered(.none, .rewind): .to(.leaving, .leave(.rewind)),
    .answered(.yes, .accept):
      .to(.validating(.answer, isNew: true, then: .accept), .commit(.isOn(true))),
    .answered(.yesAgain, .accept):
      .to(.validating(.answer, isNew: false, then: .accept), .commit(.isOn(true))),
    .answered(.yes, .next): .to(
      .validating(.answer, isNew: false, then: .next), .commit(.isOn(true))),
    .answered(.yes, .previous):
      .to(.validating(.answer, isNew: false, then: .previous), .commit(.isOn(true))),
    .answered(.yes, .submit):
      .to(.validating(.answer, isNew: false, then: .submit), .commit(.isOn(true))),
    .answered(.yes, .skip): .to(
      .validating(.answer, isNew: false, then: .skip), .commit(.isOn(true))),
    .answered(.yes, .rewind):
      .to(.validating(.answer, isNew: false, then: .rewind), .commit(.isOn(true))),
    .answered(.stay, .submit): .to(.pressing, .choose(.stay)),
    .answered(.mistaken, .accept): .to(.answer, .refuse("y or n", isKept: false)),
    .answered(.mistaken, .next): .to(.answer, .refuse("y or n", isKept: false)),
    .moved: .to(.leaving, .leave(nil)),
  ]
}
