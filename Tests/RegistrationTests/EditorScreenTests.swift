import TestSupport
import Testing

struct EditorScreenTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  /// Skips the fields before the contacts.
  private static let toContacts = "\u{18}n\u{18}n\u{18}n\u{18}n"

  /// Opens the form, and types into it.
  private func onScreen(
    columns: Int = 80, _ keys: String, _ body: @escaping @Sendable (Screen) throws -> Void
  ) async throws {
    try await onThreadOfItsOwn { [bench] in
      let screen = try bench.screen("register", frontEnd: "editline", columns: columns, rows: 30)
      try screen.answer([("Username (required):", Self.toContacts), ("Contacts (", keys)])
      try body(screen)
    }
  }

  /// An answer of several rows hides neither its limit nor its fault.
  @Test(arguments: [40, 80]) func aLongAnswerSaysWhyItIsRefused(_ columns: Int) async throws {
    try await onScreen(columns: columns, "1\rweb\r") { screen in
      let line = "Address (required): "
      let end = String(repeating: "x", count: 70)
      try screen.answer([(line, "https//" + end)])
      func awaitHelp(_ mark: String) throws {
        try screen.waitUntil { lines in
          let rest = lines.drop { !$0.hasPrefix("Address: ") }
          return rest.prefix(while: { !$0.hasPrefix(line) }).joined(separator: " ")
            == "Address: \(mark)not a web address: write one such as https://example.org"
            && rest.drop(while: { !$0.hasPrefix(line) }).joined() == line + "https//" + end
        }
      }
      try awaitHelp("")
      try screen.type("\r")
      try awaitHelp("✗ ")
      try screen.type("\u{1}" + String(repeating: "\u{6}", count: 5) + ":")
      try screen.waitUntil { lines in !lines.contains { $0.hasPrefix("Address: ") } }
    }
  }

  /// A changed answer has no fault yet, and a fault that another field causes appears once.
  @Test func aFaultStandsWhereItBelongs() async throws {
    try await onScreen("1\r\r") { screen in
      try screen.waitUntil {
        $0.last?.hasPrefix("Kind (required):") == true && $0.last?.hasSuffix("✗ required") == true
      }
      try screen.type("web")
      try screen.waitUntil {
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

  /// The option may precede or follow the command, with and without isolation.
  @Test(arguments: ["never", "always"])
  func colourIsAnOption(isolation: String) async throws {
    try await onThreadOfItsOwn { [bench] in
      for (arguments, isOn) in [
        (["--color", "never", "register"], false), (["register", "--color=always"], true),
        (["--color=auto", "register"], false),
      ] {
        let environment = Child.environment.merging([
          "FORMWORK_FRONT_END": "editline", "TERM": "xterm-256color", "NO_COLOR": "1",
        ]) { $1 }
        let terminal = try PseudoTerminal(
          [
            Program.path(named: "registration"), "--accounts", bench.accounts, "--isolate",
            isolation,
          ] + arguments, environment: environment)
        try terminal.answer([("Username (required): ", "\u{4}")])
        try terminal.expect(end: .exited(130))
        #expect(terminal.output.contains("\u{1B}[1mRegistration\u{1B}[m") == isOn, "\(arguments)")
        #expect(terminal.output.contains(/\e\[[0-9;]*m/) == isOn, "\(arguments)")
      }
    }
  }
}
