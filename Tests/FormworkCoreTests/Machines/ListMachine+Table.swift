import FormworkCore
import TestSupport

/// The table of a list, with literal rows.
extension ListMachine {
  typealias Row = Cell<State, Event, Action>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .blank: blankRow,
    .loading(.i, isOutdated: false): loadingRow,
    .loading(.i, isOutdated: true): outdatedRow,
    .loaded: loadedRow,
    .empty: emptyRow,
    .unmatched: unmatchedRow,
    .refreshing(.i, over: .rows, isOutdated: false): refreshingRow,
    .refreshing(.i, over: .nothing, isOutdated: true): outdatedAgainRow,
    .failed(.old): failedRow,
    .refreshFailed(.old, over: .rows): refreshFailedRow,
    .refreshFailed(.old, over: .noMatch): stillUnmatchedRow,
  ]

  /// Not opened yet.
  static let blankRow: Row = [
    .opened: .to(.loading(.j, isOutdated: false), .load(.j)),
    .windowMoved: .stays,
    .sortChosen: .stays,
    .searchEdited: .stays,
    .refreshRequested: .stays,
    .retryRequested: .stays,
    .rowsInvalidated: .stays,
    .rowsLoaded(.i, .rows): .stays,
    .rowsLoaded(.i, .nothing): .stays,
    .rowsLoaded(.i, .noMatch): .stays,
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .stays,
    .rowsFailed(.old, .new): .stays,
  ]

  /// The first rows are being loaded.
  static let loadingRow: Row = [
    .opened: .stays,
    .windowMoved: .to(.loading(.j, isOutdated: false), .load(.j)),
    .sortChosen: .to(.loading(.j, isOutdated: false), .load(.j)),
    .searchEdited: .to(.loading(.j, isOutdated: false), .load(.j)),
    .refreshRequested: .stays,
    .retryRequested: .stays,
    .rowsInvalidated: .to(.loading(.i, isOutdated: true), .nothing),
    .rowsLoaded(.i, .rows): .to(.loaded, .show),
    .rowsLoaded(.i, .nothing): .to(.empty, .show),
    .rowsLoaded(.i, .noMatch): .to(.unmatched, .show),
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .to(.failed(.new), .nothing),
    .rowsFailed(.old, .new): .stays,
  ]

  /// The first rows are being loaded, and are outdated already.
  static let outdatedRow: Row = [
    .opened: .stays,
    .windowMoved: .to(.loading(.j, isOutdated: false), .load(.j)),
    .sortChosen: .to(.loading(.j, isOutdated: false), .load(.j)),
    .searchEdited: .to(.loading(.j, isOutdated: false), .load(.j)),
    .refreshRequested: .stays,
    .retryRequested: .stays,
    .rowsInvalidated: .stays,
    .rowsLoaded(.i, .rows): .to(.refreshing(.j, over: .rows, isOutdated: false), .showAndLoad(.j)),
    .rowsLoaded(.i, .nothing): .to(
      .refreshing(.j, over: .nothing, isOutdated: false), .showAndLoad(.j)),
    .rowsLoaded(.i, .noMatch): .to(
      .refreshing(.j, over: .noMatch, isOutdated: false), .showAndLoad(.j)),
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .to(.failed(.new), .nothing),
    .rowsFailed(.old, .new): .stays,
  ]

  static let loadedRow: Row = [
    .opened: .stays,
    .windowMoved: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .sortChosen: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .searchEdited: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .refreshRequested: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .retryRequested: .stays,
    .rowsInvalidated: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .rowsLoaded(.i, .rows): .stays,
    .rowsLoaded(.i, .nothing): .stays,
    .rowsLoaded(.i, .noMatch): .stays,
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .stays,
    .rowsFailed(.old, .new): .stays,
  ]

  static let emptyRow: Row = [
    .opened: .stays,
    .windowMoved: .stays,
    .sortChosen: .stays,
    .searchEdited: .to(.refreshing(.j, over: .nothing, isOutdated: false), .load(.j)),
    .refreshRequested: .to(.refreshing(.j, over: .nothing, isOutdated: false), .load(.j)),
    .retryRequested: .stays,
    .rowsInvalidated: .to(.refreshing(.j, over: .nothing, isOutdated: false), .load(.j)),
    .rowsLoaded(.i, .rows): .stays,
    .rowsLoaded(.i, .nothing): .stays,
    .rowsLoaded(.i, .noMatch): .stays,
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .stays,
    .rowsFailed(.old, .new): .stays,
  ]

  static let unmatchedRow: Row = [
    .opened: .stays,
    .windowMoved: .stays,
    .sortChosen: .stays,
    .searchEdited: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .refreshRequested: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .retryRequested: .stays,
    .rowsInvalidated: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .rowsLoaded(.i, .rows): .stays,
    .rowsLoaded(.i, .nothing): .stays,
    .rowsLoaded(.i, .noMatch): .stays,
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .stays,
    .rowsFailed(.old, .new): .stays,
  ]

  /// Rows are shown, and others are being loaded.
  static let refreshingRow: Row = [
    .opened: .stays,
    .windowMoved: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .sortChosen: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .searchEdited: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .refreshRequested: .stays,
    .retryRequested: .stays,
    .rowsInvalidated: .to(.refreshing(.i, over: .rows, isOutdated: true), .nothing),
    .rowsLoaded(.i, .rows): .to(.loaded, .show),
    .rowsLoaded(.i, .nothing): .to(.empty, .show),
    .rowsLoaded(.i, .noMatch): .to(.unmatched, .show),
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .to(.refreshFailed(.new, over: .rows), .nothing),
    .rowsFailed(.old, .new): .stays,
  ]

  /// The list was empty, and the rows being loaded are outdated already.
  static let outdatedAgainRow: Row = [
    .opened: .stays,
    .windowMoved: .to(.refreshing(.j, over: .nothing, isOutdated: false), .load(.j)),
    .sortChosen: .to(.refreshing(.j, over: .nothing, isOutdated: false), .load(.j)),
    .searchEdited: .to(.refreshing(.j, over: .nothing, isOutdated: false), .load(.j)),
    .refreshRequested: .stays,
    .retryRequested: .stays,
    .rowsInvalidated: .stays,
    .rowsLoaded(.i, .rows): .to(.refreshing(.j, over: .rows, isOutdated: false), .showAndLoad(.j)),
    .rowsLoaded(.i, .nothing): .to(
      .refreshing(.j, over: .nothing, isOutdated: false), .showAndLoad(.j)),
    .rowsLoaded(.i, .noMatch): .to(
      .refreshing(.j, over: .noMatch, isOutdated: false), .showAndLoad(.j)),
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .to(.refreshFailed(.new, over: .nothing), .nothing),
    .rowsFailed(.old, .new): .stays,
  ]

  static let failedRow: Row = [
    .opened: .stays,
    .windowMoved: .stays,
    .sortChosen: .to(.loading(.j, isOutdated: false), .load(.j)),
    .searchEdited: .to(.loading(.j, isOutdated: false), .load(.j)),
    .refreshRequested: .to(.loading(.j, isOutdated: false), .load(.j)),
    .retryRequested: .to(.loading(.j, isOutdated: false), .load(.j)),
    .rowsInvalidated: .to(.loading(.j, isOutdated: false), .load(.j)),
    .rowsLoaded(.i, .rows): .stays,
    .rowsLoaded(.i, .nothing): .stays,
    .rowsLoaded(.i, .noMatch): .stays,
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .stays,
    .rowsFailed(.old, .new): .stays,
  ]

  /// Rows are shown, and others could not be loaded.
  static let refreshFailedRow: Row = [
    .opened: .stays,
    .windowMoved: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .sortChosen: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .searchEdited: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .refreshRequested: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .retryRequested: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .rowsInvalidated: .to(.refreshing(.j, over: .rows, isOutdated: false), .load(.j)),
    .rowsLoaded(.i, .rows): .stays,
    .rowsLoaded(.i, .nothing): .stays,
    .rowsLoaded(.i, .noMatch): .stays,
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .stays,
    .rowsFailed(.old, .new): .stays,
  ]

  /// The search matched nothing, and a reload failed.
  static let stillUnmatchedRow: Row = [
    .opened: .stays,
    .windowMoved: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .sortChosen: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .searchEdited: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .refreshRequested: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .retryRequested: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .rowsInvalidated: .to(.refreshing(.j, over: .noMatch, isOutdated: false), .load(.j)),
    .rowsLoaded(.i, .rows): .stays,
    .rowsLoaded(.i, .nothing): .stays,
    .rowsLoaded(.i, .noMatch): .stays,
    .rowsLoaded(.old, .rows): .stays,
    .rowsFailed(.i, .new): .stays,
    .rowsFailed(.old, .new): .stays,
  ]
}
