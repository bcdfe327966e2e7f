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
    func edited(_ text: String, revision: UInt64 = 1) -> UserEvent {
      .edited(node, .text(text), cursor: text.utf8.count, revision: revision)
    }
    typealias Row = (event: UserEvent?, action: SearchViewModel.Action)
    // A row without an event ends the pause.
    let rows: [Row] = [
      (nil, .nothing),
      (edited("a"), .startPause),
      (edited("an"), .startPause),
      (nil, .search("an")),
      (nil, .nothing),
      (edited("ann"), .startPause),
      (.committed(node, nil, revision: 1), .search("ann")),
      (nil, .nothing),
      (.committed(node, .text("anna"), revision: 1), .search("anna")),
      (.edited(node, .toggle(true), cursor: 0, revision: 1), .nothing),
      (.reset(node), .search("")),
      (edited("late"), .nothing),
      (.committed(node, .text("late"), revision: 1), .nothing),
      (.refused(node, .noText), .nothing),
      (.went(.node(node)), .nothing),
      (.went(.next), .passedOn),
      (.edited(elsewhere, .text("a"), cursor: 1, revision: 9), .passedOn),
      (.leaveRequested(revision: 1, insists: false), .passedOn),
    ]
    for (place, row) in rows.enumerated() {
      let action = row.event.map { search.handle($0, in: &tree) } ?? search.pauseElapsed()
      #expect(action == row.action, "row \(place)")
    }
    #expect(tree.focus == node)
    #expect(tree[node]?[.value] == nil)
  }
}
