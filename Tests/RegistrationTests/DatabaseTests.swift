import Foundation
import TestSupport
import Testing

/// The program with accounts in a database on a server.
@Suite struct DatabaseTests {
  /// Each command gives the same answer as with a file.
  @Test func theCommandsAreThoseOfAFile() async throws {
    let server = try await PostgreSQLServer.shared()
    try await Self.compareCommands(with: RegistrationBench(url: try await server.freshURL()))
  }

  /// Compares the commands of accounts elsewhere with those of a file.
  static func compareCommands(
    with other: RegistrationBench, environment: [String: String] = Child.environment
  ) async throws {
    let benches = [try RegistrationBench(), other]
    let key = try benches[0].passwordFile()
    let own = ["--as", "ann", "--password-file", key]
    let commands: [([String], input: String)] = [
      (["register"], RegistrationBench.lines()), (["register"], RegistrationBench.lines()),
      (["register"], RegistrationBench.lines(username: "bob", givenName: "Bob")), (["list"], ""),
      (["list", "b"], ""), (["members"], ""), (["members", "a"] + own, ""), (["show", "ANN"], ""),
      (["show", "ann"] + own, ""), (["show", "eve"], ""), (["details", "bob"] + own, ""),
      (["policy"], ""), (["terms"], ""), (["terms", "--no-terms"] + own, ""),
      (["show", "ann", "--as", "ann", "--password-file", "/dev/null"], ""),
      ([], "signin\nann\n\(RegistrationBench.password)\nprofile\nAnna\n\n\n\nhome\nlist\npolicy\n"),
      (["delete", "--confirm", "ann"] + own, ""), (["list"], ""), (["show", "ann"] + own, ""),
    ]
    for (arguments, input) in commands {
      let outcomes = try await onThreadOfItsOwn {
        try benches.map { bench in
          let command = try bench.command(arguments)
          let outcome = try Child.run(
            command, environment: environment, input: input, limit: .seconds(60))
          return [outcome.outputText, outcome.errorText].map { timeless($0, bench) }
            + ["\(outcome.status)"]
        }
      }
      #expect(outcomes[0] == outcomes[1], "\(arguments)")
    }
  }

  /// Returns a text without times and the place of the accounts.
  private static func timeless(_ text: String, _ bench: RegistrationBench) -> String {
    text.replacing(bench.accounts, with: "ACCOUNTS")
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|just now|(?:a|\d+) minutes? ago/, with: "TIME")
  }

  /// A form at a terminal is finished, although the server ends its connection meanwhile.
  @Test func aFormSurvivesALostConnection() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let bench = try RegistrationBench(url: url)
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("register", "--no-drafts")
      try terminal.answer([
        ("Username (required): ", "ann\r"), ("Given name: ", "Ann\r"), ("Family name: ", "Lee\r"),
      ])
      #expect(try server.endConnections(of: url) > 0)
      try terminal.answer([
        ("E-mail: ", "\r"), ("Contacts (Enter continues): ", "\r"),
        ("Password (required, not shown): ", RegistrationBench.password + "\r"),
        ("Password again (required, not shown): ", RegistrationBench.password + "\r"),
        ("[1]: ", "\r"),
      ])
      try terminal.expect(end: .exited(0))
      #expect(terminal.output.contains("Welcome, Ann Lee. Your username is ann."))
    }
    let outcome = try await bench.run("list")
    #expect(outcome == .success("ann\tAnn Lee\n"))
  }

  /// A wrong address is refused in one line, before any question.
  @Test(arguments: [
    ("postgresql://ann:secret@localhost/db", 2, "a password in the address of a database shows"),
    ("postgresql://localhost/db?nothing=1", 2, "not the address of a database: invalid URI query"),
    ("postgresql://127.0.0.1:1/db", 1, "cannot be reached: connection to server at"),
    ("mysql://localhost/db", 2, "accounts cannot be at mysql://"),
    ("https://ann:secret@localhost", 2, "a password in the URL would be visible in the list"),
    ("http://example.org", 2, "passwords would travel in the clear to http://example.org"),
    ("https://localhost/?a=1", 2, "is not the URL of a service"),
    ("http://127.0.0.1:1", 1, "the service http://127.0.0.1:1 cannot be reached"),
  ])
  func wrongAddresses(_ url: String, _ status: Int32, _ line: String) async throws {
    for arguments in [["register"], ["list"]] {
      let outcome = try await onThreadOfItsOwn {
        try Child.run(
          RegistrationBench(url: url).command(arguments), input: RegistrationBench.lines(),
          limit: .seconds(60))
      }
      #expect(outcome.status == .exited(status))
      #expect(outcome.outputText == "")
      #expect(outcome.errorText.contains(line), "\(outcome.errorText)")
      #expect(!outcome.errorText.contains("secret"))
    }
  }
}
