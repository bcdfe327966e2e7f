import FormworkCore
import TestSupport

/// The table of the form, with literal rows.
extension FormMachine {
  typealias Row = Cell<State, Event, Action>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .blank: blankRow,
    .loading(.i): loadingRow,
    .loadFailed(.old): loadFailedRow,
    .offeringDraft(SavedDraft.old.draft): offeringDraftRow,
    .editing: editingRow,
    .reloading(.i): reloadingRow,
    .awaitingChecks: awaitingChecksRow,
    .reviewing: reviewingRow,
    .submitting(.i): submittingRow,
    .confirmingLeave: confirmingLeaveRow,
    .submitted: submittedRow,
    .cancelled: cancelledRow,
    .declined: declinedRow,
  ]
}
