package import FormworkFrontEnd
import Interaction
package import Wording

/// The lists of a screen as a person sees them: page by page.
///
/// A page is written once, when it is due. What becomes of its rows afterwards is told a line each. To find
/// it costs as much as the page, at a flush, and nothing between two flushes.
package struct ListDesk {
  /// A list, and the page of it that is on view.
  private struct View {
    let list: NodeID
    let path: [String]
    /// The place of the page's first row, from 0; `nil` where the host says it.
    var firstRow: Int?
    var size = 20
    /// Whether the page is yet to be written.
    var isDue = true
    /// Whether the rows that are there are in the order of before.
    var isRenewed = false
    var page = RowPage()
    /// How the page was written: its layout, and the orders of its columns.
    var look: [Int] = []
    /// The rows that a person at a field knows of, and how many there are.
    var found: (rows: [NodeID], count: Int)?
  }

  private var views: [View] = []
  private var title = ""

  /// The rows that have come since news were told last.
  private var arrived: Set<NodeID> = []

  /// Where the person was in the lists of a screen that is drawn afresh, by the names on their paths.
  private var placesLeft: [[String]: Int] = [:]

  /// The list of which a page was asked for last.
  private var lastTurned: NodeID?

  /// Whether the person is at a field, which may decide what the lists have.
  private var isAtField = false

  package init() {}

  /// Notes where the person is asked next: a page that has become another one meanwhile, as by a search, is written
  /// anew for a person who comes from a field.
  package mutating func note(isAtField: Bool, in picture: Picture) {
    defer { self.isAtField = isAtField }
    if isAtField && !self.isAtField {
      for index in views.indices { _ = found(at: index, in: picture) }
    }
    guard self.isAtField && !isAtField else { return }
    for index in views.indices where !views[index].isDue {
      views[index].isRenewed = picture[views[index].list]?.isLoading == true
      let rows = rows(of: views[index], in: picture).map(\.id)
      let isSame = look(of: views[index].list, in: picture) == views[index].look
      guard views[index].isRenewed || !isSame || !views[index].page.shows(rows) else { continue }
      (views[index].firstRow, views[index].isDue) = (nil, true)
    }
  }

  /// How many rows a page has on a terminal of so many rows: those that leave room for what is said of them.
  ///
  /// - Parameter rowCount: The rows of the terminal; 0 where there is none.
  /// - Returns: The rows of a page.
  package static func pageSize(rowCount: Int) -> Int {
    rowCount == 0 ? 20 : min(max(5, rowCount - 7), 20)
  }

  /// Notes which lists a flush brought.
  package mutating func observe(_ changes: PictureChanges, in picture: Picture) {
    if changes.isAttached {
      let places = views.compactMap { view in view.firstRow.map { (view.path, $0) } }
      let isSame = title == picture.title
      self = ListDesk()
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

  package var isThereAny: Bool { !views.isEmpty }

  // MARK: Writing

  /// The lists of which a page is yet to be written.
  package var due: [NodeID] { views.filter(\.isDue).map(\.list) }

  /// Whether a page that is due can be written.
  package func isReady(in picture: Picture) -> Bool {
    picture.alert == nil && views.contains { $0.isDue && !isAwaited($0.list, in: picture) }
  }

  /// Whether the rows of a page are on their way.
  package func isAwaited(_ list: NodeID, in picture: Picture) -> Bool {
    guard let view = view(of: list), let node = picture[list] else { return false }
    return node.isLoading && (view.isRenewed || rows(of: view, in: picture).isEmpty)
  }

  /// Whether rows of a page are neither there nor said to be on their way.
  func lacksRows(_ list: NodeID, in picture: Picture) -> Bool {
    guard let view = view(of: list), let node = picture[list], !node.isLoading else { return false }
    let first = view.firstRow ?? 0
    let due = min(view.size, max(0, picture.rowCount(of: node) - first))
    return rows(of: view, in: picture).count < due
  }

  /// What to ask the host for before a page is written, which are the rows before and behind it, too: of these
  /// it is seen then whether a row is new or has only slid onto the page; `nil` where its rows are there.
  ///
  /// - Parameters:
  ///   - id: The list.
  ///   - size: How many rows a page has.
  ///   - picture: What is there.
  /// - Returns: The message.
  package mutating func request(
    for id: NodeID, size: Int, in picture: Picture
  ) -> InputMessage<EnteredText>? {
    guard let index = index(of: id), let list = picture[id] else { return nil }
    let count = picture.rowCount(of: list)
    let first = views[index].firstRow ?? firstPage(of: list, size: size, in: picture)
    // Of a list that has become shorter there is the end.
    let place = first < count || list.isLoading ? first : max(0, count - size)
    (views[index].firstRow, views[index].size) = (place, size)
    let (begin, end) = (max(0, place - size), place + 2 * size)
    let told = list.count(.firstRow)..<(list.count(.firstRow) + picture.rows(of: list).count)
    if told.lowerBound <= begin && min(end, count) <= told.upperBound { return nil }
    return .window(id, firstRow: begin, rowCount: end - begin)
  }

  /// A page as it is written: where one is in the list, the names of its columns, and its rows; that its rows
  /// are on their way where they are.
  ///
  /// - Parameters:
  ///   - id: The list.
  ///   - picture: What is there.
  ///   - width: The columns of the terminal; 0 where there is none.
  /// - Returns: The lines; none where there are no rows.
  package mutating func write(_ id: NodeID, in picture: Picture, width: Int) -> [Remark] {
    guard let index = index(of: id), let list = picture[id] else { return [] }
    if isAwaited(id, in: picture) { return [Remark(Words.busy(list, title: list.spokenName))] }
    var rows = rows(of: views[index], in: picture)
    if rows.isEmpty {
      // Elsewhere than asked for, the host knows better.
      views[index].firstRow = list.count(.firstRow)
      rows = self.rows(of: views[index], in: picture)
    }
    (views[index].isDue, views[index].isRenewed, views[index].found) = (false, false, nil)
    views[index].look = look(of: id, in: picture)
    views[index].page = RowPage(rows.map { PageRow($0) }, except: takenNumbers(except: index))
    guard let first = views[index].firstRow, !rows.isEmpty else { return [] }
    let lines = RowLines(
      views[index].page.entries, in: picture.columns(of: list).map { .init($0) },
      layout: list.layout, width: width)
    let place = Words.place(
      in: list.spokenName, first + 1, first + rows.count, of: picture.rowCount(of: list))
    return [Remark(place, .title)] + (lines.heading.map { [Remark($0, .help)] } ?? [])
      + lines.rows.map { Remark($0) } + (lines.note.map { [Remark($0, .help)] } ?? [])
  }

  /// What has become of the rows of pages that were written.
  package mutating func news(in picture: Picture) -> [Remark] {
    guard picture.alert == nil else { return [] }
    var lines: [Remark] = []
    defer { arrived = [] }
    if isAtField { lines += views.indices.compactMap { found(at: $0, in: picture) } }
    for index in views.indices where !views[index].isDue {
      guard let list = picture[views[index].list] else { continue }
      let rows = rows(of: views[index], in: picture).map { PageRow($0) }
      // All of it is another one: it is written anew.
      if rows.isEmpty != views[index].page.entries.isEmpty {
        views[index].isDue = true
        continue
      }
      let news = views[index].page.observe(
        rows, arrived: arrived, except: takenNumbers(except: index)
      ) { row in
        picture[row].flatMap { $0.parent == list.id ? PageRow($0) : nil }
      }
      // What a person searches for makes another page of it, which is written once the person comes back to it.
      if isAtField { continue }
      lines += Words.news(news, of: list.spokenName).map { Remark($0) }
    }
    return lines
  }

  /// Which rows there are by now, for a person at a field, which may search for them; `nil` where they are the same.
  private mutating func found(at index: Int, in picture: Picture) -> Remark? {
    guard let list = picture[views[index].list], !list.isLoading else { return nil }
    let rows = picture.rows(of: list, from: list.count(.firstRow), count: Words.foundLimit)
    let (ids, count) = (rows.map(\.id), picture.rowCount(of: list))
    let known = views[index].found
    views[index].found = (ids, count)
    // Where there are none, the host says so.
    if rows.isEmpty || known.map({ $0 == (ids, count) }) ?? true { return nil }
    let names = rows.map { row in
      PageRow(row).cells.first ?? row.text(.label)
    }
    return Remark(Words.found(names, of: count, in: list.spokenName))
  }

  private func look(of list: NodeID, in picture: Picture) -> [Int] {
    guard let node = picture[list] else { return [] }
    return [Int(node.layout.rawValue)]
      + picture.columns(of: node).map { $0.number(.order).map { Int($0) } ?? -1 }
  }

  // MARK: Choosing

  /// Has another page of a list written next, or the same one anew.
  package mutating func turn(_ list: NodeID, to firstRow: Int) {
    guard let index = index(of: list) else { return }
    (views[index].firstRow, views[index].isDue) = (firstRow, true)
    lastTurned = list
  }

  /// Has the page of a list written anew, which is going to be in another order.
  package mutating func renew(_ list: NodeID) {
    guard let index = index(of: list), let first = views[index].firstRow else { return }
    turn(list, to: first)
    views[index].isRenewed = true
  }

  /// What a row was called when the page was written that it has gone from.
  package func label(of row: NodeID) -> String? {
    views.lazy.flatMap(\.page.entries).first { $0.row.id == row }?.row.label
  }

  /// Some of the lists, in order.
  package func lists(where isIncluded: (NodeID) -> Bool) -> [NodeID] {
    views.map(\.list).filter(isIncluded)
  }

  /// What can be chosen of some lists: their rows, other pages, and other orders.
  func entries(of lists: [NodeID], in picture: Picture) -> [Menu.Entry] {
    views.filter { lists.contains($0.list) }.flatMap { view in
      guard let list = picture[view.list] else { return [Menu.Entry]() }
      let rows = view.page.entries.map {
        Menu.Entry(
          .node($0.row.id), $0.row.label, number: $0.number, isNamed: $0.isThere,
          firstCell: $0.row.cells.first)
      }
      let words = pages(of: view, in: picture).map {
        Menu.Entry($0.choice, $0.word, isListed: $0.isOffered)
      }
      let orders = picture.columns(of: list).compactMap { column in
        column.number(.order).map { number in
          let label = Words.text("list.by", ["column": column.spokenName])
          let shown = Words.order(label, SortOrder(rawValue: number) ?? .sortable)
          return Menu.Entry(.node(column.id), label, isListed: true, shown: shown)
        }
      }
      guard views.count > 1 else { return rows + words + orders }
      return rows + (words + orders).map { $0.named(within: list.spokenName) }
    }
  }

  /// What Enter alone stands for at some lists: the next page of the one that was looked at last, or the same
  /// page anew.
  func preset(
    among lists: [NodeID], in picture: Picture
  ) -> (list: NodeID, choice: MenuChoice, isNext: Bool)? {
    let list = lists.first { $0 == lastTurned } ?? lists.first
    guard let view = list.flatMap({ view(of: $0) }) else { return nil }
    if let next = next(of: view, in: picture) {
      return (view.list, .page(of: view.list, from: next), true)
    }
    return (view.list, .page(of: view.list, from: view.firstRow ?? 0), false)
  }

  /// The other pages that there are, and the same one, which is offered where it shows what is no more.
  private func pages(
    of view: View, in picture: Picture
  ) -> [(choice: MenuChoice, word: String, isOffered: Bool)] {
    guard let first = view.firstRow else { return [] }
    var pages: [(choice: MenuChoice, word: String, isOffered: Bool)] = []
    if let next = next(of: view, in: picture) {
      pages.append((.page(of: view.list, from: next), Words.text("list.next"), true))
    }
    if first > 0 {
      let previous = max(0, first - view.size)
      pages.append((.page(of: view.list, from: previous), Words.text("list.previous"), true))
    }
    pages.append((.page(of: view.list, from: first), Words.text("list.this"), view.page.isOld))
    return pages
  }

  private func next(of view: View, in picture: Picture) -> Int? {
    guard let list = picture[view.list], let first = view.firstRow else { return nil }
    let end = first + rows(of: view, in: picture).count
    return end > first && end < picture.rowCount(of: list) ? end : nil
  }

  /// The first row of the page that was looked at last.
  func beginning(in picture: Picture) -> NodeID? {
    (views.first { $0.list == lastTurned } ?? views.first)
      .flatMap { rows(of: $0, in: picture).first?.id }
  }

  // MARK: Parts

  /// The page to begin with: the one that the host has begun, or of what it has told that with the focus.
  private func firstPage(of list: PictureNode, size: Int, in picture: Picture) -> Int {
    let first = list.count(.firstRow)
    let place = picture.rows(of: list, from: first, count: .max).firstIndex {
      $0.id == picture.focus
    }
    return first + (place ?? 0) / size * size
  }

  private func rows(of view: View, in picture: Picture) -> [PictureNode] {
    guard let list = picture[view.list] else { return [] }
    return picture.rows(
      of: list, from: view.firstRow ?? list.count(.firstRow), count: view.size)
  }

  private func takenNumbers(except index: Int) -> Set<Int> {
    var numbers: Set<Int> = []
    for other in views.indices where other != index {
      numbers.formUnion(views[other].page.entries.map(\.number))
    }
    return numbers
  }

  private func index(of list: NodeID) -> Int? { views.firstIndex { $0.list == list } }

  private func view(of list: NodeID) -> View? { views.first { $0.list == list } }
}
