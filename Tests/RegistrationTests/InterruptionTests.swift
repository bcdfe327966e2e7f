import Accounts
import AccountsSQLite
import TestSupport
import Testing

/// System calls that signals interrupt are repeated.
@Suite struct InterruptionTests {
  @Test(arguments: ["never", "always"], ["1+2", "2+3"])
  func anAccountIsMade(isolation: String, calls: String) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        Interruptions.command(calls) + office.command(["register", "--isolate", isolation]),
        input: Office.lines(), limit: .seconds(60))
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(0), output: "Welcome, Ann Lee. Your username is ann.\nThere is 1 account.\n"))
    #expect(try await office.store.accounts().map(\.username) == ["ann"])
  }
}
