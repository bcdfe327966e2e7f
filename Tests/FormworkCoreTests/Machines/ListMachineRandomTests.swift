import FormworkCore
import TestSupport
import Testing

/// Random events, legal and senseless, against the naive ``ListReference``.
///
/// The seed of a failure is its reproduction.
struct ListMachineRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<500)
  func itDoesWhatThePageSays(seed: UInt64) throws {
    for events in Self.lives(seed: seed) {
      var machine = ListMachine()
      var reference = ListReference()
      for event in events {
        try #require(machine.apply(event) == reference.apply(event), "\(event)")
        try #require(machine.state == reference.state, "\(event)")
      }
    }
  }

  @Test func theRunsReachEachStateAndEvent() {
    var states: Set<ListMachine.State.Kind> = []
    var events: Set<ListMachine.Event.Kind> = []
    var shown: Set<ListMachine.Content?> = []
    for life in (UInt64(0)..<20).flatMap(Self.lives(seed:)) {
      var reference = ListReference()
      for event in life {
        states.insert(reference.state.kind)
        _ = reference.apply(event)
        events.insert(event.kind)
        shown.insert(reference.shown)
      }
    }
    #expect(states == Set(ListMachine.State.Kind.allCases))
    #expect(events == Set(ListMachine.Event.Kind.allCases))
    #expect(shown == Set(ListMachine.Content.allCases.map(Optional.some) + [nil]))
  }

  /// The lives of eight lists, of forty events each, which are about the last load or near to it.
  private static func lives(seed: UInt64) -> [[ListMachine.Event]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<8).map { _ in
      var reference = ListReference()
      return (0..<40).map { _ in
        let event = ListMachine.Event.random(lastLoad: reference.loads, using: &generator)
        _ = reference.apply(event)
        return event
      }
    }
  }
}

extension ListMachine.Event {
  /// Draws an event whose id, if it has one, is or was near to the last that was given out.
  fileprivate static func random(
    lastLoad: UInt64, using generator: inout some RandomNumberGenerator
  ) -> Self {
    let id = LoadID(
      rawValue: .random(in: lastLoad - min(lastLoad, 1)...lastLoad + 1, using: &generator))
    return switch Kind.random(using: &generator) {
    case .opened: .opened
    case .windowMoved: .windowMoved
    case .sortChosen: .sortChosen
    case .searchEdited: .searchEdited
    case .refreshRequested: .refreshRequested
    case .retryRequested: .retryRequested
    case .rowsInvalidated: .rowsInvalidated
    case .rowsLoaded: .rowsLoaded(id, .random(using: &generator))
    case .rowsFailed: .rowsFailed(id, .random(using: &generator) ? .old : .new)
    }
  }
}
