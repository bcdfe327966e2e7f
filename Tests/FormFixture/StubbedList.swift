import FormworkCore
import FormworkSession

/// A screen with a list in a fixed state, which loads and saves nothing.
final class StubbedList: Screen {
  enum State: String {
    case loading, loaded, grid, empty, unmatched, failed, refreshing, refreshFailed
  }

  enum Order: ListOrder {
    case name, visits, sideBySide

    var title: Message { "\(self)" }
    var layout: ListLayout { self == .sideBySide ? .grid : .table }
    var column: Int? { self == .sideBySide ? nil : self == .name ? 0 : 2 }
    var isAscending: Bool { true }
  }

  /// Names of wide, combining, right-to-left and joined letters.
  private static let names = [
    ("Ada Lovelace", "London"), ("福岡 花子", "福岡"), ("Éva Nagy", "Győr"),
    ("Zoe\u{301} Z\u{308}ahn", "Köln"), ("דוד לוי", "חיפה"), ("عمر شريف", "القاهرة"),
    ("นที ศรี", "กรุงเทพ"), ("한지민", "서울"), ("👩‍👩‍👧 Family", "🇫🇷"),
    ("A name that is far longer than its column", "Llanfairpwllgwyngyll"), ("", ""),
  ]

  private var model: ListScreenViewModel<Int, Order>
  private let state: State
  var navigation: Navigation?

  init(_ state: State) {
    self.state = state
    let extents = [("Name", 16), ("Town", 10), ("Visits", 6)]
    model = ListScreenViewModel(
      "members", title: "Members", list: .init("Members", empty: "There are none."),
      columns: extents.map { label, extent in
        ListColumn(
          .verbatim(label), alignment: label == "Visits" ? .end : .start, extent: extent)
      }, order: state == .grid ? .sideBySide : .name, search: "Search",
      buttons: [.init("leave", label: "Leave", role: .cancel)], catalogue: .english)
  }

  var tree: ViewTree {
    get { model.tree }
    set { model.tree = newValue }
    _modify { yield &model.tree }
  }

  func open() {
    let first = model.open()
    switch state {
    case .loading: break
    case .loaded: take(Self.page, of: first)
    case .grid:
      let rows = Self.page.rows.map { ListRow($0.key, $0.cells[0]) }.prefix(9)
      take(ListPage(Array(rows), of: rows.count), of: first)
    case .empty: take(ListPage([], of: 0), of: first)
    case .failed: fail(first)
    case .refreshing:
      take(Self.page, of: first)
      _ = model.invalidate()
    case .refreshFailed:
      take(Self.page, of: first)
      fail(model.invalidate())
    case .unmatched:
      take(Self.page, of: first)
      guard let root = tree.root,
        let search = tree[root]?.children.first(where: { tree[$0]?.name == "search" })
      else { return }
      _ = model.handle(.edit(search, .text("zz"), cursor: 2))
      take(ListPage([], of: 0), of: model.pauseElapsed())
    }
  }

  private static var page: ListPage<Int> {
    let rows = names.enumerated().map { place, texts in
      let cells: [Message] = [
        .verbatim(texts.0), .verbatim(texts.1), .number(place * place * 1000 + place),
      ]
      return ListRow(place, .list(cells), cells: cells)
    }
    return ListPage(rows, of: rows.count)
  }

  private func take(
    _ page: ListPage<Int>, of action: ListScreenViewModel<Int, Order>.Action
  ) {
    if case .load(let id, _) = action { _ = model.take(page, of: id) }
  }

  private func fail(_ action: ListScreenViewModel<Int, Order>.Action) {
    if case .load(let id, _) = action {
      _ = model.fail(id, .failed("the disk is full: make room"))
    }
  }

  func handle(_ input: UserInput, revision: UInt64) {
    if model.handle(input, revision: revision) == .leave { navigation = .pop(nil) }
  }

  func inputEnded() -> Bool { true }
}
