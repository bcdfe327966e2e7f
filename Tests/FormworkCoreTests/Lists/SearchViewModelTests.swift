import FormworkCore
import Testing

struct SearchViewModelTests {
  @Test func whatIsTypedIsSearchedForBehindAPauseOrEnter() {
    var tree = ViewTree()
    let screen = tree.insert(.screen, name: "screen")
    var search = SearchViewModel(
      "search", label: "Search", catalogue: Catalogue([:]), under: screen, in: &tree)
    _ = tree.takeChanges()
    let (node, elsewhere) = (search.node, screen)
    func edited(_ text: String) -> UserInput {
      .edit(node, .text(text), cursor: text.utf8.count)
    }
    typealias Row = (input: UserInput?, action: SearchViewModel.Action)
    // A row without an input ends the pause.
    let rows: [Row] = [
      (nil, .nothing),
      (edited("a"), .startPause),
      (edited("an"), .startPause),
      (nil, .search("an")),
      (nil, .nothing),
      (edited("ann"), .startPause),
      (.commit(node, nil), .search("ann")),
      (nil, .nothing),
      (.commit(node, .text("anna")), .search("anna")),
      (.edit(node, .toggle(true), cursor: 0), .nothing),
      (.reset(node), .search("")),
      (edited("late"), .nothing),
      (.commit(node, .text("late")), .nothing),
      (.go(.node(node)), .nothing),
      (.go(.next), .passedOn),
      (.edit(elsewhere, .text("a"), cursor: 1), .passedOn),
      (.back(), .passedOn),
    ]
    for (place, row) in rows.enumerated() {
      let action =
        row.input.map { search.handle($0, revision: 1, in: &tree) } ?? search.pauseElapsed()
      #expect(action == row.action, "row \(place)")
    }
    search.refuse(.noText, in: &tree)
    #expect(tree.focus == node)
    #expect(tree[node]?[.value] == nil)
  }
}
