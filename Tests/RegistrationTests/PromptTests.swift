import Accounts
import AccountsSQLite
import FormworkCore
import TestSupport
import Testing

@testable import registration

@Suite struct PromptTests {
  /// The terminal displays input typed ahead of a password: that is not used.
  @Test func aPasswordThatWasTypedAheadIsNotTaken() async throws {
    let bench = try RegistrationBench()
    let keys =
      RegistrationBench.lines().replacing("\n", with: "\r").replacing("org\r", with: "org\r\r")
      + "\r"
    try await bench.converse(
      "register",
      steps: [
        ("Username (required): ", keys),
        ("Password: what was typed before this question is dropped; type it now\r\n", ""),
        ("Password (required, not shown): ", "\u{3}"),
      ], end: .signalled(2))
    #expect(try await bench.store.count() == 0)
  }

  private static let help = ":help lists what can be typed in place of an answer, :quit leaves"
  private static let shellHelp = "help lists the commands, exit leaves"

  /// Neither after a stop, nor after other front ends, nor on another screen.
  @Test(arguments: ["never", "always"])
  func howToGetHelpIsSaidOnce(_ isolation: String) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let screen = try bench.shell(isolation: isolation, rows: 60)
      func type(_ line: String, at prompt: String) throws {
        try screen.waitUntil { $0.last == prompt }
        try screen.type(line)
      }
      try type("form\r", at: "shell>")
      try type("\u{1A}", at: "registration:")
      try type("fg\r", at: "shell>")
      try type("register\r", at: "registration:")
      try type("\u{1A}", at: "Username (required):")
      try type("fg\r", at: "shell>")
      try type(":front-end editline\r", at: "Username (required):")
      try type("\u{18}f\u{18}f", at: "Username (required):")
      try screen.waitUntil { $0.count { $0 == "Username (required):" } == 2 }
      try type(":quit\r", at: "Username (required):")
      try type("exit\r", at: "registration:")
      let lines = try screen.waitUntil { $0.last == "shell>" }
      #expect(lines.count { $0 == Self.shellHelp } == 1)
      #expect(lines.count { $0 == Self.help } == 1)
      #expect(lines.firstIndex(of: "Registration").map { lines[$0 + 1] } == Self.shellHelp)
    }
  }

  /// The button and the key both report the number and the places of faults.
  @Test(arguments: ["plain", "editline"])
  func aFormThatIsNotTakenSaysWhere(_ frontEnd: String) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let screen = try bench.screen("register", frontEnd: frontEnd)
      let isPlain = frontEnd == "plain"
      try screen.answer(
        RegistrationBench.answers.map { prompt, _ in
          let isSecret = prompt.hasPrefix("Password")
          return (prompt, isPlain ? isSecret ? "\u{18}n\r" : ":next\r" : "\u{18}n")
        })
      let submit = isPlain ? ":submit\r" : "\u{18}s"
      for (count, step) in [("Button [1]:", "1\r"), ("Username (required):", submit)].enumerated() {
        try screen.answer([step])
        try screen.waitUntil {
          $0.last?.hasPrefix("Username (required):") == true
            && $0.joined(separator: " ").ranges(
              of: ": not submitted; 3 answers need correction: Username, Password, Password again"
            ).count == count + 1
        }
      }
      #expect(try screen.lines.contains { $0.hasPrefix("Username") && $0.hasSuffix("required") })
    }
  }

  /// A tour of a form and a shell: the keys, the message, and the beginning of one of the last
  /// lines.
  private static func tour(_ frontEnd: String) -> [(keys: String, said: String, prompt: String)] {
    let isPlain = frontEnd == "plain"
    let (on, secretOn) = (isPlain ? ":next\r" : "\u{18}n", isPlain ? "\u{18}n\r" : "\u{18}n")
    func help(_ said: String, _ prompt: String) -> (String, String, String) {
      isPlain ? (":help\r", said, prompt) : ("\u{18}?", "empty line: leave", prompt)
    }
    let wrong = [
      (":quit x\r", "type :quit alone", "Username"), (": x\r", "look like :help", "Username"),
    ]
    return [
      ("", "exit leaves", "registration:"), ("x\r", "unknown command", "registration:"),
      help("without a colon", "registration:"), ("help\r", "Leave.", "registration:"),
      ("help register\r", "Make an account", "registration:"),
      ("register\r", "Username (required)", "Username"), help("with two of them", "Username"),
    ] + (isPlain ? wrong : []) + [
      ("1\r", "3 characters at least", "Username"), (on, "Given name", "Given"),
      (on, "Family name", "Family"), (on, "E-mail", "E-mail"),
      ("x\r", "name@example.org", "E-mail"), (on, "1 Add contact", "Contacts"),
      ("\r", "15 characters or more", "Password"),
      isPlain ? ("\u{18}?\r", "^D leaves", "Password") : help("", "Password"),
      isPlain
        ? ("x\u{18}p\r", "its letter alone", "Password")
        : ("\u{18}v\u{18}v", "you type is not shown", "Password"),
      ("short\r", "15 characters at least", "Password"),
      (secretOn, "Password again (required", "Password"), (secretOn, "Always.", "Accept"),
      ("x\r", "answer y or n", "Accept"), ("y\r", "1 Register", "Button"),
      ("9\r", "no such answer", "Button"), help("Enter alone means", "Button"),
      ("1\r", "not submitted", "Username"),
      (isPlain ? ":quit\r" : "\u{15}\u{4}", "1 Stay", "Button"),
      ("9\r", "no such answer", "Button"),
      ("2\r", "No account was made", "registration:"),
    ]
  }

  /// Returns the words of the tour, on a screen with enough rows.
  private func words(_ frontEnd: String, columns: Int, _ bench: RegistrationBench) throws
    -> [Substring]
  {
    let screen = try Screen(
      bench.command(["--front-end", frontEnd]),
      environment: bench.homeEnvironment.merging(
        // A draft would be offered to the next form.
        ["XDG_STATE_HOME": bench.path(of: "state\(columns)")]) { $1 },
      size: PseudoTerminal.Size(columns: columns, rows: 300))
    var words: [Substring] = []
    for (keys, said, prompt) in Self.tour(frontEnd) {
      let count = words.joined(separator: " ").ranges(of: said).count
      try screen.type(keys)
      let lines = try screen.waitUntil { lines in
        let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        return text.ranges(of: said).count > count
          && lines.suffix(4).contains { $0.hasPrefix(prompt) }
      }
      words = lines.joined(separator: " ").split(separator: " ")
    }
    return words
  }

  /// At each width the words are those of an unlimited width.
  @Test(arguments: ["plain", "editline"])
  func nothingIsBrokenWithinAWord(_ frontEnd: String) async throws {
    let bench = try RegistrationBench()
    try await bench.store.setTerms("Be kind to everybody who is registered here.\n\nAlways.")
    try await onThreadOfItsOwn {
      // A note without space beside its line appears above it after a name and a colon, or is
      // truncated.
      func plain(_ word: Substring) -> Substring {
        word.hasSuffix("…") || word.hasSuffix(":") ? word.dropLast() : word
      }
      let whole = Set(try words(frontEnd, columns: 250, bench).map(plain))
      for columns in [30, 40, 80] {
        let broken = try words(frontEnd, columns: columns, bench).map(plain).filter {
          !whole.contains($0)
        }
        #expect(broken == [], "\(columns)")
      }
    }
  }
}
