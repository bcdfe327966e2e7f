import Glibc
import TestSupport
import Testing

@testable import FormworkHost

/// Random events, legal and senseless, against the naive ``FrontEndReference``.
///
/// The seed of a failure is its reproduction.
struct FrontEndMachineRandomTests {
  @Test(.serialized, arguments: UInt64(0)..<500)
  func itLivesAsThePageSays(seed: UInt64) throws {
    for events in Self.lives(seed: seed) {
      var machine = FrontEndMachine()
      var reference = FrontEndReference()
      for event in events {
        try #require(machine.apply(event) == reference.apply(event), "\(event)")
        try #require(machine.state == reference.state, "\(event)")
      }
    }
  }

  @Test func theRunsReachEachStateAndEvent() {
    var states: Set<FrontEndMachine.State> = []
    var events: Set<FrontEndMachine.Event.Kind> = []
    for life in (UInt64(0)..<20).flatMap(Self.lives(seed:)) {
      var reference = FrontEndReference()
      for event in life {
        states.insert(reference.state)
        _ = reference.apply(event)
        events.insert(event.kind)
      }
    }
    #expect(states == Set(FrontEndMachine.State.allCases))
    #expect(events == Set(FrontEndMachine.Event.Kind.allCases))
  }

  /// The lives of eight front ends, of forty events each; what ends a life is rare.
  private static func lives(seed: UInt64) -> [[FrontEndMachine.Event]] {
    var generator = SeededGenerator(seed: seed)
    let failures: [FrontEndFailure] = [
      .crash, .gaveUp(EIO), .exited(status: 3), .drewNothing, .tookNothing, .didNotAnswer,
      .didNotLeave,
      .brokeContract(.length(3)),
    ]
    return (0..<8).map { _ in
      (0..<40).map { _ in
        var kind = FrontEndMachine.Event.Kind.attachRequested
        for _ in 0..<2 {
          kind = .allCases.randomElement(using: &generator) ?? kind
          if ![.failed, .loadingFailed].contains(kind) { break }
        }
        let failure = failures.randomElement(using: &generator) ?? .crash
        return .sample(of: kind, failure: failure)
      }
    }
  }
}
