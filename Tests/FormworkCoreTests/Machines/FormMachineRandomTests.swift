import FormworkCore
import TestSupport
import Testing

/// Random events, legal and senseless, against the naive ``FormReference``.
///
/// The seed of a failure is its reproduction.
struct FormMachineRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<500)
  func itDoesWhatThePageSays(seed: UInt64) throws {
    for events in Self.lives(seed: seed) {
      var machine = FormMachine()
      var reference = FormReference()
      for event in events {
        try #require(machine.apply(event) == reference.apply(event), "\(event)")
        try #require(machine.state == reference.state, "\(event)")
      }
    }
  }

  @Test func theRunsReachEachStateAndEvent() {
    var states: Set<FormMachine.State.Kind> = [.blank]
    var submissions: Set<UInt64> = []
    var events: Set<FormMachine.Event.Kind> = []
    for life in (UInt64(0)..<20).flatMap(Self.lives(seed:)) {
      var reference = FormReference()
      for event in life {
        _ = reference.apply(event)
        states.insert(reference.state.kind)
        events.insert(event.kind)
        submissions.insert(reference.submission.rawValue)
      }
    }
    #expect(states == Set(FormMachine.State.Kind.allCases))
    #expect(submissions.isSuperset(of: 1...3))
    #expect(events == Set(FormMachine.Event.Kind.allCases))
  }

  /// The lives of eight forms, of forty events each.
  ///
  /// Three of four events were drawn until they led somewhere, with a limit, and the earlier ones
  /// not to an end, or few lives would see a second submission.
  private static func lives(seed: UInt64) -> [[FormMachine.Event]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<8).map { _ in
      var reference = FormReference()
      return (0..<40).map { step in
        var event = FormMachine.Event.opened
        for _ in 0..<(step.isMultiple(of: 4) ? 1 : 20) {
          event = .random(
            lastLoad: reference.loads, submission: reference.submission.rawValue,
            using: &generator)
          var next = reference
          _ = next.apply(event)
          if next.state != reference.state, !next.isOver || step > 30 { break }
        }
        _ = reference.apply(event)
        return event
      }
    }
  }
}
