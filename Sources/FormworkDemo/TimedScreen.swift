import FormworkCore
import FormworkOperations
import FormworkSession

/// A view model that changes by itself for a while.
protocol TimedViewModel {
  var tree: ViewTree { get set }

  mutating func open()
  mutating func handle(_ event: UserEvent) -> TimedAction

  /// Changes something.
  ///
  /// - Returns: Whether there is more to come.
  mutating func change() -> Bool

  /// Another front end begins.
  mutating func drawnAfresh()
}

/// What a view model that changes by itself leaves to its screen.
enum TimedAction: Equatable {
  case nothing

  /// Back to where the person came from.
  case leave

  /// It begins to change.
  case begin

  /// The person is told this.
  case tell(Message)
}

/// Has a view model change once a second, for as long as there is something to change: then it rests.
final class TimedScreen<ViewModel: TimedViewModel>: DemoScreen {
  private var viewModel: ViewModel
  private let catalogue: Catalogue
  private let runner: OperationRunner<Bool, Bool>
  var navigation: Navigation?
  let isLeftByInterrupt: Bool

  init(
    _ viewModel: ViewModel, catalogue: Catalogue, wakeUp: WakeUp, clock: any Clock<Duration>,
    isLeftByInterrupt: Bool
  ) {
    self.viewModel = viewModel
    self.isLeftByInterrupt = isLeftByInterrupt
    self.catalogue = catalogue
    runner = OperationRunner(clock: clock, wakeUp: wakeUp)
  }

  var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  func open() { viewModel.open() }

  func drawnAfresh() { viewModel.drawnAfresh() }

  func handle(_ event: UserEvent) {
    switch viewModel.handle(event) {
    case .nothing: break
    case .leave: navigation = .pop(nil)
    case .begin: waitForChange()
    case .tell(let message):
      let close = Alert.Button("close", label: catalogue.text(for: "demo.close"), role: .cancel)
      navigation = .present(Alert(catalogue.text(for: message), buttons: [close]))
    }
  }

  func receive() {
    while runner.takeAnswer() != nil {
      if viewModel.change() { waitForChange() }
    }
  }

  func close() { runner.cancelAll() }

  private func waitForChange() {
    runner.start(true, after: .seconds(1), answer: true)
  }
}
