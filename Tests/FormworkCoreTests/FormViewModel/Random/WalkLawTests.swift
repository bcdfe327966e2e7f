import Conversation
import FormworkCore
import FormworkFrontEnd
import Interaction
import Testing

@testable import ScreenFrontEnd

/// The walk of the host compared to the outlines of the front ends, on random forms in random states.
struct WalkLawTests {
  @Test(.serialized, arguments: UInt64(0)..<200)
  func eachGoLeadsWhereTheOutlinesSay(seed: UInt64) throws {
    guard var visit = try Visit(seed: seed) else { return }
    let order = visit.stopsOfScreen
    #expect(order == visit.stopsOfLines)
    for (place, stop) in order.enumerated() {
      visit.go(.node(stop))
      #expect(visit.picture.focus == stop)
      visit.go(.next)
      // At the ends of the way the person stays.
      #expect(visit.picture.focus == order[(place + 1)...].first(where: visit.isOnTheWay) ?? stop)
      visit.go(.node(stop))
      visit.go(.previous)
      #expect(visit.picture.focus == order[..<place].last(where: visit.isOnTheWay) ?? stop)
      try #require(visit.stopsOfScreen == order)
    }
  }

  @Test func manyRunsEndInAFormThatIsEdited() throws {
    let visits = try (UInt64(0)..<200).compactMap { try Visit(seed: $0) }
    #expect(visits.count > 50)
    #expect(visits.contains { $0.stopsOfScreen.count > 20 })
  }
}

/// A form that is being edited after random events, and the view tree of a front end at it.
private struct Visit {
  private let viewModel: FormViewModel
  private(set) var picture = Picture()

  /// Creates a form by random events; `nil` if the person cannot edit it then.
  init?(seed: UInt64) throws {
    var run = try RandomRun(seed: seed)
    viewModel = run.viewModel
    for number in 0..<200 {
      _ = run.step(number)
      if number >= 20 + Int(seed % 40), viewModel.state == .editing { break }
    }
    guard viewModel.state == .editing else { return nil }
    var tree = viewModel.tree
    for change in tree.snapshot() { picture.apply(.change(change)) }
    _ = viewModel.tree.takeChanges()
  }

  /// The stops in the order of the full screen.
  var stopsOfScreen: [NodeID] {
    let tree = Tree()
    tree.picture = picture
    if let changes = tree.picture.apply(.flush(revision: 1)) { _ = tree.note(changes) }
    return tree.outline.entries.indices.flatMap { tree.stops(at: $0) }
  }

  /// The stops in the order of the front ends that ask one thing after the other.
  var stopsOfLines: [NodeID] { picture.places.map(\.id) + picture.buttons().map(\.id) }

  /// Whether the host stops there on the way: at the buttons of an item, and at all but the first one of a section,
  /// it does not.
  func isOnTheWay(_ stop: NodeID) -> Bool {
    guard let node = picture[stop], node.kind == .button, picture.isInSection(node),
      let section = node.parent.flatMap({ picture[$0] })
    else { return true }
    return !section.isItem && picture.buttons(of: section.id).first?.id == stop
  }

  mutating func go(_ destination: Destination) {
    _ = viewModel.handle(.went(destination))
    for change in viewModel.tree.takeChanges() { picture.apply(.change(change)) }
  }
}
