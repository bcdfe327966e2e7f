package import FormworkFrontEnd
import Interaction
package import Wording

/// The lists of a screen as a person sees them: page by page.
///
/// A page is written once, when it is due. Changes of its rows are announced afterwards, a line each.
package struct ListPager {
  private final class View {
    let list: NodeID
    let path: [String]
    /// The place of the page's first row, from 0; `nil` if the host decides.
    var firstRow: Int?
    var size = 20
    var isDue = true
    /// Whether the present rows are those of a previous order.
    var isRenewed = false
    var page = RowPage()
    /// The layout and the orders of the columns when the page was written.
    var look: [Int] = []
    /// The rows that a person at a field knows, and the number of all rows.
    var found: (rows: [NodeID], count: Int)?

    init(_ list: NodeID, path: [String], firstRow: Int?) {
      (self.list, self.path, self.firstRow) = (list, path, firstRow)
    }
  }

  /// The maximum number of rows that are named while a person searches.
  private static let foundLimit = 5

  private var views: [View] = []
  private var title = ""
  private var arrived: Set<NodeID> = []

  /// The first rows of the pages before the screen was drawn again, by the paths of their lists.
  private var previousPlaces: [[String]: Int] = [:]

  private var lastPaged: NodeID?

  /// Whether the user is at a field, which may decide which rows the lists have.
  private var isAtField = false

  package init() {}

  package var ids: [NodeID] { views.map(\.list) }

  /// Notes the next place of the user: after a search at a field, a page that has changed is due.
  package mutating func note(isAtField: Bool, in picture: ViewTreeReplica) {
    defer { self.isAtField = isAtField }
    if isAtField && !self.isAtField {
      for view in views { _ = found(in: view, of: picture) }
    }
    guard self.isAtField && !isAtField else { return }
    for view in views where !view.isDue {
      view.isRenewed = picture[view.list]?.isLoading == true
      let isSame = look(of: view.list, in: picture) == view.look
      guard view.isRenewed || !isSame || !view.page.shows(rows(of: view, in: picture).map(\.id))
      else { continue }
      (view.firstRow, view.isDue) = (nil, true)
    }
  }

  package static func pageSize(rowCount: Int) -> Int {
    rowCount == 0 ? 20 : min(max(5, rowCount - 7), 20)
  }

  package mutating func observe(_ changes: ReplicaChanges, in picture: ViewTreeReplica) {
    if changes.isAttached {
      let places = views.compactMap { view in view.firstRow.map { (view.path, $0) } }
      let isSame = title == picture.title
      self = ListPager()
      title = picture.title
      if isSame { previousPlaces = Dictionary(places) { $1 } }
    }
    if !views.isEmpty && !changes.removed.isEmpty {
      views.removeAll { picture[$0.list] == nil }
      arrived.subtract(changes.removed)
    }
    for id in changes.inserted {
      switch picture[id]?.kind {
      case .list:
        let path = picture.path(of: id)
        views.append(View(id, path: path, firstRow: previousPlaces[path]))
      case .row: arrived.insert(id)
      default: break
      }
    }
  }

  package var due: [NodeID] { views.filter(\.isDue).map(\.list) }

  package func isReady(in picture: ViewTreeReplica) -> Bool {
    picture.alert == nil && due.contains { !isAwaited($0, in: picture) }
  }

  /// Whether the rows of a page are loading.
  package func isAwaited(_ list: NodeID, in picture: ViewTreeReplica) -> Bool {
    guard let view = view(of: list), let node = picture[list] else { return false }
    return node.isLoading && (view.isRenewed || rows(of: view, in: picture).isEmpty)
  }

  /// Whether rows of a page are missing, and not loading.
  func lacksRows(_ list: NodeID, in picture: ViewTreeReplica) -> Bool {
    guard let view = view(of: list), let node = picture[list], !node.isLoading else { return false }
    let due = min(view.size, max(0, picture.rowCount(of: node) - (view.firstRow ?? 0)))
    return rows(of: view, in: picture).count < due
  }

  /// Returns the request before a page of a size is written; `nil` if the host has sent its rows.
  ///
  /// The rows around are requested, too: they tell a new row from one that has only slid onto the page.
  package mutating func request(
    for id: NodeID, size: Int, in picture: ViewTreeReplica
  ) -> InputMessage<EnteredText>? {
    guard let view = view(of: id), let list = picture[id] else { return nil }
    let count = picture.rowCount(of: list)
    let first = view.firstRow ?? firstPage(of: list, size: size, in: picture)
    // A list that has become shorter shows its end.
    let place = first < count || list.isLoading ? first : max(0, count - size)
    (view.firstRow, view.size) = (place, size)
    let (begin, end) = (max(0, place - size), place + 2 * size)
    let firstReceived = list.count(.firstRow)
    if firstReceived <= begin && min(end, count) <= firstReceived + picture.rows(of: list).count {
      return nil
    }
    return .window(id, firstRow: begin, rowCount: end - begin)
  }

  /// Returns a page as it is written: its place in the list, and its rows; none if there are no rows.
  package mutating func write(_ id: NodeID, in picture: ViewTreeReplica, width: Int) -> [OutputLine]
  {
    guard let view = view(of: id), let list = picture[id] else { return [] }
    if isAwaited(id, in: picture) {
      return [OutputLine(FrontEndMessages.busy(list, title: list.spokenName))]
    }
    var rows = rows(of: view, in: picture)
    if rows.isEmpty {
      // The host has sent other rows than those requested.
      view.firstRow = list.count(.firstRow)
      rows = self.rows(of: view, in: picture)
    }
    (view.isDue, view.isRenewed, view.found) = (false, false, nil)
    view.look = look(of: id, in: picture)
    view.page = RowPage(rows.map { PageRow($0) }, except: takenNumbers(except: view))
    guard let first = view.firstRow, !rows.isEmpty else { return [] }
    let place = FrontEndMessages.text(
      rows.count == 1 ? "list.place.one" : "list.place",
      ["name": list.spokenName, "first": "\(first + 1)", "last": "\(first + rows.count)"],
      count: picture.rowCount(of: list))
    return [OutputLine(place, .title)]
      + view.page.lines(in: picture.columns(of: list), layout: list.layout, width: width)
  }

  package mutating func news(in picture: ViewTreeReplica) -> [OutputLine] {
    guard picture.alert == nil else { return [] }
    var lines: [OutputLine] = []
    defer { arrived = [] }
    if isAtField { lines += views.compactMap { found(in: $0, of: picture) } }
    for view in views where !view.isDue {
      guard let list = picture[view.list] else { continue }
      let rows = rows(of: view, in: picture).map { PageRow($0) }
      // The whole page has changed.
      view.isDue = rows.isEmpty != view.page.entries.isEmpty
      if view.isDue { continue }
      let taken = takenNumbers(except: view)
      let news = view.page.observe(rows, arrived: arrived, except: taken) { row in
        picture[row].flatMap { $0.parent == list.id ? PageRow($0) : nil }
      }
      // A search makes another page, which is written once the user comes back to it.
      if !isAtField {
        lines += FrontEndMessages.news(news, of: list.spokenName).map { OutputLine($0) }
      }
    }
    return lines
  }

  /// Returns the present rows for a person who searches at a field; `nil` if they are the same.
  private func found(in view: View, of picture: ViewTreeReplica) -> OutputLine? {
    guard let list = picture[view.list], !list.isLoading else { return nil }
    let rows = picture.rows(of: list, from: list.count(.firstRow), count: Self.foundLimit)
    let (ids, count) = (rows.map(\.id), picture.rowCount(of: list))
    let known = view.found
    view.found = (ids, count)
    // An empty list has an explanation of the host.
    if rows.isEmpty || known.map({ $0 == (ids, count) }) ?? true { return nil }
    let names = rows.map { PageRow($0).cells.first ?? $0.text(.label) }
    return OutputLine(
      FrontEndMessages.text(
        names.count < count ? "list.found.more" : "list.found",
        ["name": list.spokenName, "names": FrontEndMessages.list(names)], count: count))
  }

  private func look(of list: NodeID, in picture: ViewTreeReplica) -> [Int] {
    guard let node = picture[list] else { return [] }
    return [Int(node.layout.rawValue)] + picture.columns(of: node).map { $0.number(.order) ?? -1 }
  }

  /// Makes another page of a list due, or the same one again.
  package mutating func turn(_ list: NodeID, to firstRow: Int) {
    guard let view = view(of: list) else { return }
    (view.firstRow, view.isDue, lastPaged) = (firstRow, true, list)
  }

  /// Makes the page of a list due again, in its new order.
  package mutating func renew(_ list: NodeID) {
    guard let view = view(of: list), let first = view.firstRow else { return }
    turn(list, to: first)
    view.isRenewed = true
  }

  package func label(of row: NodeID) -> String? {
    views.lazy.flatMap(\.page.entries).first { $0.row.id == row }?.row.label
  }

  func entries(of lists: [NodeID], in picture: ViewTreeReplica) -> [Menu.Entry] {
    views.filter { lists.contains($0.list) }.flatMap { view in
      guard let list = picture[view.list] else { return [Menu.Entry]() }
      let rows = view.page.entries.map {
        Menu.Entry(
          choice: .node($0.row.id), option: ChoiceMatch.Option($0.row.label), number: $0.number,
          row: $0)
      }
      // Beside other lists, pages and orders have the name of their own.
      let name = { views.count > 1 ? FrontEndMessages.about(list.spokenName, $0) : $0 }
      let orders = picture.columns(of: list).compactMap { column in
        column.number(.order).map { number in
          let order = SortOrder(rawValue: number) ?? .sortable
          return Menu.Entry(
            choice: .node(column.id),
            option: ChoiceMatch.Option(name(FrontEndMessages.order(by: column, .sortable))),
            shown: name(FrontEndMessages.order(by: column, order)))
        }
      }
      return rows + pages(of: view, in: picture, name) + orders
    }
  }

  /// Returns the choice of Enter alone: the next page of the list that was turned last, or the same.
  func preset(
    among lists: [NodeID], in picture: ViewTreeReplica
  ) -> (list: NodeID, choice: MenuChoice, isNext: Bool)? {
    let list = lists.first { $0 == lastPaged } ?? lists.first
    guard let view = list.flatMap({ view(of: $0) }) else { return nil }
    let next = next(of: view, in: picture)
    return (view.list, .page(of: view.list, from: next ?? view.firstRow ?? 0), next != nil)
  }

  /// Returns the other pages, and the same one, which is offered if it has changed.
  private func pages(
    of view: View, in picture: ViewTreeReplica, _ name: (String) -> String
  ) -> [Menu.Entry] {
    guard let first = view.firstRow else { return [] }
    let previous = first > 0 ? max(0, first - view.size) : nil
    let pages = [
      (next(of: view, in: picture), "list.next", true), (previous, "list.previous", true),
      (first, "list.this", view.page.isOld),
    ]
    return pages.compactMap { place, key, isListed in
      let label = name(FrontEndMessages.text(key))
      return place.map {
        Menu.Entry(
          choice: .page(of: view.list, from: $0), option: ChoiceMatch.Option(label),
          shown: isListed ? label : nil)
      }
    }
  }

  private func next(of view: View, in picture: ViewTreeReplica) -> Int? {
    guard let list = picture[view.list], let first = view.firstRow else { return nil }
    let end = first + rows(of: view, in: picture).count
    return end > first && end < picture.rowCount(of: list) ? end : nil
  }

  /// Returns the first row of the page that was turned last.
  func beginning(in picture: ViewTreeReplica) -> NodeID? {
    (views.first { $0.list == lastPaged } ?? views.first)
      .flatMap { rows(of: $0, in: picture).first?.id }
  }

  /// Returns the page to begin with: that with the focus, or else the first one that the host has sent.
  private func firstPage(of list: PictureNode, size: Int, in picture: ViewTreeReplica) -> Int {
    let place = picture.rows(of: list).firstIndex { $0 == picture.focus }
    return list.count(.firstRow) + (place ?? 0) / size * size
  }

  private func rows(of view: View, in picture: ViewTreeReplica) -> [PictureNode] {
    guard let list = picture[view.list] else { return [] }
    return picture.rows(
      of: list, from: view.firstRow ?? list.count(.firstRow), count: view.size)
  }

  private func takenNumbers(except view: View) -> Set<Int> {
    Set(views.filter { $0 !== view }.flatMap { $0.page.entries.map(\.number) })
  }

  private func view(of list: NodeID) -> View? { views.first { $0.list == list } }
}
