import FormworkCore

extension ListMachine.State {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case blank, loading, loaded, empty, unmatched, refreshing, failed, refreshFailed
  }

  var kind: Kind {
    switch self {
    case .blank: .blank
    case .loading: .loading
    case .loaded: .loaded
    case .empty: .empty
    case .unmatched: .unmatched
    case .refreshing: .refreshing
    case .failed: .failed
    case .refreshFailed: .refreshFailed
    }
  }

  /// Each state and each flag once.
  static let samples: [Self] = [
    .blank, .loading(.i, isOutdated: false), .loading(.i, isOutdated: true), .loaded, .empty,
    .unmatched, .refreshing(.i, over: .rows, isOutdated: false),
    .refreshing(.i, over: .nothing, isOutdated: true), .failed(.old),
    .refreshFailed(.old, over: .rows), .refreshFailed(.old, over: .noMatch),
  ]
}

extension ListMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case opened, windowMoved, sortChosen, searchEdited, refreshRequested, retryRequested
    case rowsInvalidated, rowsLoaded, rowsFailed
  }

  var kind: Kind {
    switch self {
    case .opened: .opened
    case .windowMoved: .windowMoved
    case .sortChosen: .sortChosen
    case .searchEdited: .searchEdited
    case .refreshRequested: .refreshRequested
    case .retryRequested: .retryRequested
    case .rowsInvalidated: .rowsInvalidated
    case .rowsLoaded: .rowsLoaded
    case .rowsFailed: .rowsFailed
    }
  }

  /// Each event with each result of a load, with a current and an outdated id.
  static let samples: [Self] =
    ListMachine.Content.allCases.map { .rowsLoaded(.i, $0) }
    + [
      .opened, .windowMoved, .sortChosen, .searchEdited, .refreshRequested, .retryRequested,
      .rowsInvalidated, .rowsLoaded(.old, .rows), .rowsFailed(.i, .new), .rowsFailed(.old, .new),
    ]
}
