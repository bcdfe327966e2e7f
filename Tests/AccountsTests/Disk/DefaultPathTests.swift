import AccountsSQLite
import Foundation
import Testing

@Suite struct DefaultPathTests {
  @Test(
    arguments: [
      (["XDG_DATA_HOME": "/data", "HOME": "/home/ada"], "/data/formwork/accounts.sqlite"),
      (["HOME": "/home/ada"], "/home/ada/.local/share/formwork/accounts.sqlite"),
      (
        ["XDG_DATA_HOME": "", "HOME": "/home/ada"],
        "/home/ada/.local/share/formwork/accounts.sqlite"
      ),
      (
        ["XDG_DATA_HOME": "data", "HOME": "/home/ada"],
        "/home/ada/.local/share/formwork/accounts.sqlite"
      ),
      (
        ["XDG_DATA_HOME": "~/data", "HOME": "/home/ada"],
        "/home/ada/.local/share/formwork/accounts.sqlite"
      ),
    ])
  func path(_ environment: [String: String], is expected: String) {
    #expect(SQLiteAccountStore.defaultPath(environment: { environment[$0] }) == expected)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "home"]])
  func passwordDatabaseKnowsTheHome(_ environment: [String: String]) throws {
    let home = try #require(getpwuid(geteuid())?.pointee.pw_dir)
    #expect(
      SQLiteAccountStore.defaultPath(environment: { environment[$0] })
        == "\(String(cString: home))/.local/share/formwork/accounts.sqlite")
  }
}
