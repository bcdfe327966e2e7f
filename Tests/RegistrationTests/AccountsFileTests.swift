import Accounts
import AccountsSQLite
import Foundation
import TestSupport
import Testing

@Suite struct AccountsFileTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  /// Returns the outcomes of `list` and of `register` with a file that is refused.
  private func refusals(_ complaint: String) -> [Child.Outcome] {
    [
      .failure("registration: \(complaint)\n"),
      .failure("Registration: Could not be loaded: \(complaint)\n" + RegistrationBench.noAccount),
    ]
  }

  private func outcomes() async throws -> [Child.Outcome] {
    [
      try await bench.run("list"),
      try await bench.run("register", input: RegistrationBench.lines()),
    ]
  }

  @Test func whatOthersMayWriteIsRefusedInOneLine() async throws {
    try await bench.register("ann")
    try #require(chmod(bench.accounts, 0o666) == 0)
    let others =
      "others may read \(bench.accounts) or write to it: run chmod 600 on it"
    #expect(try await outcomes() == refusals(others))
    try #require(chmod(bench.accounts, 0o600) == 0)
    let place = bench.directory.path
    try #require(chmod(place, 0o777) == 0)
    let outcomes = try await outcomes()
    try #require(chmod(place, 0o700) == 0)
    let complaint =
      "others can write to \(place): run chmod go-w on it, or name a file elsewhere"
    #expect(outcomes == refusals(complaint))
    #expect(try await bench.store.count() == 1)
  }

  /// Files of other programs do not change, however small they are.
  ///
  /// The message does not suggest to change the permissions of a file without accounts.
  @Test(arguments: [
    ("x", 0o600), ("\u{0}", 0o600), ("Dear diary, this is no database at all.", 0o600),
    ("Dear diary", 0o644),
    ("SQLite format 3\u{0}" + String(repeating: "x", count: 500), 0o644),
  ])
  func aForeignFileIsNotOverwritten(_ content: String, mode: mode_t) async throws {
    try bench.directory.write(content, to: "accounts.sqlite")
    try #require(chmod(bench.accounts, mode) == 0)
    let complaint =
      "\(bench.accounts) holds something other than accounts: name another file, or move this one away"
    #expect(try await outcomes() == refusals(complaint))
    #expect(try Data(contentsOf: URL(filePath: bench.accounts)) == Data(content.utf8))
  }

  @Test func aDirectoryIsNoFileOfAccounts() async throws {
    try #require(mkdir(bench.accounts, 0o700) == 0)
    let complaint = "\(bench.accounts) is a directory or a device: name a file for the accounts"
    #expect(try await outcomes() == refusals(complaint))
  }

  /// Runs the program with another mount of the directory of the bench, which no other process sees.
  private func run(_ mount: String, _ command: String) async throws -> Child.Outcome {
    let script = "\(mount) && exec \"$0\" --accounts \"$1/accounts.sqlite\" \(command)"
    return try await onThreadOfItsOwn { [bench] in
      try Child.run(
        [
          "unshare", "-m", "sh", "-c", script, Program.path(named: "registration"),
          bench.directory.path,
        ], input: RegistrationBench.lines(username: "bob"))
    }
  }

  @Test(.enabled("only who may mount can see it") { try await Child.canMount() })
  func aDiskThatIsMountedReadOnlyIsReadAndCalledSo() async throws {
    try await bench.register("ann", "Ann")
    let mount = "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\""
    for (command, output) in [
      ("list", "ann\tAnn Lee\n"),
      ("members --format csv", "username,givenName,familyName\r\nann,Ann,Lee\r\n"),
    ] {
      #expect(try await run(mount, command) == .success(output))
    }
    let complaint =
      "\(bench.accounts) is on a file system that is mounted read-only: name a file elsewhere, "
      + "or mount it for writing"
    #expect(
      try await run(mount, "policy --no-terms")
        == .failure("registration: only an administrator may do that: sign in as one\n"))
    // A form is refused before it is filled in, with and without a file.
    #expect(try await run(mount, "register") == refusals(complaint)[1])
    try FileManager.default.removeItem(atPath: bench.accounts)
    #expect(try await run(mount, "register") == refusals(complaint)[1])
  }

  @Test(.enabled("only who may mount can see it") { try await Child.canMount() })
  func aDiskThatIsFullIsCalledSo() async throws {
    let complaint =
      "\(bench.accounts) cannot grow, because the disk is full: make room and try again"
    let mount = "mount -t tmpfs -o size=16k,mode=700 none \"$1\""
    #expect(try await run(mount, "register") == refusals(complaint)[1])
  }
}
