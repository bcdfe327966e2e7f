/// A screen with a list: the choice of its order, a field that searches it, where that is wanted, its rows, and buttons.
///
/// It is made of others, which know nothing of each other, and does what only the whole can: it leads a person from
/// one to the next, and hands what is searched for to the list.
public struct ListScreenViewModel<Key: Hashable & Sendable, Order: ListOrder>: Sendable {
  /// What is left to the owner.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Load these rows, in the place of the load before.
    case load(LoadID, ListQuery<Order>)

    /// Begin a pause in the place of the one before, and tell ``pauseElapsed()`` when it is over.
    case startPause

    /// The person has chosen a row.
    case opened(Key)

    /// The person has pressed the button of that name.
    case pressed(String)

    /// The person wants to leave.
    case leave
  }

  /// A button below the list.
  public struct Button: Hashable, Sendable {
    /// Its stable name.
    public let name: String

    /// What it is called.
    public let label: Message

    /// What it is for; that of the role `NodeRole.cancel` leaves the screen.
    public let role: NodeRole

    /// Makes a button.
    public init(_ name: String, label: Message, role: NodeRole = .nothing) {
      (self.name, self.label, self.role) = (name, label, role)
    }
  }

  /// What a front end is told.
  public var tree = ViewTree()

  /// The list.
  public private(set) var list: ListViewModel<Key, Order>

  private var search: SearchViewModel?
  private let buttons: [(node: NodeID, button: Button)]

  /// Draws a screen whose list was not opened yet.
  ///
  /// - Parameters:
  ///   - name: Its stable name.
  ///   - title: What it is called.
  ///   - words: What the list says.
  ///   - columns: The list's columns, from where a line begins.
  ///   - order: The order that the list begins with.
  ///   - search: What the field is called that searches; `nil` where there is none.
  ///   - buttons: The buttons, in order.
  ///   - catalogue: What turns messages into words.
  public init(
    _ name: String, title: Message, list words: ListViewModel<Key, Order>.Words,
    columns: [ListColumn] = [], order: Order, search: Message? = nil, buttons: [Button] = [],
    catalogue: Catalogue
  ) {
    var tree = ViewTree()
    let screen = tree.insert(.screen, name: name)
    tree.set(screen, .label, .text(catalogue.text(for: title)))
    list = ListViewModel(
      "list", words: words, columns: columns, order: order, catalogue: catalogue, under: screen,
      in: &tree)
    self.search = search.map {
      SearchViewModel("search", label: $0, catalogue: catalogue, under: screen, in: &tree)
    }
    // What is searched for is the last thing before what is found.
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

  // MARK: What happens

  /// The screen comes on view for the first time.
  public mutating func open() -> Action { action(list.open(in: &tree)) }

  /// Takes in what the person did.
  public mutating func handle(_ event: UserEvent) -> Action {
    switch search?.handle(event, in: &tree) ?? .passedOn {
    case .nothing: return .nothing
    case .startPause: return .startPause
    case .search(let text): return action(list.search(for: text, in: &tree))
    case .passedOn: break
    }
    let action = list.handle(event, in: &tree)
    return action == .passedOn ? handleOther(event) : self.action(action)
  }

  /// The pause that was begun last is over.
  public mutating func pauseElapsed() -> Action {
    guard case .search(let text) = search?.pauseElapsed() else { return .nothing }
    return action(list.search(for: text, in: &tree))
  }

  /// The rows have changed where they come from.
  public mutating func invalidate() -> Action { action(list.invalidate(in: &tree)) }

  /// Changes of the rows cannot be followed any more, for this reason; `nil`: they are again.
  public mutating func noteUnwatched(_ reason: Message?) {
    list.noteUnwatched(reason, in: &tree)
  }

  /// Another front end begins.
  public mutating func drawnAfresh() -> Action { action(list.drawnAfresh(in: &tree)) }

  /// A load has brought rows; one that comes too late changes nothing.
  public mutating func take(_ page: ListPage<Key>, of load: LoadID) -> Action {
    action(list.take(page, of: load, in: &tree))
  }

  /// A load has failed; one that comes too late changes nothing.
  public mutating func fail(_ load: LoadID, _ reason: Reason) -> Action {
    action(list.fail(load, reason, in: &tree))
  }

  private func action(_ action: ListViewModel<Key, Order>.Action) -> Action {
    switch action {
    case .nothing, .passedOn: .nothing
    case .load(let id, let query): .load(id, query)
    case .opened(let key): .opened(key)
    }
  }

  private mutating func handleOther(_ event: UserEvent) -> Action {
    switch event {
    case .activated(let node, _):
      guard let button = buttons.first(where: { $0.node == node })?.button else {
        tree.refuse(node, .noNode)
        return .nothing
      }
      tree.setFocus(node)
      return button.role == .cancel ? .leave : .pressed(button.name)
    case .leaveRequested: return .leave
    case .reloadRequested: return action(list.reload(in: &tree))
    case .went(let destination): go(to: destination)
    case .edited(let node, _, _, _), .committed(let node, _, _):
      tree.refuse(node, .noNode)
    case .refused(let node, let reason): tree.refuse(node, reason)
    case .chosen, .reset, .windowed: break
    }
    return .nothing
  }

  private mutating func go(to destination: Destination) {
    let (order, others) = (list.stops(in: tree).prefix(1), list.stops(in: tree).dropFirst())
    let field = [search?.node].compactMap(\.self)
    tree.go(to: destination, among: order + field + others + buttons.map(\.node))
  }
}
