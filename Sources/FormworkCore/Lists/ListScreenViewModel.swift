/// A screen with the order, an optional search field, the rows and the buttons of a list.
///
/// It connects view models that do not know each other: it moves the focus between them, and passes
/// the search text to the list.
public struct ListScreenViewModel<Key: Hashable & Sendable, Order: ListOrder>: Sendable {
  /// An action for the owner to perform.
  public enum Action: Hashable, Sendable {
    case nothing

    /// Load these rows, and cancel the previous load.
    case load(LoadID, ListQuery<Order>)

    /// Start a pause, cancel the previous one, and call ``pauseElapsed()`` at its end.
    case startPause

    /// Open the row that the user chose.
    case opened(Key)

    /// Handle the press of the button with this name.
    case pressed(String)

    /// Leave the screen.
    case leave
  }

  /// A button below the list.
  public struct Button: Hashable, Sendable {
    /// The stable name.
    public let name: String

    /// The label that the user reads.
    public let label: Message

    /// The role; `NodeRole.cancel` leaves the screen.
    public let role: NodeRole

    /// Creates a button.
    public init(_ name: String, label: Message, role: NodeRole = .nothing) {
      (self.name, self.label, self.role) = (name, label, role)
    }
  }

  /// The view tree that the front end receives.
  public var tree = ViewTree()

  /// The list.
  public private(set) var list: ListViewModel<Key, Order>

  private var search: SearchViewModel?
  private let buttons: [(node: NodeID, button: Button)]

  /// Creates a screen whose list is not loaded yet, with a search field if `search` labels one.
  public init(
    _ name: String, title: Message, list messages: ListViewModel<Key, Order>.ListMessages,
    columns: [ListColumn] = [], order: Order, search: Message? = nil, buttons: [Button] = [],
    catalogue: Catalogue
  ) {
    var tree = ViewTree()
    let screen = tree.insert(.screen, name: name)
    tree.set(screen, .label, .text(catalogue.text(for: title)))
    list = ListViewModel(
      "list", messages: messages, columns: columns, order: order, catalogue: catalogue,
      under: screen,
      in: &tree)
    self.search = search.map {
      SearchViewModel("search", label: $0, catalogue: catalogue, under: screen, in: &tree)
    }
    // The search field is directly above the rows.
    if let node = self.search?.node { tree.move(node, to: 1) }
    self.buttons = buttons.map { button in
      let label = catalogue.text(for: button.label)
      return (
        tree.insertButton(button.name, label: label, role: button.role, under: screen), button
      )
    }
    tree.setFocus(self.buttons.first?.node)
    self.tree = tree
  }

  // MARK: Events

  /// Loads the first rows, when the screen becomes visible.
  public mutating func open() -> Action { action(list.open(in: &tree)) }

  /// Handles an act of the user, who has seen the tree of a revision.
  public mutating func handle(_ input: UserInput, revision: UInt64 = .max) -> Action {
    switch search?.handle(input, revision: revision, in: &tree) ?? .passedOn {
    case .nothing: return .nothing
    case .startPause: return .startPause
    case .search(let text): return action(list.search(for: text, in: &tree))
    case .passedOn: break
    }
    let action = list.handle(input, in: &tree)
    return action == .passedOn ? handleOther(input) : self.action(action)
  }

  /// Reports that input for a node does not count, and sends the current text again.
  public mutating func refuse(_ node: NodeID, _ reason: InputRejection) {
    if node == search?.node {
      search?.refuse(reason, in: &tree)
    } else {
      tree.refuse(node, reason)
    }
  }

  /// Searches for the text, after the last pause has elapsed.
  public mutating func pauseElapsed() -> Action {
    guard case .search(let text) = search?.pauseElapsed() else { return .nothing }
    return action(list.search(for: text, in: &tree))
  }

  /// Loads the rows again, because their source has changed.
  public mutating func invalidate() -> Action { action(list.invalidate(in: &tree)) }

  /// Records the reason why the rows do not follow changes of their source, or `nil` if they do.
  public mutating func noteUnwatched(_ reason: Message?) {
    list.noteUnwatched(reason, in: &tree)
  }

  /// Shows the first rows, or the rows at the focus, to a new front end.
  public mutating func willRedraw() -> Action { action(list.willRedraw(in: &tree)) }

  /// Shows loaded rows, unless the load is outdated.
  public mutating func take(_ page: ListPage<Key>, of load: LoadID) -> Action {
    action(list.take(page, of: load, in: &tree))
  }

  /// Shows the failure of a load, unless the load is outdated.
  public mutating func fail(_ load: LoadID, _ reason: OperationFailure) -> Action {
    action(list.fail(load, reason, in: &tree))
  }

  private func action(_ action: ListViewModel<Key, Order>.Action) -> Action {
    switch action {
    case .nothing, .passedOn: .nothing
    case .load(let id, let query): .load(id, query)
    case .opened(let key): .opened(key)
    }
  }

  private mutating func handleOther(_ input: UserInput) -> Action {
    switch input {
    case .activate(let node):
      guard let button = buttons.first(where: { $0.node == node })?.button else {
        tree.refuse(node, .noNode)
        return .nothing
      }
      tree.setFocus(node)
      return button.role == .cancel ? .leave : .pressed(button.name)
    case .back: return .leave
    case .reload: return action(list.reload(in: &tree))
    case .go(let destination): go(to: destination)
    case .edit(let node, _, _), .commit(let node, _): tree.refuse(node, .noNode)
    default: break
    }
    return .nothing
  }

  private mutating func go(to destination: Destination) {
    var stops = list.stops(in: tree)
    if let search { stops.insert(search.node, at: min(1, stops.count)) }
    tree.go(to: destination, among: stops + buttons.map(\.node))
  }
}
