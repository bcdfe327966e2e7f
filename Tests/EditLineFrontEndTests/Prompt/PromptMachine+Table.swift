import TestSupport

@testable import EditLineFrontEnd

/// The table of a question as in the design, with literal rows.
extension PromptMachine {
  typealias Row = TestSupport.Cell<State, Event, Action>.Row

  static let cells = TestSupport.Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .text(.untouched): untouchedTextRow,
    .text(.begun): begunTextRow,
    .text(.changed): changedTextRow,
    .text(.told): toldTextRow,
    .completing(.untouched): untouchedCompletingRow,
    .completing(.changed): changedCompletingRow,
    .held(.begun, .accept): heldRow,
    .secret(.untouched): untouchedSecretRow,
    .secret(.begun): begunSecretRow,
    .secret(.changed): changedSecretRow,
    .secret(.told): toldSecretRow,
    .answer: answerRow,
    .judging(.text(.told), isNew: true, then: .next): judgingTextRow,
    .judging(.secret(.told), isNew: true, then: .next): judgingSecretRow,
    .judging(.answer, isNew: true, then: .next): judgingAnswerRow,
    .judging(.answer, isNew: false, then: .submit): judgingOnTheWayRow,
    .pressing: pressingRow,
    .leaving: leavingRow,
  ]
}
