import FormworkCore
import FormworkSession

/// Shows everything that the contract has, and asks a question on request.
final class KindsScreen: DemoScreen {
  private var viewModel: KindsViewModel
  private let catalogue: Catalogue
  var navigation: Navigation?

  let isLeftByInterrupt: Bool

  init(catalogue: Catalogue, isLeftByInterrupt: Bool) {
    self.catalogue = catalogue
    self.isLeftByInterrupt = isLeftByInterrupt
    viewModel = KindsViewModel(catalogue: catalogue)
  }

  var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  func open() { viewModel.open() }

  func handle(_ event: UserEvent) {
    switch viewModel.handle(event) {
    case .nothing: break
    case .leave: navigation = .pop(nil)
    case .ask:
      let buttons = [
        Alert.Button(
          "yes", label: catalogue.text(for: "demo.yes"), role: .destroy, isYes: true),
        Alert.Button("no", label: catalogue.text(for: "demo.no"), role: .cancel, isYes: false),
      ]
      navigation = .present(
        Alert(catalogue.text(for: "demo.kinds.question"), buttons: buttons))
    }
  }

  /// The screen has fields, and was not left by its button.
  func inputEnded() -> Bool { false }

  func emptySecret(_ node: NodeID) { viewModel.emptySecret(node) }

  func answered(_ button: Alert.Button) { viewModel.noteAnswer(button) }

  func suggestions(for request: CompletionRequest) -> [Suggestion]? {
    guard tree[request.node]?[.completes] != nil else { return [] }
    let typed = String(decoding: request.text.utf8.prefix(request.cursor), as: UTF8.self)
    return KindsViewModel.words.filter { $0.hasPrefix(typed) }
      .map { Suggestion(replacing: 0..<request.cursor, with: $0) }
  }
}
