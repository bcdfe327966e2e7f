import FormworkCore
import FormworkOperations
import FormworkSession

/// What a view model that changes by itself leaves to its screen.
enum ChangesAction: Equatable {
  case nothing

  /// Back to where the person came from.
  case leave

  /// It begins to change.
  case begin
}

/// Has a view model change once a second, for as long as there is something to change: then it rests.
final class ChangesScreen: DemoScreen {
  private var viewModel: ChangesViewModel
  private let runner: OperationRunner<Bool, Bool>
  var navigation: Navigation?
  let isLeftByInterrupt: Bool

  init(
    catalogue: Catalogue, wakeUp: WakeUp, clock: any Clock<Duration>,
    isLeftByInterrupt: Bool
  ) {
    viewModel = ChangesViewModel(catalogue: catalogue)
    self.isLeftByInterrupt = isLeftByInterrupt
    runner = OperationRunner(clock: clock, wakeUp: wakeUp)
  }

  var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  func open() { viewModel.open() }

  /// It has a field, and was not left by its button.
  func inputEnded() -> Bool { false }

  func handle(_ event: UserEvent) {
    switch viewModel.handle(event) {
    case .nothing: break
    case .leave: navigation = .pop(nil)
    case .begin: waitForChange()
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
