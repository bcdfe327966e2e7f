import FormworkCore
import TestSupport
import Testing

struct ListDrawingTests {
  /// A screen with a list, and the front end's copy of it.
  struct Setup {
    var tree = ViewTree()
    var list: ListDrawing<Int>
    var told = ViewTree()

    init(columns: [ListColumn] = [], layout: ListLayout = .table) {
      let screen = tree.insert(.screen, name: "screen")
      list = ListDrawing(
        "members", label: "Members", columns: columns, layout: layout, catalogue: Catalogue([:]),
        under: screen, in: &tree)
      told.replay(tree.takeChanges())
    }

    mutating func show(_ rows: [ListRow<Int>], from first: Int = 0, of count: Int) {
      list.show(ListPage(rows, from: first, of: count), in: &tree)
    }

    mutating func handle(_ input: UserInput) -> ListDrawing<Int>.Outcome {
      list.handle(input, in: &tree)
    }

    mutating func change(to columns: [ListColumn], _ layout: ListLayout) {
      list.show(columns, in: &tree)
      list.show(layout, in: &tree)
    }

    /// Sends the changes to the front end.
    mutating func flush() -> [Change] {
      let changes = tree.takeChanges()
      told.replay(changes)
      return changes
    }

    /// The kind, label and cells of each child of the list, as displayed.
    var children: [String] {
      (told[list.node]?.children ?? []).compactMap { told[$0] }.map { child in
        let texts = [child[.label], child[.cells]].map { value in
          if case .text(let text)? = value { text } else { "-" }
        }
        return "\(child.kind) \(texts[0]) \(texts[1])"
      }
    }
  }

  @Test func rowsThatHaveGoneTakeNoPlaces() {
    var setup = Setup()
    for round in 0..<100 {
      setup.show((0..<50).map { ListRow(round * 50 + $0, "Row") }, of: 50)
      _ = setup.flush()
      #expect(setup.told == setup.tree)
      #expect(setup.tree.placeCount <= 16 + 3 * 52)
    }
  }

  @Test func columnsRowsAndTheirCells() {
    var setup = Setup(
      columns: [
        ListColumn("Name", order: .ascending, extent: 20), ListColumn("Seen", alignment: .end),
      ])
    let list = setup.list.node
    func property(_ property: Property, of place: Int) -> PropertyValue? {
      setup.told[list].flatMap { setup.told[$0.children[place]] }?[property]
    }
    #expect(setup.told[list]?[.label] == .text("Members"))
    #expect(setup.told[list]?[.layout] == .number(ListLayout.table.rawValue))
    #expect(property(.order, of: 0) == .number(SortOrder.ascending.rawValue))
    #expect(property(.extent, of: 0) == .number(20))
    #expect(property(.align, of: 0) == nil)
    #expect(property(.align, of: 1) == .number(CellAlignment.end.rawValue))
    #expect(property(.order, of: 1) == nil)
    setup.show(
      [ListRow(1, "Ann, 3", cells: ["Ann", "3"]), ListRow(2, "Bo\tb", cells: ["Bo\tb", "1"])],
      from: 40, of: 1_000)
    _ = setup.flush()
    #expect(setup.told[list]?[.rowCount] == .number(1_000))
    #expect(setup.told[list]?[.firstRow] == .number(40))
    #expect(
      setup.children == [
        "column Name -", "column Seen -", "row Ann, 3 Ann\t3", "row Bo\tb Bo\u{FFFD}b\t1",
      ])
    setup.change(to: [ListColumn("Name")], .grid)
    // Of two rows with the same key, only the first is shown.
    setup.show([ListRow(2, "Bob"), ListRow(2, "Bo")], of: 1)
    _ = setup.flush()
    #expect(setup.children == ["column Name -", "row Bob -"])
    #expect(setup.told[list]?[.layout] == .number(ListLayout.grid.rawValue))
  }

  // Only the last page counts. A remaining row keeps its node, and only changes are sent.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 60))
  func aPageTakesThePlaceOfTheOneBefore(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var setup = Setup(columns: [ListColumn("A"), ListColumn("B")])
    var labels: [Int: String] = [:]
    var nodes: [Int: NodeID] = [:]
    for _ in 0..<20 {
      let keys = (0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random))
      for key in keys where Int.random(in: 0..<4, using: &random) == 0 || labels[key] == nil {
        labels[key] = "\(key)-\(random.next() % 100)"
      }
      let rows = keys.map { ListRow($0, .verbatim(labels[$0] ?? ""), cells: [.number($0)]) }
      setup.show(rows, from: 7, of: 99)
      let previous = setup.told
      let changes = setup.flush()
      try #require(setup.told == setup.tree)
      try #require(
        setup.children.dropFirst(2) == keys.map { "row \(labels[$0] ?? "") \($0)" }[...])
      let shown = setup.told[setup.list.node]?.children.dropFirst(2) ?? []
      let now = Dictionary(uniqueKeysWithValues: zip(keys, shown))
      for (key, node) in now where nodes[key] != nil { try #require(nodes[key] == node) }
      nodes = now
      for case .set(let node, let property, let value) in changes {
        try #require(previous[node]?[property] != value)
      }
      // Showing the same page again changes nothing.
      setup.show(rows, from: 7, of: 99)
      try #require(setup.flush() == [])
    }
  }

  @Test func whatAPersonDoesWithIt() throws {
    var setup = Setup(columns: [ListColumn("A", order: .sortable), ListColumn("B")])
    setup.show([ListRow(10, "ten"), ListRow(20, "twenty")], of: 2)
    let children = try #require(setup.tree[setup.list.node]?.children)
    let (sortable, fixed, ten, twenty) = (children[0], children[1], children[2], children[3])
    let (list, elsewhere) = (setup.list.node, NodeID(rawValue: 77))
    typealias Row = (input: UserInput, outcome: ListDrawing<Int>.Outcome, focus: NodeID?)
    let rows: [Row] = [
      (.go(.next), .passedOn, nil),
      (.go(.node(sortable)), .passedOn, nil),
      (.go(.node(ten)), .handled, ten),
      (.go(.previous), .passedOn, ten),
      (.go(.next), .handled, twenty),
      (.go(.next), .passedOn, twenty),
      (.go(.previous), .handled, ten),
      (.activate(twenty), .opened(20), twenty),
      (.activate(sortable), .sorts(column: 0), twenty),
      (.activate(fixed), .handled, twenty),
      (.activate(elsewhere), .passedOn, twenty),
      (.window(list, firstRow: 40, rowCount: 20), .wants(40..<60), twenty),
      (.window(list, firstRow: -1, rowCount: -1), .wants(0..<0), twenty),
      (.window(list, firstRow: 5, rowCount: .max), .wants(5..<1_005), twenty),
      (.window(list, firstRow: .max, rowCount: 9), .wants((.max - 9)..<(.max)), twenty),
      (.window(elsewhere, firstRow: 0, rowCount: 1), .passedOn, twenty),
      (.back(), .passedOn, twenty),
    ]
    for row in rows {
      #expect(setup.handle(row.input) == row.outcome, "\(row.input)")
      #expect(setup.tree.focus == row.focus, "\(row.input)")
    }
    let window = setup.list.window
    #expect(window == (.max - 9)..<(.max))
    #expect(setup.list.resetWindow(in: setup.tree) == 1..<201)
    // The focus moves from a removed row to the row in its place, if there is one.
    setup.show([ListRow(10, "ten"), ListRow(30, "thirty"), ListRow(40, "forty")], of: 3)
    let thirty = try #require(setup.tree[list]?.children[3])
    #expect(setup.tree.focus == thirty)
    setup.show([ListRow(10, "ten")], of: 1)
    #expect(setup.tree.focus == ten)
    setup.show([], of: 0)
    #expect(setup.tree.focus == nil)
    #expect(setup.list.resetWindow(in: setup.tree) == 0..<200)
    #expect(setup.handle(.activate(twenty)) == .passedOn)
  }
}
