import Accounts
import FormworkCore
import TestSupport
import Testing

@testable import registration

/// What each prompt has to have: a way back and on, help once, and nothing cut.
@Suite struct PromptTests {
  /// What is typed to go one place on or back, at a secret and elsewhere.
  private static func keys(_ frontEnd: String, isSecret: Bool, isBack: Bool) -> String {
    if frontEnd == "editline" { return isBack ? "\u{18}p" : "\u{18}n" }
    if isSecret { return isBack ? "\u{18}p\r" : "\u{18}n\r" }
    return isBack ? ":back\r" : ":next\r"
  }

  /// From each field of the form, in each front end: on to the buttons, and back to the first.
  @Test(arguments: ["plain", "editline"], ["never", "always"])
  func thereIsAWayBackAndOnFromEachField(_ frontEnd: String, _ isolation: String) async throws {
    let office = try Office()
    try await office.store.setTerms("Be kind.")
    let definition = try RegistrationForm.definition(for: try await office.store.policy())
    let places = definition.fields.map { ($0.label, $0.kind == .secret) } + [("Button", false)]
    #expect(places.count == 8)
    try await onThreadOfItsOwn {
      let screen = try office.screen("--isolate", isolation, "register", frontEnd: frontEnd)
      func expect(_ label: String) throws {
        // "Password" and "Password again" begin alike.
        try screen.waitUntil {
          $0.last.map {
            $0.hasPrefix("\(label) (") || $0.hasPrefix("\(label):") || $0.hasPrefix("\(label) [")
          }
            == true
        }
      }
      for (label, isSecret) in places.dropLast() {
        try expect(label)
        try screen.type(Self.keys(frontEnd, isSecret: isSecret, isBack: false))
      }
      for (label, isSecret) in places.reversed().dropLast() {
        try expect(label)
        try screen.type(Self.keys(frontEnd, isSecret: isSecret, isBack: true))
      }
      try expect(places[0].0)
      try screen.type("\u{3}")
      #expect(try screen.expectEnd() == .signalled(2))
    }
  }

  /// The terminal shows what is typed ahead of a password: no account is made of it.
  @Test func aPasswordThatWasTypedAheadIsNotTaken() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register")
      try terminal.expect("Username (required): ")
      try terminal.type(Office.lines().replacing("\n", with: "\r") + "\r")
      try terminal.expect(
        "Password: what was typed before this question is dropped; type it now\r\n")
      try terminal.expect("Password (required, not shown): ")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
    }
    #expect(try await office.store.count() == 0)
  }

  private static let help = ":help lists what can be typed in place of an answer, :quit leaves"
  private static let shellHelp = "help lists the commands, exit leaves"

  /// Neither after a stop, nor after other front ends, nor on another screen.
  @Test(arguments: ["never", "always"])
  func howToGetHelpIsSaidOnce(_ isolation: String) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let screen = try Screen(
        ["bash", "--norc", "--noprofile", "-i"],
        environment: office.homeEnvironment.merging([
          "PS1": "sh> ", "PROGRAM": try Program.path(named: "registration"),
        ]) { $1 }, size: PseudoTerminal.Size(columns: 80, rows: 60))
      func type(_ line: String, at prompt: String) throws {
        try screen.waitUntil { $0.last == prompt }
        try screen.type(line)
      }
      try type("\"$PROGRAM\" --accounts '\(office.accounts)' --isolate \(isolation)\r", at: "sh>")
      try type("\u{1A}", at: "registration:")
      try type("fg\r", at: "sh>")
      try type("register\r", at: "registration:")
      try type("\u{1A}", at: "Username (required):")
      try type("fg\r", at: "sh>")
      try type(":front-end editline\r", at: "Username (required):")
      try type("\u{18}f", at: "Username (required):")
      try screen.waitUntil { $0.count { $0 == "Username (required):" } == 2 }
      try type(":quit\r", at: "Username (required):")
      try type("exit\r", at: "registration:")
      let lines = try screen.waitUntil { $0.last == "sh>" }
      #expect(lines.count { $0 == Self.shellHelp } == 1)
      #expect(lines.count { $0 == Self.help } == 1)
      #expect(lines.firstIndex(of: "Registration").map { lines[$0 + 1] } == Self.shellHelp)
    }
  }

  /// At 40 columns each line ends with a word.
  @Test(arguments: ["plain", "editline"])
  func nothingIsBrokenWithinAWord(_ frontEnd: String) async throws {
    let office = try Office()
    let lines: [String] = try await onThreadOfItsOwn {
      let screen = try Screen(
        office.command(["--front-end", frontEnd, "register"]),
        size: PseudoTerminal.Size(columns: 40, rows: 40))
      try screen.expect("Username (required):")
      for label in ["Username", "Given name", "Family name", "E-mail"] {
        try screen.waitUntil { $0.last?.hasPrefix(label) == true }
        try screen.type(Self.keys(frontEnd, isSecret: false, isBack: false))
      }
      let lines = try screen.expect("Password (required")
      try screen.type("\u{3}")
      return lines
    }
    let wrapped = lines.joined(separator: "\n")
    #expect(wrapped.contains("15 characters or more; several words are\neasy to remember"))
    if frontEnd == "plain" {
      #expect(
        wrapped.contains(":help lists what can be typed in place\nof an answer, :quit leaves\n"))
      #expect(
        wrapped.contains(
          "^X p and Enter goes back, ^X n and Enter\ngoes on, ^X ? and Enter helps\n"))
    }
  }
}
