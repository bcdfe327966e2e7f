import TestSupport

@testable import FormworkOperations

/// The table of an operation, in literals.
extension OperationMachine {
  typealias Row = Cell<State, Event, Action>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .ready(attempt: 2): readyRow,
    .running(attempt: 2): runningRow,
    .pausing(attempt: 2): pausingRow,
    .ended: endedRow,
  ]

  /// Waiting for its turn.
  static let readyRow: Row = [
    .turnCame: .to(.running(attempt: 2), .run),
    .succeeded: .stays,
    .failed(isLast: false): .stays,
    .failed(isLast: true): .stays,
    .pauseEnded: .stays,
    .cancelled: .to(.ended, .end),
  ]

  static let runningRow: Row = [
    .turnCame: .stays,
    .succeeded: .to(.ended, .end),
    .failed(isLast: false): .to(.pausing(attempt: 2), .pause),
    .failed(isLast: true): .to(.ended, .end),
    .pauseEnded: .stays,
    .cancelled: .stays,
  ]

  /// Waiting for another try.
  static let pausingRow: Row = [
    .turnCame: .stays,
    .succeeded: .stays,
    .failed(isLast: false): .stays,
    .failed(isLast: true): .stays,
    .pauseEnded: .to(.ready(attempt: 3), .queue),
    .cancelled: .to(.ended, .end),
  ]

  /// An operation that has ended stays so.
  static let endedRow: Row = [
    .turnCame: .stays,
    .succeeded: .stays,
    .failed(isLast: false): .stays,
    .failed(isLast: true): .stays,
    .pauseEnded: .stays,
    .cancelled: .stays,
  ]
}
