public import FormworkCore
public import FormworkOperations

/// The source of the rows of a list.
public protocol ListOperations<Key, Order>: Sendable {
  /// The identity of a row.
  associatedtype Key: Hashable & Sendable

  /// The possible orders of the rows.
  associatedtype Order: ListOrder

  /// Returns those of the requested rows that exist, or throws the reason for the user.
  @concurrent func load(_ query: ListQuery<Order>) async throws -> ListPage<Key>

  /// Waits until some rows may have changed; after an error, only the user reloads the rows.
  @concurrent func awaitChange() async throws
}

extension ListOperations {
  /// Waits forever, as if the rows never changed.
  @concurrent public func awaitChange() async throws {
    try await OperationClock().sleep(for: .seconds(1_000_000_000))
  }
}

/// The screen of a list: its view model, and the tasks that perform its actions.
public final class ListScreen<Operations: ListOperations>: Screen {
  /// The view model of the screen.
  public typealias ViewModel = ListScreenViewModel<Operations.Key, Operations.Order>

  /// The view model of the list.
  public private(set) var viewModel: ViewModel

  private enum Work: Hashable {
    case load, pause, watch
  }

  private enum Answer: Sendable {
    case loaded(LoadID, ListPage<Operations.Key>)
    case failed(LoadID, OperationFailure)
    case paused
    case changed
    case unwatched(OperationFailure)
  }

  private let operations: Operations
  private let showDetails: (Operations.Key) -> Navigation?
  private let press: (String) -> Navigation?
  private let sorted: (Operations.Order) -> Void
  private var order: Operations.Order
  private let runner: OperationRunner<Work, Answer>
  private let timeOut: Duration
  private let isLeftByInterrupt: Bool

  /// Whether the last attempt to watch for changes failed.
  private var isUnwatched = false

  /// The navigation that the session has to perform.
  public var navigation: Navigation?

  /// Creates the screen of a list that is not open yet.
  ///
  /// Each result of an operation raises the wake-up. With `isLeftByInterrupt`, ^C leaves the list instead of
  /// ending the program. `showDetails` and `press` return the navigation after the user has chosen a row, or
  /// a button by its name, and `sorted` receives each order that the user chooses.
  public init(
    _ viewModel: ViewModel, operations: Operations, clock: any Clock<Duration> = OperationClock(),
    timeOut: Duration = .seconds(10), wakeUp: WakeUp, isLeftByInterrupt: Bool = false,
    showDetails: @escaping (Operations.Key) -> Navigation?,
    press: @escaping (String) -> Navigation? = { _ in nil },
    sorted: @escaping (Operations.Order) -> Void = { _ in }
  ) {
    self.viewModel = viewModel
    self.operations = operations
    self.showDetails = showDetails
    (self.press, self.sorted, order) = (press, sorted, viewModel.list.query.order)
    self.timeOut = timeOut
    self.isLeftByInterrupt = isLeftByInterrupt
    runner = OperationRunner(clock: clock, wakeUp: wakeUp)
  }

  /// The view tree for the front end.
  public var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  /// Starts to load and to watch the rows.
  public func open() {
    perform(viewModel.open())
    watch()
  }

  /// Reloads the rows, because the other screen may have changed them.
  public func returned(with answer: (any ScreenAnswer)?) { perform(viewModel.invalidate()) }

  /// Forgets the visible part of the list, because the new picture has not requested any.
  public func willRedraw(fillsTerminal: Bool) { perform(viewModel.willRedraw()) }

  /// Handles an act of the user.
  public func handle(_ input: UserInput, revision: UInt64) {
    perform(viewModel.handle(input, revision: revision))
  }

  /// Refuses input for a node.
  public func refuse(_ node: NodeID, _ reason: InputRejection) { viewModel.refuse(node, reason) }

  /// Handles the results of operations.
  public func receive() {
    while let answer = runner.takeAnswer() {
      switch answer {
      case .loaded(let id, let page):
        perform(viewModel.take(page, of: id))
        watch()
      case .failed(let id, let reason):
        follow(failure: nil)
        perform(viewModel.fail(id, reason))
      case .paused: perform(viewModel.pauseElapsed())
      case .changed:
        follow(failure: nil)
        perform(viewModel.invalidate())
        watch()
      case .unwatched(let reason): follow(failure: reason)
      }
    }
  }

  /// Returns true, because a list can be left at any time.
  public func inputEnded() -> Bool { true }

  /// Leaves the list if it is created with `isLeftByInterrupt`.
  public func interrupted() -> Bool {
    if isLeftByInterrupt { navigation = .pop(nil) }
    return isLeftByInterrupt
  }

  /// Ends the running operations.
  public func close() { runner.cancelAll() }

  private func perform(_ action: ViewModel.Action) {
    switch action {
    case .nothing: break
    case .load(let id, let query):
      if query.order != order {
        order = query.order
        sorted(order)
      }
      runner.start(.load, limit: timeOut) { [operations] in
        .loaded(id, try await operations.load(query))
      } failure: {
        .failed(id, $0)
      }
    case .startPause: runner.start(.pause, after: SearchViewModel.pause, answer: .paused)
    case .opened(let key): navigation = showDetails(key)
    case .pressed(let button): navigation = press(button)
    case .leave: navigation = .pop(nil)
    }
  }

  /// Notes whether changes can be watched; if not, the rows are reloaded once, and a notice follows.
  private func follow(failure reason: OperationFailure?) {
    if isUnwatched {
      viewModel.noteUnwatched(reason?.message)
    } else if reason != nil {
      perform(viewModel.invalidate())
    }
    isUnwatched = reason != nil
  }

  /// Waits for the next change, unless it already waits: a source that failed before may work again.
  private func watch() {
    if runner.isRunning(.watch) { return }
    runner.start(.watch, limit: nil) { [operations] in
      try await operations.awaitChange()
      return .changed
    } failure: {
      .unwatched($0)
    }
  }
}
