/// A visible list: its columns, and the rows that the front end has requested.
///
/// A row with the same key keeps its node, and only changed texts are sent. The owner provides the
/// rows:
/// ```swift
/// switch list.handle(event, in: &tree) {
/// case .wants(let places): list.show(page(places), in: &tree)
/// case .opened(let member): showDetails(of: member)
/// case .sorts(let column): sort(by: column)
/// case .handled, .passedOn: break
/// }
/// ```
public struct ListDrawing<Key: Hashable & Sendable>: Sendable {
  /// The result of an event for the owner.
  public enum Outcome: Hashable {
    /// The front end displays these places from now on, even if there are fewer rows.
    case wants(Range<Int>)

    /// The user has chosen a row.
    case opened(Key)

    /// The user wants to sort the rows by the column with this index.
    case sorts(column: Int)

    /// The list has handled the event.
    case handled

    /// The event is not about the list.
    case passedOn
  }

  /// The number of rows for a front end that has requested none.
  public static var firstRowCount: Int { 200 }

  /// The maximum number of rows that are sent at once.
  public static var rowLimit: Int { 1_000 }

  /// The node of the list.
  public let node: NodeID

  /// The requested places of rows.
  public private(set) var window = 0..<Self.firstRowCount

  private let catalogue: Catalogue
  private var columns: [NodeID] = []
  private var rows: [Key: NodeID] = [:]
  private var keys: [NodeID: Key] = [:]

  /// The displayed rows, for comparison: texts about time change without a change of the row.
  private var drawn: [Key: ListRow<Key>] = [:]

  /// Creates a list without rows, as the last child of its parent; its name is unique there.
  public init(
    _ name: String, label: Message, columns: [ListColumn] = [], layout: ListLayout = .table,
    catalogue: Catalogue, under parent: NodeID, in tree: inout ViewTree
  ) {
    self.catalogue = catalogue
    node = tree.insert(.list, name: name, under: parent)
    tree.set(node, .label, .text(catalogue.text(for: label)))
    tree.set(node, .rowCount, .number(0))
    tree.set(node, .firstRow, .number(0))
    show(layout, in: &tree)
    show(columns, in: &tree)
  }

  // MARK: Showing

  /// Changes the layout of the rows.
  public func show(_ layout: ListLayout, in tree: inout ViewTree) {
    tree.set(node, .layout, .number(layout.rawValue))
  }

  /// Replaces the columns.
  public mutating func show(_ columns: [ListColumn], in tree: inout ViewTree) {
    for column in self.columns.dropFirst(columns.count) { tree.remove(column) }
    self.columns.removeLast(max(0, self.columns.count - columns.count))
    for (place, column) in columns.enumerated() {
      if place == self.columns.count {
        self.columns.append(
          tree.insert(.column, name: "column-\(place)", under: node, at: place))
      }
      let shown = self.columns[place]
      tree.set(shown, .label, .text(catalogue.text(for: column.label)))
      tree.set(
        shown, .align, column.alignment == .start ? nil : .number(column.alignment.rawValue))
      tree.set(shown, .order, column.order.map { .number($0.rawValue) })
      tree.set(shown, .extent, column.extent.map { .number($0) })
    }
  }

  /// Replaces the rows.
  ///
  /// Among rows with the same key, only the first is shown. If the row with the focus disappears,
  /// the row in its place gets the focus. The cost depends on the two sets of rows, and is
  /// quadratic if many rows move, but it does not depend on the size of the list.
  public mutating func show(_ page: ListPage<Key>, in tree: inout ViewTree) {
    tree.set(node, .rowCount, .number(page.rowCount))
    tree.set(node, .firstRow, .number(page.firstRow))
    let staying = Set(page.rows.map(\.key))
    let lost = tree.focus.flatMap { focus in
      keys[focus].flatMap { key in
        staying.contains(key) ? nil : tree[node]?.children.firstIndex(of: focus)
      }
    }
    for (key, row) in rows where !staying.contains(key) {
      tree.remove(row)
      (rows[key], keys[row], drawn[key]) = (nil, nil, nil)
    }
    var place = columns.count
    var seen: Set<Key> = []
    for row in page.rows where seen.insert(row.key).inserted {
      defer { place += 1 }
      let shown = rows[row.key] ?? insert(row.key, at: place, in: &tree)
      if tree[node]?.children[place] != shown { tree.move(shown, to: place) }
      if drawn.updateValue(row, forKey: row.key) == row { continue }
      tree.set(shown, .label, .text(catalogue.text(for: row.label)))
      // A tab separates two cells, so a tab within a cell is replaced.
      let cells = row.cells.map { catalogue.text(for: $0).replacingControls() }
      tree.set(shown, .cells, cells.isEmpty ? nil : .text(cells.joined(separator: "\t")))
    }
    if let lost, place > columns.count {
      tree.setFocus(tree[node]?.children[min(lost, place - 1)])
    }
  }

  private mutating func insert(_ key: Key, at place: Int, in tree: inout ViewTree) -> NodeID {
    let row = tree.insert(.row, name: "row", under: node, at: place)
    (rows[key], keys[row]) = (row, key)
    return row
  }

  /// Returns the places of the rows for a new front end, which has not requested any.
  ///
  /// With a tree they start at the row with the focus, otherwise at the first.
  public mutating func resetWindow(in tree: ViewTree? = nil) -> Range<Int> {
    let shown = tree?[node]?.children.filter { keys[$0] != nil } ?? []
    var first = 0
    if let place = shown.firstIndex(where: { $0 == tree?.focus }),
      case .number(let firstRow)? = tree?[node]?[.firstRow]
    {
      first = Int(firstRow) + place
    }
    window = first..<(first + Self.firstRowCount)
    return window
  }

  // MARK: Events

  /// Handles an act of the user, which may be about something else.
  public mutating func handle(_ input: UserInput, in tree: inout ViewTree) -> Outcome {
    switch input {
    case .window(node, let firstRow, let rowCount):
      let first = max(0, firstRow)
      // Input is not trusted: the sum could overflow.
      let count = min(max(0, rowCount), Self.rowLimit)
      window = min(first, .max - count)..<(min(first, .max - count) + count)
      return .wants(window)
    case .activate(let node):
      if let key = keys[node] {
        tree.setFocus(node)
        return .opened(key)
      }
      guard let column = columns.firstIndex(of: node) else { return .passedOn }
      guard tree[node]?[.order] != nil else {
        tree.refuse(node, .notNow)
        return .handled
      }
      return .sorts(column: column)
    case .go(.node(let node)) where keys[node] != nil:
      tree.setFocus(node)
      return .handled
    case .go(.next): return go(by: 1, in: &tree)
    case .go(.previous): return go(by: -1, in: &tree)
    default: return .passedOn
    }
  }

  /// Moves the focus from a row to another visible row, if there is one.
  private func go(by step: Int, in tree: inout ViewTree) -> Outcome {
    guard let focus = tree.focus, keys[focus] != nil, let children = tree[node]?.children,
      let place = children.firstIndex(of: focus), children.indices.contains(place + step),
      keys[children[place + step]] != nil
    else { return .passedOn }
    tree.setFocus(children[place + step])
    return .handled
  }
}
