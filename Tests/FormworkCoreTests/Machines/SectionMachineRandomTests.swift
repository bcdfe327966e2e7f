import TestSupport
import Testing

@testable import FormworkCore

/// Random events, legal and senseless, against the naive ``SectionReference``.
///
/// The seed of a failure is its reproduction.
struct SectionMachineRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<500)
  func itDoesWhatThePageSays(seed: UInt64) throws {
    for (presence, events) in Self.lives(seed: seed) {
      var machine = SectionMachine(presence)
      var reference = SectionReference(presence)
      for event in events {
        try #require(machine.apply(event) == reference.apply(event), "\(event)")
        try #require(machine.state == reference.state, "\(event)")
        try #require(machine.fault == reference.fault, "\(event)")
      }
    }
  }

  @Test func theRunsReachEachStandingAndEvent() {
    var standings: Set<SectionMachine.Standing> = []
    var events: Set<SectionMachine.Event.Kind> = []
    for (presence, life) in (UInt64(0)..<20).flatMap(Self.lives(seed:)) {
      var reference = SectionReference(presence)
      for event in life {
        _ = reference.apply(event)
        let fault: SectionMachine.Fault? =
          switch reference.fault {
          case nil: nil
          case .broken?: .broken(.old)
          case .refused?: .refused(.old)
          }
        standings.insert(SectionMachine.Standing(reference.state, fault))
        events.insert(event.kind)
      }
    }
    #expect(standings == Set(SectionMachine.Standing.samples))
    #expect(events == Set(SectionMachine.Event.Kind.allCases))
  }

  /// The lives of two sections of each sort, of forty events each.
  private static func lives(
    seed: UInt64
  ) -> [(SectionMachine.Presence, [SectionMachine.Event])] {
    var generator = SeededGenerator(seed: seed)
    return (SectionMachine.Presence.allCases + SectionMachine.Presence.allCases).map { presence in
      (presence, (0..<40).map { _ in .random(using: &generator) })
    }
  }
}
