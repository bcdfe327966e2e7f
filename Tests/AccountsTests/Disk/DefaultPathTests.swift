import AccountsSQLite
import Foundation
import Testing

@Suite struct DefaultPathTests {
  @Test(arguments: ["/data", nil, "", "data", "~/data"])
  func variablesNameTheFolder(_ data: String?) {
    let environment = ["XDG_DATA_HOME": data, "HOME": "/home/ada"].compactMapValues { $0 }
    let folder = data == "/data" ? "/data" : "/home/ada/.local/share"
    #expect(
      SQLiteAccountStore.defaultPath(environment: { environment[$0] })
        == "\(folder)/formwork/accounts.sqlite")
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "home"]])
  func passwordDatabaseKnowsTheHome(_ environment: [String: String]) throws {
    let home = try #require(getpwuid(geteuid())?.pointee.pw_dir)
    #expect(
      SQLiteAccountStore.defaultPath(environment: { environment[$0] })
        == "\(String(cString: home))/.local/share/formwork/accounts.sqlite")
  }
}
