import TestSupport
import Testing

@testable import EditLineFrontEnd

/// Random events, legal and senseless, against the naive ``PromptReference``.
///
/// The seed of a failure is its reproduction.
struct PromptMachineRandomTests {
  private static let beginnings: [(state: PromptMachine.State, reference: PromptReference)] = [
    (.text(.untouched, nil), PromptReference(.text)),
    (.text(.begun, nil), PromptReference(.text, hasWork: true)),
    (.secret(.untouched), PromptReference(.secret)),
    (.secret(.begun), PromptReference(.secret, hasWork: true)),
    (.secret(.changed), PromptReference(.secret, isChanged: true)),
    (.answer, PromptReference(.answer)),
  ]

  @Test(.serialized, arguments: UInt64(0)..<300)
  func itDoesWhatThePageSays(seed: UInt64) throws {
    for (beginning, events) in zip(Self.beginnings, Self.lives(seed: seed)) {
      var (machine, reference) = (PromptMachine(state: beginning.state), beginning.reference)
      for event in events {
        try #require(machine.apply(event) == reference.apply(event), "\(event)")
        try #require(machine.state == reference.state, "\(event)")
      }
    }
  }

  @Test func theRunsReachEachStateAndEvent() {
    var states: Set<PromptMachine.State.Kind> = []
    var events: Set<PromptMachine.Event.Kind> = []
    var judged: Set<PromptMachine.State> = []
    for life in (UInt64(0)..<40).flatMap({ zip(Self.beginnings, Self.lives(seed: $0)) }) {
      var reference = life.0.reference
      for event in life.1 {
        states.insert(reference.state.kind)
        if reference.state.kind == .judging { judged.insert(reference.state) }
        _ = reference.apply(event)
        events.insert(event.kind)
      }
    }
    #expect(states == Set(PromptMachine.State.Kind.allCases))
    #expect(events == Set(PromptMachine.Event.Kind.allCases))
    #expect(judged.count > 12)
  }

  /// The lives of a question of each kind, of forty events each.
  ///
  /// Most events were drawn until they did something, and what ends a life early is rare.
  private static func lives(seed: UInt64) -> [[PromptMachine.Event]] {
    var generator = SeededGenerator(seed: seed)
    return beginnings.map { beginning in
      var reference = beginning.reference
      return (0..<40).map { step in
        var event = PromptMachine.Event.edited
        for _ in 0..<20 {
          event = PromptMachine.Event.samples.randomElement(using: &generator) ?? event
          var next = reference
          let isUseful = next.apply(event) != .nothing || step.isMultiple(of: 5)
          if isUseful, next.state != .leaving || step > 25 { break }
        }
        _ = reference.apply(event)
        return event
      }
    }
  }
}
