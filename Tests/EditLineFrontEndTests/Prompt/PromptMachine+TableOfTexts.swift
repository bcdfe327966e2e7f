import TestSupport
import Wording

@testable import EditLineFrontEnd

/// The rows of a text on the line.
extension PromptMachine {
  /// Nothing was entered.
  static let untouchedTextRow: Row = [
    .begun(.reported): .to(.text(.reported), .nothing),
    .edited: .to(.text(.changed), .report),
    .cursorMoved: .to(.text(.untouched), .report),
    .pressed(.help): .to(.text(.untouched), .perform(.help)),
    .completionRequested: .to(.completing(.untouched), .askForSuggestions),
    .left(.accept): .to(.validating(.text(.reported), isNew: true, then: .accept), .accept),
    .left(.next): .to(.leaving, .leave(.next)),
    .left(.previous): .to(.leaving, .leave(.previous)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .left(.skip): .to(.leaving, .leave(.skip)),
    .left(.rewind): .to(.leaving, .leave(.rewind)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The fault is visible, and nothing was entered since.
  static let reportedTextRow: Row = [
    .begun(.reported): .to(.text(.reported), .nothing),
    .edited: .to(.text(.changed), .report),
    .cursorMoved: .to(.text(.reported), .report),
    .pressed(.help): .to(.text(.reported), .perform(.help)),
    .completionRequested: .to(.completing(.reported), .askForSuggestions),
    .left(.accept): .to(.validating(.text(.reported), isNew: false, then: .accept), .accept),
    .left(.next): .to(.leaving, .leave(.next)),
    .left(.previous): .to(.leaving, .leave(.previous)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .left(.skip): .to(.leaving, .leave(.skip)),
    .left(.rewind): .to(.leaving, .leave(.rewind)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The field was left half filled before.
  static let begunTextRow: Row = [
    .begun(.reported): .to(.text(.reported), .nothing),
    .edited: .to(.text(.changed), .report),
    .cursorMoved: .to(.text(.begun), .report),
    .pressed(.help): .to(.text(.begun), .perform(.help)),
    .completionRequested: .to(.completing(.begun), .askForSuggestions),
    .left(.accept): .to(.validating(.text(.reported), isNew: true, then: .accept), .accept),
    .left(.next): .to(.validating(.text(.reported), isNew: false, then: .next), .commit(.nothing)),
    .left(.previous):
      .to(.validating(.text(.reported), isNew: false, then: .previous), .commit(.nothing)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .left(.skip): .to(.validating(.text(.reported), isNew: false, then: .skip), .commit(.nothing)),
    .left(.rewind):
      .to(.validating(.text(.reported), isNew: false, then: .rewind), .commit(.nothing)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The user has changed the text.
  static let changedTextRow: Row = [
    .begun(.reported): .to(.text(.reported), .nothing),
    .edited: .to(.text(.changed), .report),
    .cursorMoved: .to(.text(.changed), .report),
    .pressed(.help): .to(.text(.changed), .perform(.help)),
    .completionRequested: .to(.completing(.changed), .askForSuggestions),
    .left(.accept): .to(.validating(.text(.reported), isNew: true, then: .accept), .accept),
    .left(.next): .to(.validating(.text(.reported), isNew: false, then: .next), .commit(.nothing)),
    .left(.previous): .to(
      .validating(.text(.reported), isNew: false, then: .previous), .commit(.nothing)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .left(.skip): .to(.validating(.text(.reported), isNew: false, then: .skip), .commit(.nothing)),
    .left(.rewind): .to(
      .validating(.text(.reported), isNew: false, then: .rewind), .commit(.nothing)),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The host looks up completions of the line.
  static let untouchedCompletingRow: Row = [
    .begun(.reported): .to(.text(.reported), .nothing),
    .edited: .to(.text(.changed), .report),
    .cursorMoved: .to(.text(.untouched), .report),
    .pressed(.help): .to(.completing(.untouched), .perform(.help)),
    .suggested(.words): .to(.text(.untouched), .complete(.words, then: nil)),
    .left(.accept): .to(.held(.untouched, .accept), .nothing),
    .left(.next): .to(.held(.untouched, .next), .nothing),
    .left(.previous): .to(.held(.untouched, .previous), .nothing),
    .left(.submit): .to(.held(.untouched, .submit), .nothing),
    .left(.skip): .to(.held(.untouched, .skip), .nothing),
    .left(.rewind): .to(.held(.untouched, .rewind), .nothing),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The host looks up completions of a line that the user typed.
  static let changedCompletingRow: Row = [
    .begun(.reported): .to(.text(.reported), .nothing),
    .edited: .to(.text(.changed), .report),
    .cursorMoved: .to(.text(.changed), .report),
    .pressed(.help): .to(.completing(.changed), .perform(.help)),
    .suggested(.words): .to(.text(.changed), .complete(.words, then: nil)),
    .left(.accept): .to(.held(.changed, .accept), .nothing),
    .left(.next): .to(.held(.changed, .next), .nothing),
    .left(.previous): .to(.held(.changed, .previous), .nothing),
    .left(.submit): .to(.held(.changed, .submit), .nothing),
    .left(.skip): .to(.held(.changed, .skip), .nothing),
    .left(.rewind): .to(.held(.changed, .rewind), .nothing),
    .moved: .to(.leaving, .leave(nil)),
  ]

  /// The user has left a line that must be completed first.
  static let heldRow: Row = [
    .edited: .to(.text(.changed), .report),
    .cursorMoved: .to(.text(.begun), .report),
    .suggested(.words): .to(.text(.begun), .complete(.words, then: .accept)),
    .moved: .to(.leaving, .leave(nil)),
  ]
}
