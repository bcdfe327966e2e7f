import FormworkCore
import TestSupport
import Testing

/// Random events, legal and senseless, against the naive ``FieldReference``.
///
/// The seed of a failure is its reproduction.
struct FieldMachineRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<500)
  func itDoesWhatThePageSays(seed: UInt64) throws {
    var machine = FieldMachine()
    var reference = FieldReference()
    for event in Self.events(seed: seed) {
      try #require(machine.apply(event) == reference.apply(event), "\(event)")
      try #require(machine.state == reference.state, "\(event)")
    }
  }

  @Test func theRunsReachEachStateAndEvent() {
    var states: Set<FieldMachine.State.Kind> = []
    var events: Set<FieldMachine.Event.Kind> = []
    for seed in UInt64(0)..<20 {
      var reference = FieldReference()
      for event in Self.events(seed: seed) {
        _ = reference.apply(event)
        states.insert(reference.state.kind)
        events.insert(event.kind)
      }
    }
    #expect(states == Set(FieldMachine.State.Kind.allCases))
    #expect(events == Set(FieldMachine.Event.Kind.allCases))
  }

  /// Three hundred events, every other one drawn until it led somewhere, with a limit.
  private static func events(seed: UInt64) -> [FieldMachine.Event] {
    var generator = SeededGenerator(seed: seed)
    var reference = FieldReference()
    return (0..<300).map { step in
      var event = FieldMachine.Event.excluded
      for _ in 0..<(step.isMultiple(of: 2) ? 1 : 10) {
        event = .random(lastID: reference.count, using: &generator)
        var next = reference
        _ = next.apply(event)
        if next.state != reference.state { break }
      }
      _ = reference.apply(event)
      return event
    }
  }
}
