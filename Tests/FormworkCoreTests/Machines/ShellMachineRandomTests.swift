import FormworkCore
import TestSupport
import Testing

/// Random events, legal and senseless, against the naive ``ShellReference``.
///
/// The seed of a failure is its reproduction.
struct ShellMachineRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<500)
  func itDoesWhatThePageSays(seed: UInt64) throws {
    for events in Self.lives(seed: seed) {
      var machine = ShellMachine()
      var reference = ShellReference()
      for event in events {
        try #require(machine.apply(event) == reference.apply(event), "\(event)")
        try #require(machine.state == reference.state, "\(event)")
      }
    }
  }

  @Test func theRunsReachEachStateAndEvent() {
    var states: Set<ShellMachine.State.Kind> = []
    var events: Set<ShellMachine.Event.Kind> = []
    var runs: Set<UInt64> = []
    for life in (UInt64(0)..<20).flatMap(Self.lives(seed:)) {
      var reference = ShellReference()
      for event in life {
        states.insert(reference.state.kind)
        _ = reference.apply(event)
        events.insert(event.kind)
        runs.insert(reference.runs)
      }
    }
    #expect(states == Set(ShellMachine.State.Kind.allCases))
    #expect(events == Set(ShellMachine.Event.Kind.allCases))
    #expect(runs.isSuperset(of: 1...3))
  }

  /// The lives of eight shells, of forty events each.
  ///
  /// Three of four events were drawn until they led somewhere, with a limit, and the earlier ones
  /// not to the end.
  private static func lives(seed: UInt64) -> [[ShellMachine.Event]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<8).map { _ in
      var reference = ShellReference()
      return (0..<40).map { step in
        var event = ShellMachine.Event.interrupted
        for _ in 0..<20 {
          event = .random(lastRun: reference.runs, using: &generator)
          var next = reference
          _ = next.apply(event)
          let isWanted = step.isMultiple(of: 4) || next.state != reference.state
          if isWanted, !next.isOver || step > 30 { break }
        }
        _ = reference.apply(event)
        return event
      }
    }
  }
}
