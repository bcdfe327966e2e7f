import FormworkCore
import TestSupport

/// The table of the field, with literal rows.
extension FieldMachine {
  typealias Row = Cell<State, Event, Action>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .untouched: untouchedRow,
    .incomplete(.old): incompleteRow,
    .invalid(.old): invalidRow,
    .debouncing(.i): debouncingRow,
    .checking(.i): checkingRow,
    .refused(.old): refusedRow,
    .unverified(.old): unverifiedRow,
    .valid: validRow,
    .excluded: excludedRow,
  ]
}
