public import FormworkCore
public import FormworkOperations

/// Where a list's rows come from.
public protocol ListOperations<Key, Order>: Sendable {
  /// What a row is about.
  associatedtype Key: Hashable & Sendable

  /// The orders that there are.
  associatedtype Order: ListOrder

  /// Finds the rows that are wanted.
  ///
  /// - Parameter query: Which ones.
  /// - Returns: Those that there are among them.
  /// - Throws: Why there are none, in words.
  @concurrent func load(_ query: ListQuery<Order>) async throws -> ListPage<Key>

  /// Waits until some of the rows may have changed.
  ///
  /// - Throws: That they cannot be watched; then only the person has them loaded anew.
  @concurrent func awaitChange() async throws
}

extension ListOperations {
  /// Waits for ever: the rows are never said to change.
  @concurrent public func awaitChange() async throws {
    try await OperationClock().sleep(for: .seconds(1_000_000_000))
  }
}

/// A list on the screen: its view model, and the tasks that perform what the view model asks for.
public final class ListScreen<Operations: ListOperations>: Screen {
  /// The view model of such a screen.
  public typealias ViewModel = ListScreenViewModel<Operations.Key, Operations.Order>

  /// The screen.
  public private(set) var viewModel: ViewModel

  private enum Work: Hashable {
    case load, pause, watch
  }

  private enum Answer: Sendable {
    case loaded(LoadID, ListPage<Operations.Key>)
    case failed(LoadID, Reason)
    case paused
    case changed
    case unwatched(Reason)
  }

  private let operations: Operations
  private let showDetails: (Operations.Key) -> Navigation?
  private let press: (String) -> Navigation?
  private let sorted: (Operations.Order) -> Void
  private var order: Operations.Order
  private let runner: OperationRunner<Work, Answer>
  private let timeOut: Duration
  private let isLeftByInterrupt: Bool

  /// Whether changes could not be followed when that was tried last.
  private var isUnwatched = false

  /// Where the person goes from here.
  public var navigation: Navigation?

  /// Makes the screen of a list.
  ///
  /// - Parameters:
  ///   - viewModel: The screen, not opened yet.
  ///   - operations: Where its rows come from.
  ///   - clock: What pauses and time-outs are measured with.
  ///   - timeOut: How long a load may take.
  ///   - wakeUp: What is raised when an operation has answered.
  ///   - isLeftByInterrupt: Whether ^C leaves the list, and not the whole program.
  ///   - showDetails: Says where the person goes who has chosen a row.
  ///   - press: Says where the person goes who has pressed the button of that name.
  ///   - sorted: Told each order that the person chooses.
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

  /// What a front end is told.
  public var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  /// Nothing is stored here.
  public var isCommitting: Bool { false }

  /// Has the rows loaded, and watched.
  public func open() {
    perform(viewModel.open())
    watch()
  }

  /// Has the rows loaded anew: where the person was, they may have been changed.
  public func returned(with answer: (any ScreenAnswer)?) { perform(viewModel.invalidate()) }

  /// Another front end has asked for no part of the list.
  public func drawnAfresh(fillsTerminal: Bool) { perform(viewModel.drawnAfresh()) }

  /// Takes in what the person did.
  public func handle(_ event: UserEvent) { perform(viewModel.handle(event)) }

  /// Takes in what operations have found out.
  public func receive() {
    while let answer = runner.takeAnswer() {
      switch answer {
      case .loaded(let id, let page):
        perform(viewModel.take(page, of: id))
        watch()
      case .failed(let id, let reason):
        follow(unlessFor: nil)
        perform(viewModel.fail(id, reason))
      case .paused: perform(viewModel.pauseElapsed())
      case .changed:
        follow(unlessFor: nil)
        perform(viewModel.invalidate())
        watch()
      case .unwatched(let reason): follow(unlessFor: reason)
      }
    }
  }

  /// There is nothing to be done here: it may be left at any time.
  public func inputEnded() -> Bool { true }

  /// Leaves, where that is all that the person wants.
  public func interrupted() -> Bool {
    if isLeftByInterrupt { navigation = .pop(nil) }
    return isLeftByInterrupt
  }

  /// Ends the operations that are still running.
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

  /// Takes note of whether changes can be followed.
  ///
  /// What tells of them may have gone with the rows: these are loaded once more. Where they are there and still cannot
  /// be followed, the person is told, and goes on without.
  private func follow(unlessFor reason: Reason?) {
    if isUnwatched {
      viewModel.noteUnwatched(reason?.message)
    } else if reason != nil {
      perform(viewModel.invalidate())
    }
    isUnwatched = reason != nil
  }

  /// Waits for the next change of the rows, where nothing waits for it yet: what could not be watched may be there
  /// again.
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
