package import FormworkFrontEnd
import Interaction
package import Wording

/// The lists of a screen as a person sees them: page by page.
///
/// A page is written once, when it is due. Changes of its rows are announced afterwards, a line each.
package struct ListPager {
  private struct View {
    let list: NodeID
    let path: [String]
    /// The place of the page's first row, from 0; `nil` if the host decides.
    var firstRow: Int?
    var size = 20
    var isDue = true
    /// Whether the present rows are those of a former order.
    var isRenewed = false
    var page = RowPage()
    /// The layout and the orders of the columns when the page was written.
    var look: [Int] = []
    /// The rows that a person at a field knows, and the number of all rows.
    var found: (rows: [NodeID], count: Int)?
  }

  /// The most rows that are named while a person searches.
  private static let foundLimit = 5

  private var views: [View] = []
  private var title = ""
  private var arrived: Set<NodeID> = []

  /// The first rows of the pages before the screen was drawn again, by the paths of their lists.
  private var placesLeft: [[String]: Int] = [:]

  private var lastTurned: NodeID?

  /// Whether the person is at a field, which may decide which rows the lists have.
  private var isAtField = false

  package init() {}

  package var ids: [NodeID] { views.map(\.list) }

  /// Notes the next place of the person: after a search at a field, a page that has changed is due.
  package mutating func note(isAtField: Bool, in picture: ViewTreeReplica) {
    defer { self.isAtField = isAtField }
    if isAtField && !self.isAtField {
      for index in views.indices { _ = found(at: index, in: picture) }
    }
    guard self.isAtField && !isAtField else { return }
    for index in views.indices where !views[index].isDue {
      let view = views[index]
      views[index].isRenewed = picture[view.list]?.isLoading == true
      let isSame = look(of: view.list, in: picture) == view.look
      guard
        views[index].isRenewed || !isSame || !view.page.shows(rows(of: view, in: picture).map(\.id))
      else { continue }
      (views[index].firstRow, views[index].isDue) = (nil, true)
    }
  }

  /// Returns the number of rows of a page on a terminal with a number of rows, or 0 without one.
  package static func pageSize(rowCount: Int) -> Int {
    rowCount == 0 ? 20 : min(max(5, rowCount - 7), 20)
  }

  package mutating func observe(_ changes: ReplicaChanges, in picture: ViewTreeReplica) {
    if changes.isAttached {
      let places = views.compactMap { view in view.firstRow.map { (view.path, $0) } }
      let isSame = title == picture.title
      self = ListPager()
      title = picture.title
      if isSame { placesLeft = Dictionary(places) { $1 } }
    }
    if !views.isEmpty && !changes.removed.isEmpty {
      views.removeAll { picture[$0.list] == nil }
      arrived.subtract(changes.removed)
    }
    for id in changes.inserted {
      switch picture[id]?.kind {
      case .list:
        let path = picture.path(of: id)
        views.append(View(list: id, path: path, firstRow: placesLeft[path]))
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
    guard let index = index(of: id), let list = picture[id] else { return nil }
    let count = picture.rowCount(of: list)
    let first = views[index].firstRow ?? firstPage(of: list, size: size, in: picture)
    // A list that has become shorter shows its end.
    let place = first < count || list.isLoading ? first : max(0, count - size)
    (views[index].firstRow, views[index].size) = (place, size)
    let (begin, end) = (max(0, place - size), place + 2 * size)
    let told = list.count(.firstRow)
    if told <= begin && min(end, count) <= told + picture.rows(of: list).count { return nil }
    return .window(id, firstRow: begin, rowCount: end - begin)
  }

  /// Returns a page as it is written: its place in the list, and its rows; none if there are no rows.
  package mutating func write(_ id: NodeID, in picture: ViewTreeReplica, width: Int) -> [OutputLine]
  {
    guard let index = index(of: id), let list = picture[id] else { return [] }
    if isAwaited(id, in: picture) {
      return [OutputLine(FrontEndMessages.busy(list, title: list.spokenName))]
    }
    var rows = rows(of: views[index], in: picture)
    if rows.isEmpty {
      // The host has sent other rows than those requested.
      views[index].firstRow = list.count(.firstRow)
      rows = self.rows(of: views[index], in: picture)
    }
    (views[index].isDue, views[index].isRenewed, views[index].found) = (false, false, nil)
    views[index].look = look(of: id, in: picture)
    views[index].page = RowPage(rows.map { PageRow($0) }, except: takenNumbers(except: index))
    guard let first = views[index].firstRow, !rows.isEmpty else { return [] }
    let place = FrontEndMessages.text(
      rows.count == 1 ? "list.place.one" : "list.place",
      ["name": list.spokenName, "first": "\(first + 1)", "last": "\(first + rows.count)"],
      count: picture.rowCount(of: list))
    return [OutputLine(place, .title)]
      + views[index].page.lines(
        in: picture.columns(of: list), layout: list.layout, width: width)
  }

  package mutating func news(in picture: ViewTreeReplica) -> [OutputLine] {
    guard picture.alert == nil else { return [] }
    var lines: [OutputLine] = []
    defer { arrived = [] }
    if isAtField { lines += views.indices.compactMap { found(at: $0, in: picture) } }
    for index in views.indices where !views[index].isDue {
      guard let list = picture[views[index].list] else { continue }
      let rows = rows(of: views[index], in: picture).map { PageRow($0) }
      // The whole page has changed.
      if rows.isEmpty != views[index].page.entries.isEmpty {
        views[index].isDue = true
        continue
      }
      let news = views[index].page.observe(
        rows, arrived: arrived, except: takenNumbers(except: index)
      ) { row in
        picture[row].flatMap { $0.parent == list.id ? PageRow($0) : nil }
      }
      // A search makes another page, which is written once the person comes back to it.
      if !isAtField {
        lines += FrontEndMessages.news(news, of: list.spokenName).map { OutputLine($0) }
      }
    }
    return lines
  }

  /// Returns the present rows for a person who searches at a field; `nil` if they are the same.
  private mutating func found(at index: Int, in picture: ViewTreeReplica) -> OutputLine? {
    guard let list = picture[views[index].list], !list.isLoading else { return nil }
    let rows = picture.rows(of: list, from: list.count(.firstRow), count: Self.foundLimit)
    let (ids, count) = (rows.map(\.id), picture.rowCount(of: list))
    let known = views[index].found
    views[index].found = (ids, count)
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

  /// Has another page of a list written next, or the same one again.
  package mutating func turn(_ list: NodeID, to firstRow: Int) {
    guard let index = index(of: list) else { return }
    (views[index].firstRow, views[index].isDue) = (firstRow, true)
    lastTurned = list
  }

  /// Has the page of a list written again, in the order that comes.
  package mutating func renew(_ list: NodeID) {
    guard let index = index(of: list), let first = views[index].firstRow else { return }
    turn(list, to: first)
    views[index].isRenewed = true
  }

  package func label(of row: NodeID) -> String? {
    views.lazy.flatMap(\.page.entries).first { $0.row.id == row }?.row.label
  }

  func entries(of lists: [NodeID], in picture: ViewTreeReplica) -> [Menu.Entry] {
    views.filter { lists.contains($0.list) }.flatMap { view in
      guard let list = picture[view.list] else { return [Menu.Entry]() }
      let rows = view.page.entries.map {
        Menu.Entry(
          .node($0.row.id), $0.row.label, number: $0.number, row: $0)
      }
      // Beside other lists, pages and orders have the name of their own.
      let name = { views.count > 1 ? FrontEndMessages.about(list.spokenName, $0) : $0 }
      let orders = picture.columns(of: list).compactMap { column in
        column.number(.order).map { number in
          var entry = Menu.Entry(
            .node(column.id), name(FrontEndMessages.order(by: column, .sortable)))
          entry.shown = name(
            FrontEndMessages.order(by: column, SortOrder(rawValue: number) ?? .sortable))
          return entry
        }
      }
      return rows + pages(of: view, in: picture, name) + orders
    }
  }

  /// Returns the choice of Enter alone: the next page of the list that was turned last, or the same.
  func preset(
    among lists: [NodeID], in picture: ViewTreeReplica
  ) -> (list: NodeID, choice: MenuChoice, isNext: Bool)? {
    let list = lists.first { $0 == lastTurned } ?? lists.first
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
      place.map {
        Menu.Entry(
          .page(of: view.list, from: $0), name(FrontEndMessages.text(key)), isListed: isListed)
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
    (views.first { $0.list == lastTurned } ?? views.first)
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

  private func takenNumbers(except index: Int) -> Set<Int> {
    Set(views.indices.filter { $0 != index }.flatMap { views[$0].page.entries.map(\.number) })
  }

  private func index(of list: NodeID) -> Int? { views.firstIndex { $0.list == list } }

  private func view(of list: NodeID) -> View? { views.first { $0.list == list } }
}
