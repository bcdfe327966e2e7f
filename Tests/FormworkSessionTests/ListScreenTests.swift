import FormworkCore
import FormworkSession
import TestSupport
import Testing

@Suite struct ListScreenTests {
  enum Order: ListOrder {
    case first

    var title: Message { "first" }
    var layout: ListLayout { .table }
    var column: Int? { nil }
    var isAscending: Bool { true }
  }

  /// A single row, and changes that a test sends.
  private final class Numbers: ListOperations {
    let loadCount = Synchronized(0)
    private let watches = Synchronized([PendingAnswer<Bool>]())

    @concurrent func load(_ query: ListQuery<Order>) async throws -> ListPage<Int> {
      loadCount.change { $0 += 1 }
      return ListPage([ListRow(1, "one")], of: 1)
    }

    @concurrent func awaitChange() async throws {
      let pending = PendingAnswer<Bool>()
      watches.change { $0.append(pending) }
      _ = try await pending.answer()
    }

    /// Returns the next call that waits for a change.
    func nextWatch() throws -> PendingAnswer<Bool> {
      let watch = watches.wait { $0.first }
      watches.change { if !$0.isEmpty { $0.removeFirst() } }
      guard let watch else {
        throw ScriptedFailure("nothing waits for a change")
      }
      return watch
    }
  }

  @Test func thatChangesCannotBeFollowedIsSaidOnce() async throws {
    try await onThreadOfItsOwn {
      let (numbers, wakeUp) = (Numbers(), try WakeUp())
      let screen = ListScreen(
        ListScreenViewModel<Int, Order>(
          "numbers", title: "Numbers", list: .init("Numbers", empty: "none"), order: .first,
          catalogue: .english), operations: numbers, wakeUp: wakeUp
      ) { _ in nil }
      var explanation: PropertyValue? {
        screen.tree[screen.viewModel.list.node]?[.explanation]
      }
      func take(until holds: () -> Bool) -> Bool {
        while true {
          screen.receive()
          if holds() { return true }
          guard wakeUp.wait(limit: defaultLimit) else { return false }
          _ = wakeUp.clear()
        }
      }
      let line = "no more files can be watched"
      screen.open()
      // The watch may have failed with the load, so the rows are loaded again.
      try numbers.nextWatch().fail(line)
      #expect(take { numbers.loadCount.current == 2 && screen.viewModel.list.state == .loaded })
      #expect(explanation == nil)
      try numbers.nextWatch().fail(line)
      #expect(take { explanation == .text(line) })
      #expect(screen.viewModel.list.state == .loaded)
      // This started no load. The next one tries to watch again.
      screen.handle(.reload, revision: 0)
      #expect(take { numbers.loadCount.current == 3 && screen.viewModel.list.state == .loaded })
      #expect(explanation == .text(line))
      try numbers.nextWatch().give(true)
      #expect(take { numbers.loadCount.current == 4 && screen.viewModel.list.state == .loaded })
      #expect(explanation == nil)
      screen.close()
    }
  }
}
