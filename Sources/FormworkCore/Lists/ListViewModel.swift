/// A list that loads its visible rows on demand, with a choice of the order.
///
/// It is a part of the view model of a screen, which passes it the acts of the user, performs its
/// loads, and reports their results:
///
/// ```swift
/// switch members.handle(event, in: &tree) {
/// case .load(let id, let query): actions.append(.loadMembers(id, query))
/// case .opened(let name): showDetails(name)
/// case .nothing: break
/// case .passedOn: handleOther(event)
/// }
/// ```
///
/// It has no search field. Another part of the screen sets the search text with
/// ``search(for:in:)``.
public struct ListViewModel<Key: Hashable & Sendable, Order: ListOrder>: Sendable {
  /// An action for the owner to perform.
  public enum Action: Hashable, Sendable {
    case nothing

    /// Handle the event elsewhere, because it is not about the list.
    case passedOn

    /// Load these rows, and cancel the previous load.
    case load(LoadID, ListQuery<Order>)

    /// Open the row that the user chose.
    case opened(Key)
  }

  /// The texts of a list.
  public struct ListMessages: Sendable {
    /// The label of the list.
    public let label: Message

    /// The text for a list without rows.
    public let empty: Message

    /// The label of the choice of the order.
    public let order: Message

    /// Creates the texts of a list.
    public init(_ label: Message, empty: Message, order: Message = .key("list.order")) {
      (self.label, self.empty, self.order) = (label, empty, order)
    }
  }

  /// The query for the visible rows.
  public private(set) var query: ListQuery<Order>

  private var machine = ListMachine()
  private var drawing: ListDrawing<Key>
  private let columns: [ListColumn]
  private let messages: ListMessages
  private let catalogue: Catalogue

  private let parent: NodeID
  private let choice: NodeID
  private let options: [NodeID]
  private var retry: NodeID?

  /// The note about the loaded rows.
  private var note: Message?

  /// The reason why the rows do not follow changes of their source.
  private var unwatched: Message?

  /// Creates a list that is not loaded yet, after the other nodes of its parent.
  ///
  /// Its name is unique there. The user can sort by the columns that an order names.
  public init(
    _ name: String, messages: ListMessages, columns: [ListColumn] = [], order: Order,
    catalogue: Catalogue,
    under parent: NodeID, in tree: inout ViewTree
  ) {
    (self.messages, self.columns, self.catalogue, self.parent) = (
      messages, columns, catalogue, parent
    )
    choice = tree.insert(.choice, name: "\(name)-order", under: parent)
    tree.set(choice, .label, .text(catalogue.text(for: messages.order)))
    options = Order.allCases.map { [choice] order in
      let option = tree.insert(.option, name: "\(order)", under: choice)
      tree.set(option, .label, .text(catalogue.text(for: order.title)))
      return option
    }
    drawing = ListDrawing(
      name, label: messages.label, catalogue: catalogue, under: parent, in: &tree)
    query = ListQuery(order: order, places: drawing.window)
    showOrder(in: &tree)
  }

  /// The state of the list.
  public var state: ListMachine.State { machine.state }

  /// The node of the list.
  public var node: NodeID { drawing.node }

  /// Returns the nodes that can have the focus, in order: the choice, the rows, and the retry
  /// button.
  public func stops(in tree: ViewTree) -> [NodeID] {
    let rows = tree[node]?.children.filter { tree.kind(of: $0) == .row } ?? []
    return [choice] + rows + [retry].compactMap(\.self)
  }

  // MARK: Events

  /// Loads the first rows, when the list becomes visible.
  public mutating func open(in tree: inout ViewTree) -> Action { apply(.opened, in: &tree) }

  /// Handles an act of the user.
  public mutating func handle(_ input: UserInput, in tree: inout ViewTree) -> Action {
    switch input {
    case .choose(let option, let isOn):
      guard let place = options.firstIndex(of: option) else { return .passedOn }
      let orders = Array(Order.allCases)
      tree.setFocus(choice)
      return isOn ? sort(by: orders[place], in: &tree) : .nothing
    case .commit(choice, nil): return .nothing
    case .activate(let button) where button == retry:
      return apply(.retryRequested, in: &tree)
    default: break
    }
    switch drawing.handle(input, in: &tree) {
    case .passedOn: return .passedOn
    case .handled: return .nothing
    case .opened(let key): return .opened(key)
    case .wants(let places):
      query.places = places
      return apply(.windowMoved, in: &tree)
    case .sorts(let column):
      return order(by: column).map { sort(by: $0, in: &tree) } ?? .nothing
    }
  }

  /// Searches for a text, and shows the first results; the empty text finds everything.
  public mutating func search(for text: String, in tree: inout ViewTree) -> Action {
    guard text != query.search else { return .nothing }
    query.search = text
    query.places = drawing.resetWindow()
    return apply(.searchEdited, in: &tree)
  }

  /// Loads the rows again after `reload`, which is about the whole screen.
  public mutating func reload(in tree: inout ViewTree) -> Action {
    apply(.refreshRequested, in: &tree)
  }

  /// Loads the rows again, because their source has changed.
  public mutating func invalidate(in tree: inout ViewTree) -> Action {
    apply(.rowsInvalidated, in: &tree)
  }

  /// Shows the first rows, or the rows at the focus, to a new front end.
  public mutating func willRedraw(in tree: inout ViewTree) -> Action {
    let places = drawing.resetWindow(in: tree)
    if places == query.places { return .nothing }
    query.places = places
    return apply(.windowMoved, in: &tree)
  }

  /// Shows loaded rows, unless the load is outdated.
  public mutating func take(_ page: ListPage<Key>, of load: LoadID, in tree: inout ViewTree)
    -> Action
  {
    let content: ListMachine.Content =
      page.rowCount > 0 ? .rows : query.search.isEmpty ? .nothing : .noMatch
    return apply(.rowsLoaded(load, content), showing: page, in: &tree)
  }

  /// Shows the failure of a load, unless the load is outdated.
  public mutating func fail(_ load: LoadID, _ reason: OperationFailure, in tree: inout ViewTree)
    -> Action
  {
    apply(.rowsFailed(load, reason), in: &tree)
  }

  /// Records the reason why the rows do not follow changes of their source, or `nil` if they do.
  ///
  /// The list shows the reason if there is no other message about the rows.
  public mutating func noteUnwatched(_ reason: Message?, in tree: inout ViewTree) {
    unwatched = reason
    showState(in: &tree)
  }

  private mutating func apply(
    _ event: ListMachine.Event, showing page: ListPage<Key>? = nil, in tree: inout ViewTree
  ) -> Action {
    let action = machine.apply(event)
    switch action {
    case .nothing, .load: break
    case .show, .showAndLoad:
      if let page {
        let wasSomewhere = tree.focus != nil
        drawing.show(page, in: &tree)
        if wasSomewhere, tree.focus == nil { tree.setFocus(choice) }
        note = page.note
      }
    }
    showState(in: &tree)
    switch action {
    case .nothing, .show: return .nothing
    case .load(let id), .showAndLoad(let id): return .load(id, query)
    }
  }

  // MARK: The order

  private mutating func sort(by order: Order, in tree: inout ViewTree) -> Action {
    guard order != query.order else { return .nothing }
    query.order = order
    showOrder(in: &tree)
    return apply(.sortChosen, in: &tree)
  }

  /// Returns the next order by a column, which is the opposite order if the column sorts the rows
  /// now.
  private func order(by column: Int) -> Order? {
    let orders = Order.allCases.filter { $0.column == column }
    let isTurned = query.order.column == column
    return orders.first { $0.isAscending == (isTurned ? !query.order.isAscending : true) }
      ?? orders.first
  }

  private mutating func showOrder(in tree: inout ViewTree) {
    for (option, order) in zip(options, Order.allCases) {
      tree.set(option, .selected, order == query.order ? .number(1) : nil)
    }
    drawing.show(query.order.layout, in: &tree)
    let shown = columns.enumerated().map { place, column in
      var column = column
      let isSortable = Order.allCases.contains { $0.column == place }
      column.order =
        !isSortable
        ? nil
        : query.order.column != place
          ? .sortable : query.order.isAscending ? .ascending : .descending
      return column
    }
    drawing.show(shown, in: &tree)
  }

  // MARK: Status

  private mutating func showState(in tree: inout ViewTree) {
    var status = NodeStatus.nothing
    var explanation: Message?
    switch machine.state {
    case .blank: break
    case .loaded, .refreshing(_, over: .rows, _): explanation = note ?? unwatched
    case .loading: (status, explanation) = (.loading, .key("list.loading"))
    case .empty, .refreshing(_, over: .nothing, _): explanation = messages.empty
    case .unmatched, .refreshing(_, over: .noMatch, _): explanation = .key("list.unmatched")
    case .failed(let reason), .refreshFailed(let reason, over: _):
      (status, explanation) = (.failed, .key("list.failed", ["reason": reason.message]))
    }
    tree.set(node, status, explanation.map { .text(catalogue.text(for: $0)) })
    tree.set(node, .busy, isLoading ? .number(1) : nil)
    showRetry(status == .failed, in: &tree)
  }

  private var isLoading: Bool {
    switch machine.state {
    case .loading, .refreshing: true
    case .blank, .loaded, .empty, .unmatched, .failed, .refreshFailed: false
    }
  }

  private mutating func showRetry(_ isOffered: Bool, in tree: inout ViewTree) {
    if !isOffered, let button = retry {
      if tree.focus == button { tree.setFocus(choice) }
      tree.remove(button)
      retry = nil
    } else if isOffered, retry == nil {
      let place = tree[parent]?.children.firstIndex(of: node).map { $0 + 1 }
      retry = tree.insertButton(
        "\(tree[node]?.name ?? "")-retry", label: catalogue.text(for: .key("button.retry")),
        role: .nothing, under: parent,
        at: place)
    }
  }
}
