/// The state machine of a list whose rows are loaded.
///
/// It holds no rows: the owner loads them and reports the result. A new load replaces the previous one.
public struct ListMachine: Sendable {
  /// The state of the list.
  public enum State: Hashable, Sendable {
    /// The list was not opened yet.
    case blank

    /// The first rows are being loaded. If they are outdated when they arrive, they are loaded again.
    case loading(LoadID, isOutdated: Bool)

    /// The list shows rows.
    case loaded

    /// The list has no rows, with or without a search.
    case empty

    /// The list has rows, but none match the search.
    case unmatched

    /// Rows are being loaded while the previous content is still shown.
    case refreshing(LoadID, over: Content, isOutdated: Bool)

    /// The load failed, and no content is shown.
    case failed(OperationFailure)

    /// The load failed, and the previous content is still shown.
    case refreshFailed(OperationFailure, over: Content)
  }

  /// The result of a load.
  public enum Content: Hashable, Sendable, CaseIterable {
    /// The list has rows, though maybe none in the window.
    case rows

    /// The list has no rows.
    case nothing

    /// The list has rows, but none match the search.
    case noMatch
  }

  /// An event that affects the list.
  public enum Event: Hashable, Sendable {
    /// The list became visible for the first time.
    case opened

    /// Other positions of the list became visible.
    case windowMoved

    /// The user changed the order of the rows.
    case sortChosen

    /// The user changed the search.
    case searchEdited

    /// The user wants the current rows.
    case refreshRequested

    /// The user wants to retry what failed.
    case retryRequested

    /// The rows changed at their source.
    case rowsInvalidated

    /// A load finished with this result.
    case rowsLoaded(LoadID, Content)

    /// A load failed.
    case rowsFailed(LoadID, OperationFailure)
  }

  /// An action for the owner.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Load the requested rows, and cancel the current load.
    case load(LoadID)

    /// Show the loaded rows.
    case show

    /// Show the loaded rows, and load them again.
    case showAndLoad(LoadID)
  }

  /// The current state of the list.
  public private(set) var state: State

  private var lastLoad: UInt64

  /// Creates the machine of a list that was not opened yet.
  public init() { self.init(state: .blank) }

  init(state: State, lastLoad: UInt64 = 0) {
    self.state = state
    self.lastLoad = lastLoad
  }

  /// Applies an event and returns the action to perform.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.blank, .opened):
      return load(over: nil)

    // The current load is for other rows.
    case (.loading, .windowMoved), (.loading, .sortChosen), (.loading, .searchEdited):
      return load(over: nil)
    case (.refreshing(_, let content, _), .windowMoved),
      (.refreshing(_, let content, _), .sortChosen),
      (.refreshing(_, let content, _), .searchEdited):
      return load(over: content)

    // Restarting the load at each change would never finish if changes arrive faster than a load takes.
    case (.loading(let id, _), .rowsInvalidated):
      state = .loading(id, isOutdated: true)
      return .nothing
    case (.refreshing(let id, let content, _), .rowsInvalidated):
      state = .refreshing(id, over: content, isOutdated: true)
      return .nothing

    case (.loaded, .windowMoved), (.loaded, .sortChosen), (.loaded, .searchEdited),
      (.loaded, .refreshRequested), (.loaded, .rowsInvalidated):
      return load(over: .rows)
    // An empty list has nothing to sort and no positions.
    case (.empty, .searchEdited), (.empty, .refreshRequested), (.empty, .rowsInvalidated):
      return load(over: .nothing)
    case (.unmatched, .searchEdited), (.unmatched, .refreshRequested),
      (.unmatched, .rowsInvalidated):
      return load(over: .noMatch)

    case (.failed, .sortChosen), (.failed, .searchEdited), (.failed, .refreshRequested),
      (.failed, .retryRequested), (.failed, .rowsInvalidated):
      return load(over: nil)
    case (.refreshFailed(_, let content), .windowMoved),
      (.refreshFailed(_, let content), .sortChosen),
      (.refreshFailed(_, let content), .searchEdited),
      (.refreshFailed(_, let content), .refreshRequested),
      (.refreshFailed(_, let content), .retryRequested),
      (.refreshFailed(_, let content), .rowsInvalidated):
      return load(over: content)

    case (.loading(let id, let isOutdated), .rowsLoaded(let loaded, let content)),
      (.refreshing(let id, _, let isOutdated), .rowsLoaded(let loaded, let content)):
      guard loaded == id else { return .nothing }
      return show(content, isOutdated: isOutdated)
    case (.loading(let id, _), .rowsFailed(let failed, let reason)):
      guard failed == id else { return .nothing }
      state = .failed(reason)
      return .nothing
    case (.refreshing(let id, let content, _), .rowsFailed(let failed, let reason)):
      guard failed == id else { return .nothing }
      state = .refreshFailed(reason, over: content)
      return .nothing

    // The rows are being loaded already.
    case (.loading, .refreshRequested), (.refreshing, .refreshRequested):
      return .nothing

    // There are no rows to sort or search, and no positions.
    case (.blank, .windowMoved), (.blank, .sortChosen), (.blank, .searchEdited),
      (.blank, .refreshRequested), (.blank, .rowsInvalidated), (.empty, .windowMoved),
      (.empty, .sortChosen), (.unmatched, .windowMoved), (.unmatched, .sortChosen),
      (.failed, .windowMoved):
      return .nothing

    // Nothing failed.
    case (.blank, .retryRequested), (.loading, .retryRequested), (.loaded, .retryRequested),
      (.empty, .retryRequested), (.unmatched, .retryRequested), (.refreshing, .retryRequested):
      return .nothing

    // The list is open already.
    case (.loading, .opened), (.loaded, .opened), (.empty, .opened), (.unmatched, .opened),
      (.refreshing, .opened), (.failed, .opened), (.refreshFailed, .opened):
      return .nothing

    // Late responses.
    case (.blank, .rowsLoaded), (.loaded, .rowsLoaded), (.empty, .rowsLoaded),
      (.unmatched, .rowsLoaded), (.failed, .rowsLoaded), (.refreshFailed, .rowsLoaded),
      (.blank, .rowsFailed), (.loaded, .rowsFailed), (.empty, .rowsFailed),
      (.unmatched, .rowsFailed), (.failed, .rowsFailed), (.refreshFailed, .rowsFailed):
      return .nothing
    }
  }

  /// Starts a load while `content` is still shown, if there is any.
  private mutating func load(over content: Content?) -> Action {
    let id = nextLoad()
    state =
      content.map { .refreshing(id, over: $0, isOutdated: false) }
      ?? .loading(id, isOutdated: false)
    return .load(id)
  }

  private mutating func show(_ content: Content, isOutdated: Bool) -> Action {
    if isOutdated {
      let id = nextLoad()
      state = .refreshing(id, over: content, isOutdated: false)
      return .showAndLoad(id)
    }
    switch content {
    case .rows: state = .loaded
    case .nothing: state = .empty
    case .noMatch: state = .unmatched
    }
    return .show
  }

  private mutating func nextLoad() -> LoadID {
    lastLoad += 1
    return LoadID(rawValue: lastLoad)
  }
}
