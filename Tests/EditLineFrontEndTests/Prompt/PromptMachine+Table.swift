import TestSupport

@testable import EditLineFrontEnd

/// The table of a question as in the design, with literal rows.
extension PromptMachine {
  typealias Row = TestSupport.Cell<State, Event, Action>.Row

  /// A state stays, without an action, at each event that its row does not name.
  static let cells = table.flatMap { from, row in
    let others = Event.samples.filter { event in !row.contains { $0.key == event } }
    return TestSupport.Cell.cells(of: [from: row], idle: Action.nothing)
      + others.flatMap { TestSupport.Cell.cells(of: [from: [$0: .stays]], idle: Action.nothing) }
  }

  static let table: KeyValuePairs<State, Row> = [
    .text(.untouched): untouchedTextRow,
    .text(.begun): begunTextRow,
    .text(.changed): changedTextRow,
    .text(.reported): reportedTextRow,
    .completing(.untouched): untouchedCompletingRow,
    .completing(.changed): changedCompletingRow,
    .held(.begun, .accept): heldRow,
    .secret(.untouched): untouchedSecretRow,
    .secret(.begun): begunSecretRow,
    .secret(.changed): changedSecretRow,
    .secret(.reported): reportedSecretRow,
    .answer: answerRow,
    .validating(.text(.reported), isNew: true, then: .next): validatingTextRow,
    .validating(.secret(.reported), isNew: true, then: .next): validatingSecretRow,
    .validating(.answer, isNew: true, then: .next): validatingAnswerRow,
    .validating(.answer, isNew: false, then: .submit): validatingOnTheWayRow,
    .pressing: pressingRow,
    .leaving: leavingRow,
  ]
}
