import Accounts
import AccountsSQLite
import TestSupport
import Testing

/// System calls that signals interrupt are repeated.
@Suite struct InterruptionTests {
  @Test(arguments: ["never", "always"], ["1+2", "2+3"])
  func anAccountIsMade(isolation: String, calls: String) async throws {
    let office = try Office()
    let outcome = try await office.run(
      "register", "--isolate", isolation, input: Office.lines(), after: Interruptions.command(calls)
    )
    #expect(outcome == .success(Office.welcome))
    #expect(try await office.store.accounts().map(\.username) == ["ann"])
  }
}
