import TestSupport

@testable import EditLineFrontEnd

/// The rows of a text on the line.
extension PromptMachine {
  /// Nothing was entered, and nothing fetched.
  static let untouchedTextRow: Row = [
    .edited: .to(.text(.changed, nil), .tell),
    .cursorMoved: .to(.text(.untouched, nil), .tell),
    .pressed(.help): .to(.text(.untouched, nil), .perform(.help)),
    .completionRequested: .to(.completing(.untouched, nil), .askForSuggestions),
    .revealRequested: .to(.text(.untouched, nil), .ring),
    .outsideEditRequested: .to(.text(.untouched, nil), .editOutside),
    .leaveRequested(isEmpty: true): .to(.text(.untouched, nil), .leaveScreen),
    .leaveRequested(isEmpty: false): .to(.text(.untouched, nil), .perform(.delete)),
    .wentUp(hasHistory: true):
      .to(.text(.untouched, nil), .recall(isBack: true, isSearch: false, from: nil)),
    .wentUp(hasHistory: false): .to(.text(.untouched, nil), .go(.previous)),
    .wentDown: .to(.text(.untouched, nil), .go(.next)),
    .searched(isBack: true):
      .to(.text(.untouched, nil), .recall(isBack: true, isSearch: true, from: nil)),
    .searched(isBack: false):
      .to(.text(.untouched, nil), .recall(isBack: false, isSearch: true, from: nil)),
    .recalled(.newer): .to(.text(.untouched, .newer), .nothing),
    .suggested(.words): .stays,
    .left(.accept): .to(.judging(.text(nil), isNew: false, then: .next), .accept),
    .left(.next): .to(.leaving, .leave(.next)),
    .left(.previous): .to(.leaving, .leave(.previous)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .answered(.none, .accept): .stays,
    .answered(.none, .next): .stays,
    .answered(.none, .previous): .stays,
    .answered(.none, .submit): .stays,
    .answered(.yes, .accept): .stays,
    .answered(.yesAgain, .accept): .stays,
    .answered(.yes, .next): .stays,
    .answered(.yes, .previous): .stays,
    .answered(.yes, .submit): .stays,
    .answered(.stay, .submit): .stays,
    .answered(.mistaken, .accept): .stays,
    .answered(.mistaken, .next): .stays,
    .judged(isFaulty: true): .stays,
    .judged(isFaulty: false): .stays,
    .moved: .to(.leaving, .leave(.follow)),
  ]

  /// It was left half entered before, and a line was fetched.
  static let begunTextRow: Row = [
    .edited: .to(.text(.changed, .older), .tell),
    .cursorMoved: .to(.text(.begun, .older), .tell),
    .pressed(.help): .to(.text(.begun, .older), .perform(.help)),
    .completionRequested: .to(.completing(.begun, .older), .askForSuggestions),
    .revealRequested: .to(.text(.begun, .older), .ring),
    .outsideEditRequested: .to(.text(.begun, .older), .editOutside),
    .leaveRequested(isEmpty: true): .to(.text(.begun, .older), .leaveScreen),
    .leaveRequested(isEmpty: false): .to(.text(.begun, .older), .perform(.delete)),
    .wentUp(hasHistory: true):
      .to(.text(.begun, .older), .recall(isBack: true, isSearch: false, from: .older)),
    .wentUp(hasHistory: false): .to(.text(.begun, .older), .go(.previous)),
    .wentDown: .to(.text(.begun, .older), .recall(isBack: false, isSearch: false, from: .older)),
    .searched(isBack: true):
      .to(.text(.begun, .older), .recall(isBack: true, isSearch: true, from: .older)),
    .searched(isBack: false):
      .to(.text(.begun, .older), .recall(isBack: false, isSearch: true, from: .older)),
    .recalled(.newer): .to(.text(.begun, .newer), .nothing),
    .suggested(.words): .stays,
    .left(.accept): .to(.judging(.text(.older), isNew: false, then: .next), .accept),
    .left(.next): .to(.judging(.text(.older), isNew: false, then: .next), .commit(.nothing)),
    .left(.previous):
      .to(.judging(.text(.older), isNew: false, then: .previous), .commit(.nothing)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .answered(.none, .accept): .stays,
    .answered(.none, .next): .stays,
    .answered(.none, .previous): .stays,
    .answered(.none, .submit): .stays,
    .answered(.yes, .accept): .stays,
    .answered(.yesAgain, .accept): .stays,
    .answered(.yes, .next): .stays,
    .answered(.yes, .previous): .stays,
    .answered(.yes, .submit): .stays,
    .answered(.stay, .submit): .stays,
    .answered(.mistaken, .accept): .stays,
    .answered(.mistaken, .next): .stays,
    .judged(isFaulty: true): .stays,
    .judged(isFaulty: false): .stays,
    .moved: .to(.leaving, .leave(.follow)),
  ]

  /// The person changed it.
  static let changedTextRow: Row = [
    .edited: .to(.text(.changed, nil), .tell),
    .cursorMoved: .to(.text(.changed, nil), .tell),
    .pressed(.help): .to(.text(.changed, nil), .perform(.help)),
    .completionRequested: .to(.completing(.changed, nil), .askForSuggestions),
    .revealRequested: .to(.text(.changed, nil), .ring),
    .outsideEditRequested: .to(.text(.changed, nil), .editOutside),
    .leaveRequested(isEmpty: true): .to(.text(.changed, nil), .leaveScreen),
    .leaveRequested(isEmpty: false): .to(.text(.changed, nil), .perform(.delete)),
    .wentUp(hasHistory: true):
      .to(.text(.changed, nil), .recall(isBack: true, isSearch: false, from: nil)),
    .wentUp(hasHistory: false): .to(.text(.changed, nil), .go(.previous)),
    .wentDown: .to(.text(.changed, nil), .go(.next)),
    .searched(isBack: true):
      .to(.text(.changed, nil), .recall(isBack: true, isSearch: true, from: nil)),
    .searched(isBack: false):
      .to(.text(.changed, nil), .recall(isBack: false, isSearch: true, from: nil)),
    .recalled(.newer): .to(.text(.changed, .newer), .nothing),
    .suggested(.words): .stays,
    .left(.accept): .to(.judging(.text(nil), isNew: true, then: .next), .accept),
    .left(.next): .to(.judging(.text(nil), isNew: false, then: .next), .commit(.nothing)),
    .left(.previous): .to(.judging(.text(nil), isNew: false, then: .previous), .commit(.nothing)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .answered(.none, .accept): .stays,
    .answered(.none, .next): .stays,
    .answered(.none, .previous): .stays,
    .answered(.none, .submit): .stays,
    .answered(.yes, .accept): .stays,
    .answered(.yesAgain, .accept): .stays,
    .answered(.yes, .next): .stays,
    .answered(.yes, .previous): .stays,
    .answered(.yes, .submit): .stays,
    .answered(.stay, .submit): .stays,
    .answered(.mistaken, .accept): .stays,
    .answered(.mistaken, .next): .stays,
    .judged(isFaulty: true): .stays,
    .judged(isFaulty: false): .stays,
    .moved: .to(.leaving, .leave(.follow)),
  ]

  /// The host looks for what completes a line that was fetched.
  static let untouchedCompletingRow: Row = [
    .edited: .to(.text(.changed, .older), .tell),
    .cursorMoved: .to(.text(.untouched, .older), .tell),
    .pressed(.help): .to(.completing(.untouched, .older), .perform(.help)),
    .completionRequested: .stays,
    .revealRequested: .to(.completing(.untouched, .older), .ring),
    .outsideEditRequested: .to(.completing(.untouched, .older), .editOutside),
    .leaveRequested(isEmpty: true): .to(.completing(.untouched, .older), .leaveScreen),
    .leaveRequested(isEmpty: false): .to(.completing(.untouched, .older), .perform(.delete)),
    .wentUp(hasHistory: true):
      .to(.completing(.untouched, .older), .recall(isBack: true, isSearch: false, from: .older)),
    .wentUp(hasHistory: false): .to(.completing(.untouched, .older), .go(.previous)),
    .wentDown:
      .to(.completing(.untouched, .older), .recall(isBack: false, isSearch: false, from: .older)),
    .searched(isBack: true):
      .to(.completing(.untouched, .older), .recall(isBack: true, isSearch: true, from: .older)),
    .searched(isBack: false):
      .to(.completing(.untouched, .older), .recall(isBack: false, isSearch: true, from: .older)),
    .recalled(.newer): .to(.text(.untouched, .newer), .nothing),
    .suggested(.words): .to(.text(.untouched, .older), .complete(.words)),
    .left(.accept): .to(.judging(.text(.older), isNew: false, then: .next), .accept),
    .left(.next): .to(.leaving, .leave(.next)),
    .left(.previous): .to(.leaving, .leave(.previous)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .answered(.none, .accept): .stays,
    .answered(.none, .next): .stays,
    .answered(.none, .previous): .stays,
    .answered(.none, .submit): .stays,
    .answered(.yes, .accept): .stays,
    .answered(.yesAgain, .accept): .stays,
    .answered(.yes, .next): .stays,
    .answered(.yes, .previous): .stays,
    .answered(.yes, .submit): .stays,
    .answered(.stay, .submit): .stays,
    .answered(.mistaken, .accept): .stays,
    .answered(.mistaken, .next): .stays,
    .judged(isFaulty: true): .stays,
    .judged(isFaulty: false): .stays,
    .moved: .to(.leaving, .leave(.follow)),
  ]

  /// The host looks for what completes a line that the person typed.
  static let changedCompletingRow: Row = [
    .edited: .to(.text(.changed, nil), .tell),
    .cursorMoved: .to(.text(.changed, nil), .tell),
    .pressed(.help): .to(.completing(.changed, nil), .perform(.help)),
    .completionRequested: .stays,
    .revealRequested: .to(.completing(.changed, nil), .ring),
    .outsideEditRequested: .to(.completing(.changed, nil), .editOutside),
    .leaveRequested(isEmpty: true): .to(.completing(.changed, nil), .leaveScreen),
    .leaveRequested(isEmpty: false): .to(.completing(.changed, nil), .perform(.delete)),
    .wentUp(hasHistory: true):
      .to(.completing(.changed, nil), .recall(isBack: true, isSearch: false, from: nil)),
    .wentUp(hasHistory: false): .to(.completing(.changed, nil), .go(.previous)),
    .wentDown: .to(.completing(.changed, nil), .go(.next)),
    .searched(isBack: true):
      .to(.completing(.changed, nil), .recall(isBack: true, isSearch: true, from: nil)),
    .searched(isBack: false):
      .to(.completing(.changed, nil), .recall(isBack: false, isSearch: true, from: nil)),
    .recalled(.newer): .to(.text(.changed, .newer), .nothing),
    .suggested(.words): .to(.text(.changed, nil), .complete(.words)),
    .left(.accept): .to(.judging(.text(nil), isNew: true, then: .next), .accept),
    .left(.next): .to(.judging(.text(nil), isNew: false, then: .next), .commit(.nothing)),
    .left(.previous): .to(.judging(.text(nil), isNew: false, then: .previous), .commit(.nothing)),
    .left(.submit): .to(.leaving, .leave(.submit)),
    .answered(.none, .accept): .stays,
    .answered(.none, .next): .stays,
    .answered(.none, .previous): .stays,
    .answered(.none, .submit): .stays,
    .answered(.yes, .accept): .stays,
    .answered(.yesAgain, .accept): .stays,
    .answered(.yes, .next): .stays,
    .answered(.yes, .previous): .stays,
    .answered(.yes, .submit): .stays,
    .answered(.stay, .submit): .stays,
    .answered(.mistaken, .accept): .stays,
    .answered(.mistaken, .next): .stays,
    .judged(isFaulty: true): .stays,
    .judged(isFaulty: false): .stays,
    .moved: .to(.leaving, .leave(.follow)),
  ]
}
