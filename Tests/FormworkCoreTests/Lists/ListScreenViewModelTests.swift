import FormworkCore
import Testing

struct ListScreenViewModelTests {
  private typealias ViewModel = ListScreenViewModel<Int, ListViewModelTests.Order>

  private static func viewModel(search: Message?) -> ViewModel {
    ViewModel(
      "numbers", title: "Numbers", list: .init("Numbers", empty: "There are none."),
      order: .first, search: search,
      buttons: [.init("add", label: "Add"), .init("leave", label: "Leave", role: .cancel)],
      catalogue: Catalogue([:]))
  }

  /// Adding a search does not change the list.
  @Test(arguments: [nil, "Search"] as [Message?]) func whatThePersonDoes(search: Message?) throws {
    var model = Self.viewModel(search: search)
    func node(_ name: String) throws -> NodeID {
      let children = model.tree[try #require(model.tree.root)]?.children ?? []
      return try #require(children.first { model.tree[$0]?.name == name })
    }
    var query = ListQuery(order: ListViewModelTests.Order.first, places: 0..<200)
    let first = LoadID(rawValue: 1)
    #expect(model.open() == .load(first, query))
    let page = ListPage([1, 2].map { ListRow($0, .number($0)) }, of: 2)
    #expect(model.take(page, of: first) == .nothing)
    let (list, add, leave) = try (node("list"), node("add"), node("leave"))
    let choice = try node("list-order")
    let rows = model.tree[list]?.children ?? []
    let stops = try [choice] + (search == nil ? [] : [node("search")]) + rows + [add, leave]
    #expect(model.tree.focus == add)
    // Back to the first stop, then forward to the last.
    let back = stops.prefix { $0 != add }.reversed()
    for (way, passed) in [
      (Destination.previous, Array(back)), (.next, Array(stops.dropFirst())),
    ] {
      for stop in passed {
        #expect(model.handle(.go(way)) == .nothing)
        #expect(model.tree.focus == stop)
      }
      #expect(model.handle(.go(way)) == .nothing)
      #expect(model.tree.focus == passed.last)
    }
    #expect(model.handle(.activate(rows[1]), revision: 0) == .opened(2))
    #expect(model.handle(.activate(add), revision: 0) == .pressed("add"))
    #expect(model.handle(.activate(leave), revision: 0) == .leave)
    #expect(model.handle(.back(), revision: 0) == .leave)
    // A choice and its commit arrive together.
    let last = try #require(model.tree[choice]?.children[1])
    query.order = .last
    #expect(model.handle(.choose(last, isOn: true)) == .load(LoadID(rawValue: 2), query))
    #expect(model.handle(.commit(choice, nil), revision: 0) == .nothing)
    #expect(model.tree.focus == choice)
    guard search != nil else { return }
    let field = try node("search")
    let edit = UserInput.edit(field, .text("1"), cursor: 1)
    #expect(model.handle(edit) == .startPause)
    query.search = "1"
    #expect(model.pauseElapsed() == .load(LoadID(rawValue: 3), query))
    #expect(model.pauseElapsed() == .nothing)
  }

  /// Events for unknown nodes are refused and change nothing.
  @Test func whatIsNotThere() {
    var model = Self.viewModel(search: nil)
    _ = model.open()
    _ = model.tree.takeChanges()
    let nowhere = NodeID(rawValue: 99)
    let inputs: [UserInput] = [
      .edit(nowhere, .text("a"), cursor: 1), .commit(nowhere, nil), .activate(nowhere),
      .choose(nowhere, isOn: true), .reset(nowhere), .go(.node(nowhere)),
      .window(nowhere, firstRow: 0, rowCount: 1),
    ]
    for input in inputs { #expect(model.handle(input) == .nothing) }
    #expect(model.tree.takeChanges().isEmpty)
  }
}
