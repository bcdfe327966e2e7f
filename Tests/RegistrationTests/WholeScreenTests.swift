import Accounts
import AccountsSQLite
import TestSupport
import Testing

@Suite struct WholeScreenTests {
  @Test(arguments: ["never", "always"])
  func aWholeRegistration(isolation: String) async throws {
    let office = try Office()
    let output = try await onThreadOfItsOwn {
      let terminal = try office.terminal("register", "--isolate", isolation, frontEnd: "screen")
      try terminal.expect("Username *")
      try terminal.type("ann\tAnn\tLee\tann@\t")
      try terminal.expect("not an e-mail address")
      // A contact of the second of three kinds.
      try terminal.type("\r")
      try terminal.expect("Address *")
      try terminal.type("\u{1B}[C\u{1B}[C\u{1B}[D\thttps://example.org\t ")
      // Skip its button and that of the list.
      try terminal.type("\t\t\(Office.password)\t\(Office.password)\u{13}")
      // The focus moves to the first fault.
      try terminal.expect("it looks like name@example.org")
      try terminal.type("\u{15}ann@example.org\u{13}")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
      return terminal.output
    }
    let left = try #require(output.ranges(of: "\u{1B}[?1049l").last)
    #expect(
      output[left.upperBound...]
        == "Registered\r\nWelcome, Ann Lee. Your username is ann.\r\nThere is 1 account.\r\n")
    for (on, off) in [("?1049h", "?1049l"), ("?2004h", "?2004l"), ("?1000h", "?1000l")] {
      #expect(output.ranges(of: "\u{1B}[\(on)").count == output.ranges(of: "\u{1B}[\(off)").count)
    }
    #expect(!Office.password.split(separator: " ").contains { output.contains($0) })
    let account = try #require(try await office.store.accounts().first)
    #expect(account.email == "ann@example.org")
    let details = try office.details(of: "ann")
    #expect(details.contains("Contact: Web, https://example.org, public\n"))
  }
}
