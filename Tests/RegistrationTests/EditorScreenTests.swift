import TestSupport
import Testing

struct EditorScreenTests {
  /// Skips the fields before the password.
  private static let toPassword = "\u{18}n\u{18}n\u{18}n\u{18}n\u{18}n"

  private func screen(_ office: Office, columns: Int, _ arguments: String...) throws -> Screen {
    var environment = Child.environment
    environment["FORMWORK_FRONT_END"] = "editline"
    return try Screen(
      office.command(arguments + ["register"]), environment: environment,
      size: PseudoTerminal.Size(columns: columns, rows: 30))
  }

  @Test(arguments: [
    (40, ["Password: ✗ 15 characters at least: 6", "more"]),
    (60, ["Password: ✗ 15 characters at least: 6 more"]),
  ])
  func aFaultyPasswordSaysWhy(_ columns: Int, _ complaint: [String]) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let screen = try screen(office, columns: columns)
      _ = try screen.waitUntil { $0.last?.hasPrefix("Username (required):") == true }
      try screen.type(Self.toPassword)
      _ = try screen.waitUntil { $0.last?.hasPrefix("Password (required):") == true }
      try screen.type("qzvkxwjpy\r")
      let bullets = "Password (required): •••••••••"
      _ = try screen.waitUntil { $0.suffix(complaint.count + 1) == complaint + [bullets] }
      // The number is updated with each key, and appears once.
      try screen.type("0")
      let lines = try screen.waitUntil {
        $0.last == bullets + "•" && $0.joined(separator: " ").contains("at least: 5 more")
      }
      #expect(lines.count { $0.hasPrefix("Password: ✗") } == 1)
      try screen.type("abcde")
      _ = try screen.waitUntil { lines in
        lines.last?.hasPrefix(bullets + "••••••") == true
          && !lines.contains { $0.hasPrefix("Password: ✗") }
      }
    }
  }

  /// An answer of several rows hides neither its limit nor its fault.
  @Test(arguments: [
    (40, ["not a web address: it looks", "like https://example.org"]),
    (80, ["not a web address: it looks like https://example.org"]),
  ])
  func aLongAnswerSaysWhyItIsRefused(_ columns: Int, _ help: [String]) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let screen = try screen(office, columns: columns)
      _ = try screen.waitUntil { $0.last?.hasPrefix("Username (required):") == true }
      try screen.type("\u{18}n\u{18}n\u{18}n\u{18}n1\rweb\r")
      _ = try screen.waitUntil { $0.last?.hasPrefix("Address (required):") == true }
      let line = "Address (required): "
      let end = String(repeating: "x", count: 70)
      try screen.type("https//" + end)
      func awaitHelp(_ mark: String) throws {
        _ = try screen.waitUntil { lines in
          let rest = lines.drop { !$0.hasPrefix("Address: ") }
          return rest.prefix(while: { !$0.hasPrefix(line) }).joined(separator: " ")
            == "Address: " + mark + help.joined(separator: " ")
            && rest.drop(while: { !$0.hasPrefix(line) }).joined() == line + "https//" + end
        }
      }
      try awaitHelp("")
      try screen.type("\r")
      try awaitHelp("✗ ")
      try screen.type("\u{1}" + String(repeating: "\u{6}", count: 5) + ":")
      _ = try screen.waitUntil { lines in !lines.contains { $0.hasPrefix("Address: ") } }
    }
  }

  /// A key that leaves a password validates it as Enter does.
  @Test func aFaultyPasswordThatIsLeftSaysSo() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let screen = try screen(office, columns: 80)
      _ = try screen.waitUntil { $0.last?.hasPrefix("Username (required):") == true }
      try screen.type(Self.toPassword + "short\u{18}n")
      let lines = try screen.waitUntil { $0.last?.hasPrefix("Password again (required):") == true }
      #expect(
        lines.dropLast().last?.hasPrefix("Password (required): •••••   ") == true
          && lines.dropLast().last?.hasSuffix("✗ 15 characters at least: 10 more") == true)
    }
  }

  /// A changed answer has no fault yet, and a fault that another field causes appears once.
  @Test func aFaultStandsWhereItBelongs() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let screen = try screen(office, columns: 80)
      _ = try screen.waitUntil { $0.last?.hasPrefix("Username (required):") == true }
      try screen.type("\u{18}n\u{18}n\u{18}n\u{18}n1\r\r")
      _ = try screen.waitUntil {
        $0.last?.hasPrefix("Kind (required):") == true && $0.last?.hasSuffix("✗ required") == true
      }
      try screen.type("web")
      _ = try screen.waitUntil {
        $0.last?.hasPrefix("Kind (required): web") == true && $0.last?.contains("✗") == false
      }
      try screen.type("\rhttps://a.org\r\u{18}p\u{18}p3\r")
      let lines = try screen.waitUntil {
        $0.last == "Address (required): https://a.org"
          && $0.contains { $0.hasPrefix("Address: ✗ not a telephone number") }
      }
      #expect(lines.count { $0.contains("not a telephone number") } == 1)
    }
  }

  @Test func aKeptPasswordSaysSo() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let screen = try screen(office, columns: 80)
      _ = try screen.waitUntil { $0.last?.hasPrefix("Username (required):") == true }
      try screen.type(Self.toPassword)
      _ = try screen.waitUntil { $0.last?.hasPrefix("Password (required):") == true }
      try screen.type(Office.password + "\r")
      _ = try screen.waitUntil { $0.last?.hasPrefix("Password again (required):") == true }
      try screen.type("\u{18}p")
      _ = try screen.waitUntil {
        $0.last?.hasPrefix("Password (required):") == true
          && $0.last?.hasSuffix(" ✓ kept: 28 characters; type to replace") == true
      }
      try screen.type("x")
      _ = try screen.waitUntil {
        $0.last?.hasPrefix("Password (required): • ") == true && $0.last?.contains("kept") == false
      }
    }
  }

  /// The option may precede or follow the command, with and without isolation.
  @Test(arguments: ["never", "always"])
  func colourIsAnOption(isolation: String) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      for (arguments, isOn) in [
        (["--color", "never", "register"], false), (["register", "--color", "never"], false),
        (["--color", "always", "register"], true), (["register", "--color=always"], true),
        (["--color=auto", "register"], false),
      ] {
        var environment = Child.environment
        environment["FORMWORK_FRONT_END"] = "editline"
        environment["TERM"] = "xterm-256color"
        environment["NO_COLOR"] = "1"
        let terminal = try PseudoTerminal(
          [
            Program.path(named: "registration"), "--accounts", office.accounts, "--isolate",
            isolation,
          ]
            + arguments, environment: environment)
        try terminal.expect("Username (required): ")
        try terminal.type("\u{4}")
        #expect(try terminal.expectEnd() == .exited(130))
        #expect(terminal.output.contains("\u{1B}[1mRegistration\u{1B}[m") == isOn, "\(arguments)")
        #expect(terminal.output.contains(/\e\[[0-9;]*m/) == isOn, "\(arguments)")
      }
      let wrong = try office.run("--color", "loud", "register")
      #expect(wrong.status == .exited(2))
      #expect(wrong.errorText.contains("loud"))
    }
  }
}
