import Accounts
import AccountsSQLite
import Foundation
import TestSupport
import Testing

@Suite struct AccountsFileTests {
  /// Returns an office with a closed file of one account.
  private func office() async throws -> Office {
    let office = try Office()
    try await onThreadOfItsOwn {
      _ = try office.run("register", input: Office.lines())
    }
    return office
  }

  @Test func whatOthersMayWriteIsRefusedInOneLine() async throws {
    let office = try await office()
    let list = try await onThreadOfItsOwn {
      try #require(chmod(office.accounts, 0o666) == 0)
      let list = try office.run("list")
      try #require(chmod(office.accounts, 0o600) == 0)
      try #require(chmod(office.directory.path, 0o777) == 0)
      let others = try [office.run("list"), office.run("register", input: Office.lines())]
      try #require(chmod(office.directory.path, 0o700) == 0)
      let place = office.directory.path
      let complaint =
        "others may write to \(place): take that from them with chmod go-w, or name a file elsewhere\n"
      #expect(
        others == [
          Child.Outcome(.exited(1), errors: "registration: " + complaint),
          Child.Outcome(
            .exited(1), errors: "Registration: Could not be loaded: " + complaint + Office.noAccount
          ),
        ])
      return list
    }
    #expect(
      list
        == Child.Outcome(
          .exited(1),
          errors: "registration: others may read \(office.accounts) or write to it: "
            + "take that from them with chmod 600\n"))
    #expect(try await office.store.count() == 1)
  }

  /// Files of other programs do not change, however small they are.
  @Test(arguments: ["x", "\u{0}", "Dear diary"])
  func aForeignFileIsNotOverwritten(_ content: String) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try office.directory.write(content, to: "accounts.sqlite")
      return try office.run("register", input: Office.lines())
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: "Registration: Could not be loaded: \(office.accounts) holds something other "
            + "than accounts: name another file, or move this one away\n" + Office.noAccount))
    #expect(try Data(contentsOf: URL(filePath: office.accounts)) == Data(content.utf8))
  }

  /// The message does not suggest to change the permissions of a file without accounts.
  @Test(arguments: ["Dear diary", "SQLite format 3\u{0}" + String(repeating: "x", count: 500)])
  func aForeignFileOfOthersIsCalledForeign(_ content: String) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try office.directory.write(content, to: "accounts.sqlite")
      try #require(chmod(office.accounts, 0o644) == 0)
      return try office.run("list")
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: "registration: \(office.accounts) holds something other than accounts: name "
            + "another file, or move this one away\n"))
  }

  /// Runs the program with another mount of the office's directory, which no other process sees.
  private func run(_ mount: String, _ command: String, _ office: Office) throws -> Child.Outcome {
    let script = "\(mount) && exec \"$0\" --accounts \"$1/accounts.sqlite\" \(command)"
    return try Child.run(
      [
        "unshare", "-m", "sh", "-c", script, Program.path(named: "registration"),
        office.directory.path,
      ], input: Office.lines(username: "bob"))
  }

  @Test(.enabled("only who may mount can see it") { try await Child.canMount() })
  func aDiskThatIsMountedReadOnlyIsReadAndCalledSo() async throws {
    let office = try await office()
    let mount = "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\""
    let outcomes = try await onThreadOfItsOwn {
      let commands = ["list", "members --format csv", "register", "policy --no-terms"]
      let known = try commands.map { try run(mount, $0, office) }
      try FileManager.default.removeItem(atPath: office.accounts)
      return try known + [run(mount, "register", office)]
    }
    let complaint =
      "\(office.accounts) is on a file system that is mounted read-only: name a file elsewhere, "
      + "or mount it for writing\n"
    let asked = Child.Outcome(
      .exited(1), errors: "registration: only an administrator may do that: sign in as one\n")
    let opened = Child.Outcome(
      .exited(1), errors: "Registration: Could not be loaded: " + complaint + Office.noAccount)
    let read = ["ann\tAnn Lee\n", "username,givenName,familyName\r\nann,Ann,Lee\r\n"]
      .map { Child.Outcome(.exited(0), output: $0) }
    // A form is refused before it is filled in.
    #expect(outcomes == read + [opened, asked, opened])
  }

  @Test(.enabled("only who may mount can see it") { try await Child.canMount() })
  func aDiskThatIsFullIsCalledSo() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try run("mount -t tmpfs -o size=16k,mode=700 none \"$1\"", "register", office)
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: "Registration: Could not be loaded: \(office.accounts) cannot grow, for the disk "
            + "is full: make room and try again\n" + Office.noAccount))
  }
}
