import FormworkCore

/// The machine of a list as the page has it, in sentences and with flags instead of states.
struct ListReference {
  private(set) var isOpen = false
  private(set) var isLoading = false
  private(set) var isOutdated = false
  private(set) var shown: ListMachine.Content?
  private(set) var reason: Reason?
  private(set) var loads: UInt64 = 0

  private var load: LoadID { LoadID(rawValue: loads) }

  var state: ListMachine.State {
    if isLoading {
      return shown.map { .refreshing(load, over: $0, isOutdated: isOutdated) }
        ?? .loading(load, isOutdated: isOutdated)
    }
    if let reason { return shown.map { .refreshFailed(reason, over: $0) } ?? .failed(reason) }
    let states: [ListMachine.Content: ListMachine.State] = [
      .rows: .loaded, .nothing: .empty, .noMatch: .unmatched,
    ]
    return shown.flatMap { states[$0] } ?? .blank
  }

  mutating func apply(_ event: ListMachine.Event) -> ListMachine.Action {
    if event == .opened, !isOpen {
      isOpen = true
      return begin()
    }
    if case .rowsLoaded(load, let content) = event, isLoading { return take(content) }
    if case .rowsFailed(load, let reason) = event, isLoading {
      (self.reason, isLoading) = (reason, false)
      return .nothing
    }
    if event == .rowsInvalidated, isLoading { isOutdated = true }
    return isOpen && wantsLoad(event) ? begin() : .nothing
  }

  private func wantsLoad(_ event: ListMachine.Event) -> Bool {
    // What is known to be empty has no other places and no other order; what failed may have.
    let hasRows = isLoading || shown == .rows || reason != nil
    return switch event {
    case .windowMoved: hasRows && (isLoading || shown != nil)
    case .sortChosen: hasRows
    case .searchEdited: true
    case .refreshRequested, .rowsInvalidated: !isLoading
    case .retryRequested: !isLoading && reason != nil
    case .opened, .rowsLoaded, .rowsFailed: false
    }
  }

  private mutating func begin() -> ListMachine.Action {
    loads += 1
    (isLoading, isOutdated, reason) = (true, false, nil)
    return .load(load)
  }

  private mutating func take(_ content: ListMachine.Content) -> ListMachine.Action {
    let again = isOutdated
    (shown, isLoading, isOutdated) = (content, false, false)
    guard again else { return .show }
    _ = begin()
    return .showAndLoad(load)
  }
}
