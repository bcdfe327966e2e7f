import Conversation
import FormworkCore
import FormworkFrontEnd
import Interaction
import TestSupport
import Testing

@testable import ScreenFrontEnd

/// Compares the order of stops of the host and of the front ends, on random forms.
struct WalkLawTests {
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 200 : 50))
  func eachGoLeadsWhereTheOutlinesSay(seed: UInt64) throws {
    guard var visit = try Visit(seed: seed) else { return }
    let order = visit.stopsOfScreen
    #expect(order == visit.stopsOfLines)
    for (place, stop) in order.enumerated() {
      visit.go(.node(stop))
      #expect(visit.picture.focus == stop)
      visit.go(.next)
      // At both ends the focus stays.
      #expect(visit.picture.focus == order[(place + 1)...].first(where: visit.isOnTheWay) ?? stop)
      visit.go(.node(stop))
      visit.go(.previous)
      #expect(visit.picture.focus == order[..<place].last(where: visit.isOnTheWay) ?? stop)
      try #require(visit.stopsOfScreen == order)
    }
  }

  @Test func manyRunsEndInAFormThatIsEdited() throws {
    let visits = try (UInt64(0)..<50).compactMap { try Visit(seed: $0) }
    #expect(visits.count > 12)
    #expect(visits.contains { $0.stopsOfScreen.count > 20 })
  }
}

/// A form after random events, and the view tree of a front end.
private struct Visit {
  private let viewModel: FormViewModel
  private(set) var picture = ViewTreeReplica()

  /// Creates a form by random events, or `nil` if the user cannot edit it.
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

  /// The stops in the order of the front ends that ask one question after the other.
  var stopsOfLines: [NodeID] { picture.places.map(\.id) + picture.buttons().map(\.id) }

  /// Whether Enter stops there: it skips buttons of items, and all but the first button of a section.
  func isOnTheWay(_ stop: NodeID) -> Bool {
    guard let node = picture[stop], node.kind == .button, picture.isInSection(node),
      let section = node.parent.flatMap({ picture[$0] })
    else { return true }
    return !section.isItem && picture.buttons(of: section.id).first?.id == stop
  }

  mutating func go(_ destination: Destination) {
    _ = viewModel.handle(.go(destination))
    for change in viewModel.tree.takeChanges() { picture.apply(.change(change)) }
  }
}
