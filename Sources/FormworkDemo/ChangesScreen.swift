import FormworkCore
import FormworkOperations
import FormworkSession

/// An action of a changing view model for its screen.
enum ChangesAction: Equatable {
  case nothing

  /// Leave the screen.
  case leave

  /// Start to change.
  case begin
}

/// Changes a view model once a second until no change is left.
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

  /// The screen has a field, and was not left by its button.
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
