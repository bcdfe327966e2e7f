/// The life of a list whose rows are loaded: which of them are there, and whether others are on their way.
///
/// It knows no rows: the owner loads the ones that are wanted, and tells what came of it. A load takes the place of
/// the one before.
public struct ListMachine: Sendable {
  /// Where the list is.
  public enum State: Hashable, Sendable {
    /// Not opened yet.
    case blank

    /// The first rows are being loaded. Once they are there, they are loaded again where they are outdated by then.
    case loading(LoadID, isOutdated: Bool)

    /// There are rows.
    case loaded

    /// There is nothing, whatever is searched for.
    case empty

    /// There are rows, but the search matches none.
    case unmatched

    /// As `loading`, and what was there before is still shown.
    case refreshing(LoadID, over: Content, isOutdated: Bool)

    /// They could not be loaded, and there are none.
    case failed(Reason)

    /// They could not be loaded anew: what was there before is still shown.
    case refreshFailed(Reason, over: Content)
  }

  /// What a load has brought.
  public enum Content: Hashable, Sendable, CaseIterable {
    /// Rows, though perhaps none in the window.
    case rows

    /// The list has none at all.
    case nothing

    /// The list has rows, but none that is searched for.
    case noMatch
  }

  /// What happened.
  public enum Event: Hashable, Sendable {
    /// The list comes on view for the first time.
    case opened

    /// Other places of the list are on view.
    case windowMoved

    /// The rows are wanted in another order.
    case sortChosen

    /// Other rows are searched for.
    case searchEdited

    /// The person wants to see the rows as they are by now.
    case refreshRequested

    /// The person wants what has failed to be tried again.
    case retryRequested

    /// The rows have changed where they come from.
    case rowsInvalidated

    /// A load has brought this.
    case rowsLoaded(LoadID, Content)

    /// A load has failed.
    case rowsFailed(LoadID, Reason)
  }

  /// What the owner has to do.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Load the rows that are wanted, and cancel the load that runs.
    case load(LoadID)

    /// Show the rows that have come.
    case show

    /// Show the rows that have come, and load them again.
    case showAndLoad(LoadID)
  }

  /// Where the list is now.
  public private(set) var state: State

  private var lastLoad: UInt64

  /// Makes the machine of a list that was not opened yet.
  public init() { self.init(state: .blank) }

  init(state: State, lastLoad: UInt64 = 0) {
    self.state = state
    self.lastLoad = lastLoad
  }

  /// Takes an event in and returns what has to be done.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.blank, .opened):
      return load(over: nil)

    // Other rows are wanted than those that are being loaded.
    case (.loading, .windowMoved), (.loading, .sortChosen), (.loading, .searchEdited):
      return load(over: nil)
    case (.refreshing(_, let content, _), .windowMoved),
      (.refreshing(_, let content, _), .sortChosen),
      (.refreshing(_, let content, _), .searchEdited):
      return load(over: content)

    // A load that is begun anew at each change would never end where changes come faster than it ends.
    case (.loading(let id, _), .rowsInvalidated):
      state = .loading(id, isOutdated: true)
      return .nothing
    case (.refreshing(let id, let content, _), .rowsInvalidated):
      state = .refreshing(id, over: content, isOutdated: true)
      return .nothing

    case (.loaded, .windowMoved), (.loaded, .sortChosen), (.loaded, .searchEdited),
      (.loaded, .refreshRequested), (.loaded, .rowsInvalidated):
      return load(over: .rows)
    // There is nothing to be sorted, and no place to go to.
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

    // The rows that the person wants are on their way.
    case (.loading, .refreshRequested), (.refreshing, .refreshRequested):
      return .nothing

    // Nothing is there that could be sorted or searched, and no place to go to.
    case (.blank, .windowMoved), (.blank, .sortChosen), (.blank, .searchEdited),
      (.blank, .refreshRequested), (.blank, .rowsInvalidated), (.empty, .windowMoved),
      (.empty, .sortChosen), (.unmatched, .windowMoved), (.unmatched, .sortChosen),
      (.failed, .windowMoved):
      return .nothing

    // Nothing has failed.
    case (.blank, .retryRequested), (.loading, .retryRequested), (.loaded, .retryRequested),
      (.empty, .retryRequested), (.unmatched, .retryRequested), (.refreshing, .retryRequested):
      return .nothing

    // It is open already.
    case (.loading, .opened), (.loaded, .opened), (.empty, .opened), (.unmatched, .opened),
      (.refreshing, .opened), (.failed, .opened), (.refreshFailed, .opened):
      return .nothing

    // An answer that comes too late.
    case (.blank, .rowsLoaded), (.loaded, .rowsLoaded), (.empty, .rowsLoaded),
      (.unmatched, .rowsLoaded), (.failed, .rowsLoaded), (.refreshFailed, .rowsLoaded),
      (.blank, .rowsFailed), (.loaded, .rowsFailed), (.empty, .rowsFailed),
      (.unmatched, .rowsFailed), (.failed, .rowsFailed), (.refreshFailed, .rowsFailed):
      return .nothing
    }
  }

  /// Begins a load, over what is shown, if anything is.
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
