import FormworkCore
import TestSupport

/// The table of the shell, with literal rows.
extension ShellMachine {
  typealias Row = Cell<State, Event, Action>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .idle: idleRow,
    .reading: readingRow,
    .running(.i): runningRow,
    .leaving: leavingRow,
  ]

  /// The prompt is empty.
  static let idleRow: Row = [
    .edited(isEmpty: true): .stays,
    .edited(isEmpty: false): .to(.reading, .nothing),
    .committed(.blank): .stays,
    .committed(.mistaken): .stays,
    .committed(.question): .stays,
    .committed(.command): .stays,
    .committed(.exit): .stays,
    .finished(.i): .stays,
    .finished(.old): .stays,
    .failed(.i): .stays,
    .failed(.old): .stays,
    .interrupted: .to(.idle, .dropLine),
    .leaveRequested: .to(.leaving, .nothing),
    .inputEnded: .to(.leaving, .nothing),
  ]

  /// The prompt has text.
  static let readingRow: Row = [
    .edited(isEmpty: true): .to(.idle, .nothing),
    .edited(isEmpty: false): .stays,
    .committed(.blank): .to(.idle, .dropLine),
    .committed(.mistaken): .to(.idle, .showMistake),
    .committed(.question): .to(.idle, .answer),
    .committed(.command): .to(.running(.j), .run(.j)),
    .committed(.exit): .to(.leaving, .nothing),
    .finished(.i): .stays,
    .finished(.old): .stays,
    .failed(.i): .stays,
    .failed(.old): .stays,
    .interrupted: .to(.idle, .dropLine),
    .leaveRequested: .stays,
    .inputEnded: .to(.leaving, .nothing),
  ]

  static let runningRow: Row = [
    .edited(isEmpty: true): .stays,
    .edited(isEmpty: false): .stays,
    .committed(.blank): .stays,
    .committed(.mistaken): .stays,
    .committed(.question): .stays,
    .committed(.command): .stays,
    .committed(.exit): .stays,
    .finished(.i): .to(.idle, .showResult),
    .finished(.old): .stays,
    .failed(.i): .to(.idle, .showFailure),
    .failed(.old): .stays,
    .interrupted: .to(.idle, .cancel(.i)),
    .leaveRequested: .stays,
    .inputEnded: .to(.leaving, .cancel(.i)),
  ]

  static let leavingRow: Row = [
    .edited(isEmpty: true): .stays,
    .edited(isEmpty: false): .stays,
    .committed(.blank): .stays,
    .committed(.mistaken): .stays,
    .committed(.question): .stays,
    .committed(.command): .stays,
    .committed(.exit): .stays,
    .finished(.i): .stays,
    .finished(.old): .stays,
    .failed(.i): .stays,
    .failed(.old): .stays,
    .interrupted: .stays,
    .leaveRequested: .stays,
    .inputEnded: .stays,
  ]
}
