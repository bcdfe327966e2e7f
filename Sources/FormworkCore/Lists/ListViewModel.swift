/// A list whose rows are loaded as they are wanted: a choice of its order, the rows on view, and what is said where
/// there are none.
///
/// It is a part of a screen's view model, which hands it what the person did, runs its loads and tells what came of
/// them:
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
/// It knows no search field: whatever finds out what is searched for tells it by ``search(for:in:)``.
public struct ListViewModel<Key: Hashable & Sendable, Order: ListOrder>: Sendable {
  /// What is left to the owner.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// The event is about something else.
    case passedOn

    /// Load these rows, in the place of the load before.
    case load(LoadID, ListQuery<Order>)

    /// The person has chosen a row.
    case opened(Key)
  }

  /// What the list says.
  public struct Words: Sendable {
    /// What the list is called.
    public let label: Message

    /// What is said where it has no rows at all.
    public let empty: Message

    /// What the choice of its order is called.
    public let order: Message

    /// Makes the words of a list.
    public init(_ label: Message, empty: Message, order: Message = "list.order") {
      (self.label, self.empty, self.order) = (label, empty, order)
    }
  }

  /// Which rows are wanted.
  public private(set) var query: ListQuery<Order>

  private var machine = ListMachine()
  private var drawing: ListDrawing<Key>
  private let columns: [ListColumn]
  private let words: Words
  private let catalogue: Catalogue

  private let parent: NodeID
  private let choice: NodeID
  private let options: [NodeID]
  private var retry: NodeID?

  /// What is said of the rows that are there.
  private var remark: Message?

  /// Why they are not followed, where they are not.
  private var unwatched: Message?

  /// Draws a list that was not opened yet, behind what its parent has.
  ///
  /// - Parameters:
  ///   - name: Its stable name, another one for each list of the parent.
  ///   - words: What it says.
  ///   - columns: Its columns, from where a line begins; those that an order names can be sorted by.
  ///   - order: The order that it begins with.
  ///   - catalogue: What turns messages into words.
  ///   - parent: The node that it is in.
  ///   - tree: Where that is.
  public init(
    _ name: String, words: Words, columns: [ListColumn] = [], order: Order, catalogue: Catalogue,
    under parent: NodeID, in tree: inout ViewTree
  ) {
    (self.words, self.columns, self.catalogue, self.parent) = (words, columns, catalogue, parent)
    choice = tree.insert(.choice, name: "\(name)-order", under: parent)
    tree.set(choice, .label, .text(catalogue.text(for: words.order)))
    options = Order.allCases.map { [choice] order in
      let option = tree.insert(.option, name: "\(order)", under: choice)
      tree.set(option, .label, .text(catalogue.text(for: order.title)))
      return option
    }
    drawing = ListDrawing(
      name, label: words.label, catalogue: catalogue, under: parent, in: &tree)
    query = ListQuery(order: order, places: drawing.window)
    showOrder(in: &tree)
  }

  /// Where the list is.
  public var state: ListMachine.State { machine.state }

  /// The list's node.
  public var node: NodeID { drawing.node }

  /// What the person can be at, in order: the choice, the rows on view, and the button that tries again.
  public func stops(in tree: ViewTree) -> [NodeID] {
    let rows = tree[node]?.children.filter { tree.kind(of: $0) == .row } ?? []
    return [choice] + rows + [retry].compactMap(\.self)
  }

  // MARK: What happens

  /// The list comes on view for the first time.
  public mutating func open(in tree: inout ViewTree) -> Action { apply(.opened, in: &tree) }

  /// Takes in what the person did.
  public mutating func handle(_ event: UserEvent, in tree: inout ViewTree) -> Action {
    switch event {
    case .chosen(let option, let isOn):
      guard let place = options.firstIndex(of: option) else { return .passedOn }
      let orders = Array(Order.allCases)
      tree.setFocus(choice)
      return isOn ? sort(by: orders[place], in: &tree) : .nothing
    case .committed(choice, nil, _): return .nothing
    case .activated(let button, _) where button == retry:
      return apply(.retryRequested, in: &tree)
    default: break
    }
    switch drawing.handle(event, in: &tree) {
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

  /// Searches for something else; empty is everything.
  ///
  /// What is on view is the beginning of what is found.
  public mutating func search(for text: String, in tree: inout ViewTree) -> Action {
    guard text != query.search else { return .nothing }
    query.search = text
    query.places = drawing.resetWindow()
    return apply(.searchEdited, in: &tree)
  }

  /// The person wants to see the rows as they are by now: ``UserEvent/reloadRequested``, of a screen as a whole.
  public mutating func reload(in tree: inout ViewTree) -> Action {
    apply(.refreshRequested, in: &tree)
  }

  /// The rows have changed where they come from.
  public mutating func invalidate(in tree: inout ViewTree) -> Action {
    apply(.rowsInvalidated, in: &tree)
  }

  /// Another front end begins, which has asked for no part of the list yet.
  public mutating func drawnAfresh(in tree: inout ViewTree) -> Action {
    let places = drawing.resetWindow(in: tree)
    if places == query.places { return .nothing }
    query.places = places
    return apply(.windowMoved, in: &tree)
  }

  /// A load has brought rows; one that comes too late changes nothing.
  public mutating func take(_ page: ListPage<Key>, of load: LoadID, in tree: inout ViewTree)
    -> Action
  {
    let content: ListMachine.Content =
      page.rowCount > 0 ? .rows : query.search.isEmpty ? .nothing : .noMatch
    return apply(.rowsLoaded(load, content), showing: page, in: &tree)
  }

  /// A load has failed; one that comes too late changes nothing.
  public mutating func fail(_ load: LoadID, _ reason: Reason, in tree: inout ViewTree) -> Action {
    apply(.rowsFailed(load, reason), in: &tree)
  }

  /// Changes of the rows cannot be followed any more; `nil`: they are again.
  ///
  /// The reason is said of the rows where nothing else is.
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
        remark = page.remark
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

  /// The order by a column that follows the one that there is: where that is by the same column, the other way about.
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

  // MARK: What is said

  private mutating func showState(in tree: inout ViewTree) {
    var status = NodeStatus.nothing
    var explanation: Message?
    switch machine.state {
    case .blank: break
    case .loaded, .refreshing(_, over: .rows, _): explanation = remark ?? unwatched
    case .loading: (status, explanation) = (.loading, "list.loading")
    case .empty, .refreshing(_, over: .nothing, _): explanation = words.empty
    case .unmatched, .refreshing(_, over: .noMatch, _): explanation = "list.unmatched"
    case .failed(let reason), .refreshFailed(let reason, over: _):
      (status, explanation) = (.failed, Message("list.failed", ["reason": reason.message]))
    }
    tree.set(node, .status, status == .nothing ? nil : .number(status.rawValue))
    tree.set(node, .explanation, explanation.map { .text(catalogue.text(for: $0)) })
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
        "\(tree[node]?.name ?? "")-retry", label: catalogue.text(for: "button.retry"),
        role: .nothing, under: parent,
        at: place)
    }
  }
}
