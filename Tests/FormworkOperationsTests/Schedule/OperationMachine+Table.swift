import TestSupport

@testable import FormworkOperations

/// The table of an operation, in literals.
extension OperationMachine {
  typealias Row = Cell<State, Event, Action>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .held(2): heldByTwoRow,
    .held(1): heldRow,
    .ready(attempt: 2): readyRow,
    .running(attempt: 2): runningRow,
    .pausing(attempt: 2): pausingRow,
    .succeeded: endedRow,
    .failed: endedRow,
    .cancelled: endedRow,
  ]

  /// Waiting for two other operations.
  static let heldByTwoRow: Row = [
    .dependencySucceeded: .to(.held(1), .nothing),
    .dependencyLost: .to(.cancelled, .end),
    .turnCame: .stays,
    .succeeded(attempt: 2): .stays,
    .succeeded(attempt: 1): .stays,
    .failed(attempt: 2, isLast: false): .stays,
    .failed(attempt: 2, isLast: true): .stays,
    .failed(attempt: 1, isLast: false): .stays,
    .pauseEnded(attempt: 2): .stays,
    .pauseEnded(attempt: 1): .stays,
    .cancelled: .to(.cancelled, .end),
  ]

  /// Waiting for one other operation.
  static let heldRow: Row = [
    .dependencySucceeded: .to(.ready(attempt: 1), .queue),
    .dependencyLost: .to(.cancelled, .end),
    .turnCame: .stays,
    .succeeded(attempt: 2): .stays,
    .succeeded(attempt: 1): .stays,
    .failed(attempt: 2, isLast: false): .stays,
    .failed(attempt: 2, isLast: true): .stays,
    .failed(attempt: 1, isLast: false): .stays,
    .pauseEnded(attempt: 2): .stays,
    .pauseEnded(attempt: 1): .stays,
    .cancelled: .to(.cancelled, .end),
  ]

  /// Waiting for its turn.
  static let readyRow: Row = [
    .dependencySucceeded: .stays,
    .dependencyLost: .stays,
    .turnCame: .to(.running(attempt: 2), .run),
    .succeeded(attempt: 2): .stays,
    .succeeded(attempt: 1): .stays,
    .failed(attempt: 2, isLast: false): .stays,
    .failed(attempt: 2, isLast: true): .stays,
    .failed(attempt: 1, isLast: false): .stays,
    .pauseEnded(attempt: 2): .stays,
    .pauseEnded(attempt: 1): .stays,
    .cancelled: .to(.cancelled, .end),
  ]

  static let runningRow: Row = [
    .dependencySucceeded: .stays,
    .dependencyLost: .stays,
    .turnCame: .stays,
    .succeeded(attempt: 2): .to(.succeeded, .end),
    .succeeded(attempt: 1): .stays,
    .failed(attempt: 2, isLast: false): .to(.pausing(attempt: 2), .pause),
    .failed(attempt: 2, isLast: true): .to(.failed, .end),
    .failed(attempt: 1, isLast: false): .stays,
    .pauseEnded(attempt: 2): .stays,
    .pauseEnded(attempt: 1): .stays,
    .cancelled: .to(.cancelled, .stop),
  ]

  /// Waiting for another try.
  static let pausingRow: Row = [
    .dependencySucceeded: .stays,
    .dependencyLost: .stays,
    .turnCame: .stays,
    .succeeded(attempt: 2): .stays,
    .succeeded(attempt: 1): .stays,
    .failed(attempt: 2, isLast: false): .stays,
    .failed(attempt: 2, isLast: true): .stays,
    .failed(attempt: 1, isLast: false): .stays,
    .pauseEnded(attempt: 2): .to(.ready(attempt: 3), .queue),
    .pauseEnded(attempt: 1): .stays,
    .cancelled: .to(.cancelled, .end),
  ]

  /// An operation that has ended stays so.
  static let endedRow: Row = [
    .dependencySucceeded: .stays,
    .dependencyLost: .stays,
    .turnCame: .stays,
    .succeeded(attempt: 2): .stays,
    .succeeded(attempt: 1): .stays,
    .failed(attempt: 2, isLast: false): .stays,
    .failed(attempt: 2, isLast: true): .stays,
    .failed(attempt: 1, isLast: false): .stays,
    .pauseEnded(attempt: 2): .stays,
    .pauseEnded(attempt: 1): .stays,
    .cancelled: .stays,
  ]
}
