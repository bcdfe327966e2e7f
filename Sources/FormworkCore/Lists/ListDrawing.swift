/// A list on view: its columns, and the part of its rows that a front end has asked for.
///
/// A row that stays, by its key, keeps its node, and of its texts only what has changed is told. The owner has the
/// rows, and shows the part that is wanted:
///
/// ```swift
/// switch list.handle(event, in: &tree) {
/// case .wants(let places): list.show(page(places), in: &tree)
/// case .opened(let member): showDetails(of: member)
/// case .sorts(let column): sort(by: column)
/// case .handled, .passedOn: break
/// }
/// ```
public struct ListDrawing<Key: Hashable & Sendable>: Sendable {
  /// What an event means for the owner.
  public enum Outcome: Hashable {
    /// These places of rows are on view from now on; some of them may not be there.
    case wants(Range<Int>)

    /// The person has chosen a row.
    case opened(Key)

    /// The person wants the rows sorted by the column at this place.
    case sorts(column: Int)

    /// There is nothing left to do.
    case handled

    /// It is not about the list.
    case passedOn
  }

  /// How many rows a front end is told that has asked for none.
  public static var firstRowCount: Int { 200 }

  /// The most rows that are told at once.
  public static var rowLimit: Int { 1_000 }

  /// The list.
  public let node: NodeID

  /// The places of the rows that are wanted on view.
  public private(set) var window = 0..<Self.firstRowCount

  private let catalogue: Catalogue
  private var columns: [NodeID] = []
  private var rows: [Key: NodeID] = [:]
  private var keys: [NodeID: Key] = [:]

  /// What each row was drawn from: how long ago something was may read otherwise by now, and is no change.
  private var drawn: [Key: ListRow<Key>] = [:]

  /// Draws a list without rows.
  ///
  /// - Parameters:
  ///   - name: The list's stable name, another one for each list of the parent.
  ///   - label: What the list is called.
  ///   - columns: Its columns, from where a line begins.
  ///   - layout: How its rows are best shown.
  ///   - catalogue: What turns messages into words.
  ///   - parent: The node that it is in; it becomes the last of its children.
  ///   - tree: Where that is.
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

  /// Shows the rows in another layout.
  public func show(_ layout: ListLayout, in tree: inout ViewTree) {
    tree.set(node, .layout, .number(layout.rawValue))
  }

  /// Shows these columns, in the place of those that are there.
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

  /// Shows these rows, in the place of those that are there.
  ///
  /// Of several rows with one key the first is shown. A person who is at a row that goes is at the one in its place
  /// then. The work grows with the two parts, with their square where many rows change places, and not with the list.
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
      // A tab parts two cells, and is told as it is: one within a cell must not.
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

  /// Another front end begins, which has asked for nothing yet.
  ///
  /// It is shown the first rows, or those from the one on that the person is at.
  ///
  /// - Parameter tree: Where the person is; without it, the beginning is wanted.
  /// - Returns: The places of rows that are wanted now.
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

  /// Takes in what the person did.
  ///
  /// - Parameters:
  ///   - event: It may be about something else.
  ///   - tree: Where the list is.
  /// - Returns: What is left to the owner.
  public mutating func handle(_ event: UserEvent, in tree: inout ViewTree) -> Outcome {
    switch event {
    case .windowed(node, let firstRow, let rowCount):
      let first = max(0, firstRow)
      // What is asked for is distrusted: a sum may be greater than any number.
      let count = min(max(0, rowCount), Self.rowLimit)
      window = min(first, .max - count)..<(min(first, .max - count) + count)
      return .wants(window)
    case .activated(let node, _):
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
    case .went(.node(let node)) where keys[node] != nil:
      tree.setFocus(node)
      return .handled
    case .went(.next): return go(by: 1, in: &tree)
    case .went(.previous): return go(by: -1, in: &tree)
    case .edited, .committed, .chosen, .went, .reset, .refused, .leaveRequested,
      .windowed, .reloadRequested:
      return .passedOn
    }
  }

  /// Goes from the row that the person is at to the next one that is on view, if there is one.
  private func go(by step: Int, in tree: inout ViewTree) -> Outcome {
    guard let focus = tree.focus, keys[focus] != nil, let children = tree[node]?.children,
      let place = children.firstIndex(of: focus), children.indices.contains(place + step),
      keys[children[place + step]] != nil
    else { return .passedOn }
    tree.setFocus(children[place + step])
    return .handled
  }
}
