import FormworkCore
import TestSupport
import Testing

struct ListViewModelTests {
  enum Order: ListOrder {
    case first, last, least

    var title: Message { "\(self)" }
    var layout: ListLayout { self == .least ? .grid : .table }
    var column: Int? { self == .least ? nil : 0 }
    var isAscending: Bool { self != .last }
  }

  typealias List = ListViewModel<Int, Order>

  struct Setup {
    var tree = ViewTree()
    var told = ViewTree()
    var list: List
    /// The keys in the store, where the text of a row is its key.
    var stored: Set<Int> = []
    var load: (id: LoadID, query: ListQuery<Order>)?

    init() {
      let screen = tree.insert(.screen, name: "screen")
      list = List(
        "numbers", messages: List.ListMessages("Numbers", empty: "There are none."),
        columns: [ListColumn("Number")], order: .first, catalogue: Catalogue([:]), under: screen,
        in: &tree)
    }

    /// Computes the page for a query by a scan.
    func page(of query: ListQuery<Order>) -> ListPage<Int> {
      let found = stored.filter { query.search.isEmpty || "\($0)".hasPrefix(query.search) }
      let sorted: [Int] =
        switch query.order {
        case .first: found.sorted()
        case .last: found.sorted(by: >)
        case .least: found.sorted { ($0 % 10, $0) < ($1 % 10, $1) }
        }
      let places = query.places.clamped(to: sorted.indices)
      return ListPage(
        sorted[places].map { ListRow($0, "row \($0)") }, from: places.lowerBound,
        of: sorted.count)
    }

    mutating func take(_ action: List.Action) {
      if case .load(let id, let query) = action { load = (id, query) }
    }

    var rows: [String] {
      (told[list.node]?.children ?? []).filter { told.kind(of: $0) == .row }.compactMap {
        if case .text(let label)? = told[$0]?[.label] { label } else { nil }
      }
    }

    func text(_ property: Property) -> String? {
      if case .text(let text)? = told[list.node]?[property] { text } else { nil }
    }
  }

  /// After all answers the front end shows the store's rows or an error, until then the old rows.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 60))
  func whatIsShownIsWhatTheStoreHasIfItAnswers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var setup = Setup()
    setup.take(setup.list.open(in: &setup.tree))
    var isShownOf = setup.page(of: setup.list.query)
    var failed = false
    for step in 0..<60 {
      let before = setup.list.state
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        let key = Int.random(in: 0..<40, using: &random)
        if setup.stored.remove(key) == nil { setup.stored.insert(key) }
        setup.take(setup.list.invalidate(in: &setup.tree))
      case 2:
        let option = try #require(setup.list.stops(in: setup.tree).first)
        let options = setup.tree[option]?.children ?? []
        let chosen = try #require(options.randomElement(using: &random))
        setup.take(setup.list.handle(.choose(chosen, isOn: true), in: &setup.tree))
      case 3:
        let texts = ["", "1", "2", "33"]
        let text = try #require(texts.randomElement(using: &random))
        setup.take(setup.list.search(for: text, in: &setup.tree))
      case 4:
        let first = Int.random(in: 0..<30, using: &random)
        let event = UserInput.window(setup.list.node, firstRow: first, rowCount: 5)
        setup.take(setup.list.handle(event, in: &setup.tree))
      case 5:
        setup.take(setup.list.reload(in: &setup.tree))
      case 6:
        if let retry = setup.list.stops(in: setup.tree).last {
          setup.take(setup.list.handle(.activate(retry), in: &setup.tree))
        }
      case 7:
        guard let load = setup.load else { continue }
        let action = setup.list.fail(load.id, .timedOut, in: &setup.tree)
        if setup.list.state != before { failed = true }
        setup.take(action)
      default:
        guard let load = setup.load else { continue }
        let page = setup.page(of: load.query)
        setup.load = nil
        let action = setup.list.take(page, of: load.id, in: &setup.tree)
        if setup.list.state != before { (isShownOf, failed) = (page, false) }
        setup.take(action)
      }
      setup.told.replay(setup.tree.takeChanges())
      try #require(setup.told == setup.tree)
      switch setup.list.state {
      case .blank: Issue.record("step \(step): it was opened")
      case .loading, .failed: try #require(setup.rows == [])
      case .empty, .unmatched, .loaded, .refreshing, .refreshFailed:
        try #require(setup.rows == isShownOf.rows.map { Catalogue([:]).text(for: $0.label) })
      }
      if case .loaded = setup.list.state {
        try #require(isShownOf == setup.page(of: setup.list.query) || failed)
      }
    }
    // Finally the store answers.
    setup.take(setup.list.invalidate(in: &setup.tree))
    while let load = setup.load {
      setup.load = nil
      setup.take(setup.list.take(setup.page(of: load.query), of: load.id, in: &setup.tree))
    }
    setup.told.replay(setup.tree.takeChanges())
    try #require(
      setup.rows == setup.page(of: setup.list.query).rows.map { Catalogue([:]).text(for: $0.label) }
    )
  }

  @Test func whatIsSaidInEachState() throws {
    var setup = Setup()
    func said(_ setup: inout Setup) -> [String] {
      setup.told.replay(setup.tree.takeChanges())
      let hasRetry = setup.told[setup.told.root ?? NodeID(rawValue: 0)]?.children.contains {
        setup.told[$0]?.name == "numbers-retry"
      }
      return [
        setup.text(.explanation) ?? "-", "\(setup.rows.count)", hasRetry == true ? "retry" : "-",
        setup.told[setup.list.node]?[.busy] == nil ? "-" : "busy",
      ]
    }
    setup.take(setup.list.open(in: &setup.tree))
    #expect(said(&setup) == ["list.loading", "0", "-", "busy"])
    setup.take(setup.list.fail(LoadID(rawValue: 1), .failed("no route"), in: &setup.tree))
    #expect(said(&setup) == ["list.failed", "0", "retry", "-"])
    // The focus is at the button that disappears.
    let stops = setup.list.stops(in: setup.tree)
    setup.tree.setFocus(stops.last)
    setup.take(
      setup.list.handle(.activate(try #require(stops.last)), in: &setup.tree))
    #expect(setup.tree.focus == stops.first)
    setup.take(setup.list.take(ListPage([], of: 0), of: LoadID(rawValue: 2), in: &setup.tree))
    #expect(said(&setup) == ["There are none.", "0", "-", "-"])
    setup.stored = [1, 2, 3]
    setup.take(setup.list.invalidate(in: &setup.tree))
    #expect(said(&setup) == ["There are none.", "0", "-", "busy"])
    setup.take(
      setup.list.take(
        setup.page(of: setup.list.query), of: LoadID(rawValue: 3), in: &setup.tree))
    #expect(said(&setup) == ["-", "3", "-", "-"])
    setup.take(setup.list.search(for: "7", in: &setup.tree))
    setup.take(setup.list.take(ListPage([], of: 0), of: LoadID(rawValue: 4), in: &setup.tree))
    #expect(said(&setup) == ["list.unmatched", "0", "-", "-"])
    setup.take(setup.list.search(for: "", in: &setup.tree))
    setup.take(
      setup.list.take(
        setup.page(of: setup.list.query), of: LoadID(rawValue: 5), in: &setup.tree))
    setup.take(setup.list.reload(in: &setup.tree))
    setup.take(setup.list.fail(LoadID(rawValue: 6), .timedOut, in: &setup.tree))
    #expect(said(&setup) == ["list.failed", "3", "retry", "-"])
  }

  // The choice and the column headers show the same order. Pressing a header again reverses it.
  @Test func theOrderIsAChoiceAndAColumns() throws {
    var setup = Setup()
    setup.take(setup.list.open(in: &setup.tree))
    let column = try #require(setup.tree[setup.list.node]?.children.first)
    let choice = try #require(setup.list.stops(in: setup.tree).first)
    func shown(_ setup: Setup) -> [PropertyValue?] {
      let options = setup.tree[choice]?.children ?? []
      return options.map { setup.tree[$0]?[.selected] }
        + [setup.tree[column]?[.order], setup.tree[setup.list.node]?[.layout]]
    }
    let (on, table, grid) = (
      PropertyValue.number(1), PropertyValue.number(0), PropertyValue.number(1)
    )
    #expect(shown(setup) == [on, nil, nil, .number(SortOrder.ascending.rawValue), table])
    let turned = setup.list.handle(.activate(column), in: &setup.tree)
    #expect(
      turned == .load(LoadID(rawValue: 2), ListQuery(order: .last, places: 0..<200)))
    #expect(shown(setup) == [nil, on, nil, .number(SortOrder.descending.rawValue), table])
    let least = try #require(setup.tree[choice]?.children.last)
    let chosen = setup.list.handle(.choose(least, isOn: true), in: &setup.tree)
    #expect(
      chosen == .load(LoadID(rawValue: 3), ListQuery(order: .least, places: 0..<200)))
    #expect(shown(setup) == [nil, nil, on, .number(SortOrder.sortable.rawValue), grid])
  }
}
