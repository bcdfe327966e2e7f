import Foundation
import TestSupport
import Testing

/// In the test language each word of a catalogue is in brackets, so that other sentences are noticed.
@Suite struct PseudoLanguageTests {
  /// The user's own words, names, and arguments, which are the same in each language.
  private static let own: Set = [
    "registration", "formwork", "editline", "lines", "plain", "screen", "web", "so", "libformwork",
    "front", "end", "ann", "Ann", "Lee", "bob", "example", "org", "correct", "horse", "battery",
    "staple",
    // Names of keys and commands for typing.
    "X", "y", "n",
  ]

  private static let password = "correct horse battery staple"
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private var environment: [String: String] {
    Child.environment.merging([
      "HOME": home.path, "LANGUAGE": "en_XA", "VISUAL": "false", "FORMWORK_FRONT_END": "plain",
      "TZ": "UTC",
    ]) { $1 }
  }

  /// Returns the words of a text without brackets, except paths and the declared ones.
  private func bare(_ text: String, but others: Set<String> = []) -> Set<String> {
    let rest = text.replacing(home.path(of: ".local/share/formwork/accounts.sqlite"), with: "")
      .replacing(home.path, with: "").replacing(Self.programs, with: "")
      .replacing(/\[[^\[\]\s]*\p{L}[^\[\]\s]*\]/, with: " ")
    return Set(rest.split { !$0.isLetter }.map(String.init)).subtracting(Self.own)
      .subtracting(others)
  }

  private static let programs =
    (try? Program.path(named: "registration").dropLast("registration".count)).map(String.init)
    ?? "-"

  private func run(_ arguments: [String], input: String = "") throws -> String {
    let program = try Program.path(named: arguments[0])
    let outcome = try Child.run(
      [program] + arguments.dropFirst(), environment: environment, input: input)
    return outcome.outputText + outcome.errorText
  }

  /// Returns the lines for a whole form.
  private func form(_ username: String) -> String {
    [username, "Ann", "Lee", "ann@example.org", Self.password, Self.password]
      .map { $0 + "\n" }.joined()
  }

  // MARK: Commands

  @Test func whatACommandAnswers() throws {
    try home.write(Array("Be kind.\n".utf8), to: "terms.txt")
    let welcome = try run(["registration", "register"], input: form("ann"))
    #expect(welcome.contains("[Welcome,] Ann Lee.") && bare(welcome) == [])
    let password = home.path(of: "password")
    try home.write(Self.password, to: "password")
    let terms = [
      "policy", "--as", "ann", "--password-file", password, "--terms", home.path(of: "terms.txt"),
    ]
    for arguments in [["list"], ["show", "ann"], terms, ["front-ends"], ["policy"]] {
      let output = try run(["registration"] + arguments)
      #expect(bare(output, but: Self.reserved) == [], "\(arguments)")
    }
    #expect(try run(["registration", "terms"]) == "Be kind.\n")
    for (arguments, input) in [
      ("show ann --as", ""), ("profile --answers - --as", "{}"),
      ("profile --answers - --as", "{\"email\": \"x\"}"),
      ("password --new-password-fd 0 --as", "password"), ("delete --confirm bob --as", ""),
      ("delete --confirm ANN --as", ""), ("members --as", ""),
    ] {
      let words = arguments.split(separator: " ").map(String.init)
      let output = try run(
        ["registration"] + words + ["ann", "--password-file", password], input: input)
      let names: Set = ["email", "password", "username", "as", "x", "Contact", "T", "Z"]
      #expect(output.contains(/\[\p{L}/) && bare(output, but: names) == [], "\(arguments)")
    }
    #expect(try bare(run(["formwork", "front-ends"])) == [])
    // The rest of the help is the parser's.
    #expect(try run(["registration", "front-ends", "--help"]).hasPrefix("OVERVIEW: ["))
    let checks = try run(["formwork", "check-front-end", "--help"]).split(separator: "\n")
      .filter { $0.contains(#/^  [a-z-]+: /#) }
    #expect(checks.count > 20 && bare(checks.joined(), but: Self.allChecks) == [])
  }

  /// The names that the policy reserves.
  private static let reserved: Set = [
    "abuse", "admin", "administrator", "ftp", "hostmaster", "mailer", "daemon", "news", "noc",
    "nobody", "noreply", "operator", "postmaster", "root", "security", "superuser", "support",
    "system", "usenet", "uucp", "webmaster", "www",
  ]

  @Test(
    arguments: [
      (["registration", "list"], []), (["registration", "show", "ann"], []),
      (["registration", "--front-end", "no", "list"], ["no"]),
      (["registration", "--front-end", "../x", "list"], ["x"]),
      (["registration", "--front-end-file", "/bin/true", "list"], ["bin", "true"]),
      (["registration", "--front-end-file", "/no/x.so", "list"], ["no", "x"]),
      (["registration", "--accounts=", "list"], ["accounts"]),
      (["registration", "lst"], ["lst", "list"]),
      (
        ["registration", "no"],
        [
          "no", "register", "members", "details", "profile", "password", "delete", "list", "show",
          "policy", "terms", "ends",
        ]
      ),
      (["registration", "list", "--no-terms"], ["no", "terms", "policy"]),
      (["registration", "--accounts", "", "list"], ["accounts"]),
      (["registration", "--accounts", "/dev/null", "list"], ["dev", "null"]),
      (["registration", "--accounts", "/bin/true", "list"], ["bin", "true"]),
      (["registration", "--log", "/dev/full", "register"], ["dev", "full", "log"]),
      (["registration", "register", "--answers", "/no"], ["no"]),
      (["registration", "register", "--answers", "/dev/null"], ["dev", "null", "username"]),
      (["registration", "register", "--answers", "/bin/true"], ["bin", "true"]),
      (["registration", "policy", "--terms", "/no"], ["no"]),
      (["registration", "policy", "--terms", "/dev/null"], ["dev", "null"]),
      (["registration", "policy", "--terms", "/bin/true"], ["bin", "true"]),
      (["registration", "profile"], ["as", "password", "file", "fd"]),
      (["registration", "members", "--as", "ann"], ["password", "file", "fd"]),
      (["registration", "members", "--as", "ann", "--password-fd", "0"], []),
      (["registration", "members", "--as", "ann", "--password-file", "/no"], ["no"]),
      (
        ["registration", "members", "--as", "ann", "--password-file", "/dev/null"], ["dev", "null"]
      ),
      (["registration", "show", "ann", "--password-file", "x"], ["password", "file", "as"]),
      (["registration", "delete", "--confirm", "x"], ["confirm", "as"]),
      (
        ["registration", "password", "--as", "x", "--new-password-fd", "0"],
        ["new", "password", "fd", "file"]
      ),
      (
        ["registration", "policy", "--as", "x", "--username-length", "3-200"],
        ["username", "length"]
      ),
      (
        ["formwork", "no"],
        [
          "no", "ask", "show", "validate", "input", "password", "choose", "confirm", "mcp", "ends",
          "demo", "check",
        ]
      ),
      (["formwork", "choose", "x", "y", "--default", "n"], ["x", "default"]),
      (["formwork", "choose", "x", "y", "y"], ["x"]),
      (["formwork", "confirm", "x", "--no-input"], ["no", "input", "default", "yes"]),
      (["formwork", "input", "x", "--minimum-length", "3", "--default", "y"], ["x", "answer"]),
      (["formwork", "input", "x", "--pattern", "y"], ["x", "y", "answer"]),
      (["formwork", "input", "x", "--pattern", "("], ["x", "pattern"]),
      (["formwork", "check-front-end", "no"], ["no"]),
      (["formwork", "check-front-end", "plain", "--check", "no"], allChecks.union(["no"])),
      (["formwork", "check-front-end", "/bin/true"], allChecks.union(["bin", "true"])),
      (["formwork", "check-front-end", "plain", "--check", "typed-ahead"], allChecks),
      (["formwork", "probe-front-end", "usual", "x"], ["probe", "x"]),
    ] as [([String], Set<String>)])
  func whatACommandComplainsOf(_ arguments: [String], but others: Set<String>) throws {
    let output = try run(arguments, input: "{}")
    // Wrong usage leads to the help of the command.
    let command = arguments[1].split(separator: "-").map(String.init)
    let others = others.union(Self.system).union(command)
    #expect(output.contains(/\[\p{L}/) && bare(output, but: others) == [])
  }

  /// The system's words for errors, in its own language.
  private static let system: Set = ["No", "such", "file", "or", "directory"]

  private static let allChecks: Set = [
    "file", "note", "symbols", "table", "entry", "version", "run", "posts", "detach", "typed",
    "ahead", "input", "of", "unknown", "kinds", "nodes", "properties", "flags", "larger",
    "messages", "host", "borrowed", "many", "fields", "long", "text", "wide", "secrets", "terminal",
    "stopped", "process", "shown", "told", "order", "attach", "suggested", "resized", "descriptors",
    "memory", "runner",
    "random",
  ]

  /// An invalid table, after which other checks are skipped, and a front end that hangs later.
  @Test(
    .enabled(if: CCompiler.path != nil, "\(CCompiler.reason)"),
    arguments: ["bad_identifier", "exiting"])
  func whatAFaultyFrontEndIsToldOf(_ fixture: String) async throws {
    // The fixture has the fault by whose name its file is called.
    let path = home.path(of: "\(fixture).so")
    try await CCompiler.build(
      "Tests/ConformanceTests/Fixtures/front_end.c", ["-shared", "-fPIC"], to: path)
    let output = try await onThreadOfItsOwn {
      try run(["formwork", "check-front-end", path, "--check", "run"])
    }
    // The last messages use the names of formwork.h.
    let lines = output.split(separator: "\n").filter { !$0.contains(#/^  [<>] /#) }
    #expect(output.contains("[failed:]") && bare(lines.joined(), but: Self.allChecks) == [])
  }

  @Test(arguments: [
    "", "{", "{\"a\": 1, \"a\": 2}", "{\"nme\": 1}", "{\"username\": 1}", "[]", "\"\\x\"", "[1 2]",
    "{\"username\": \"b\"}", "{\"username\": \"root\"}", "{\"acceptTerms\": \"yes\"}",
  ])
  func answersThatAreWrong(_ answers: String) throws {
    let output = try run(["registration", "register", "--answers", "-"], input: answers)
    let names: Set = [
      "username", "givenName", "familyName", "email", "contacts", "password", "passwordAgain",
      "acceptTerms", "a", "nme",
    ]
    #expect(output.contains(/\[\p{L}/) && bare(output, but: names) == [])
  }

  @Test(arguments: ["ANN\n", "root\n\n\nx\nshort\nother\nmore\n", "\n\u{FF}\n", "a b\n"])
  func aFormInAPipe(_ input: String) throws {
    let output = try run(["registration", "register"], input: input)
    let names: Set = ["username", "email", "password", "passwordAgain"]
    #expect(output.contains(/\[\p{L}/) && bare(output, but: names) == [])
  }

  @Test func aShellInAPipe() throws {
    let lines =
      "lst\nhelp\nhelp show\nshow\nlist x\nshow no\nterms\nr\nfront-end plain\nregister\nANN\n"
    let others: Set = ["quit", "username", "passwordAgain"]
    #expect(
      try bare(run(["registration"], input: lines), but: Self.commands.union(others)) == [])
  }

  // MARK: Front ends

  private func typedWords(_ steps: [(String, String)]) -> Set<String> {
    Set(steps.flatMap { $0.1.split { !$0.isLetter }.map(String.init) })
  }

  private static let commands: Set = [
    "list", "register", "show", "policy", "terms", "ends", "help", "exit", "NAME", "COMMAND",
    "signin", "signout", "home", "members", "details", "profile", "password", "delete", "style",
    "change",
  ]

  /// Makes most mistakes once, and requests each help.
  @Test func theFormAtPlain() async throws {
    let steps = [
      ("registration: ", ":help\r"), ("registration: ", ":zx\r"), ("registration: ", ": \r"),
      ("registration: ", "lzt\r"), ("registration: ", "help\r"), ("registration: ", "register\r"),
      ("([required]): ", ":help\r"), ("([required]): ", ":back\r"),
      ("([required]): ", ":next zx\r"), ("([required]): ", ":front-end a b\r"),
      ("([required]): ", ":clear\r"), ("([required]): ", "q q\r"), ("[q q]: ", "root\r"),
      ("[root]: ", "ann\r"), ("[Given] [name]: ", "\r"), ("[Family] [name]: ", "\r"),
      ("[E-mail]: ", "ann\r"), ("[ann]: ", ":submit\r"), ("[ann]: ", ":clear\r"),
      ("[E-mail]: ", ":next\r"), ("[continues):] ", "\r"), ("[shown]): ", "\u{18}?\r"),
      ("[shown]): ", "x\u{18}n\r"),
      ("[shown]): ", "zhort\r"), ("[replace]]: ", Self.password + "\r"), ("[shown]): ", "zhort\r"),
      ("[replace]]: ", ":submit\r"), ("[replace]]: ", "\u{4}"), ("[1]: ", ":help\r"),
      ("[1]: ", ":submit\r"), ("[1]: ", "9\r"), ("[1]: ", "2\r"), ("registration: ", "register\r"),
      ("[Resume] [it?]", ""), ("[1]: ", "2\r"), ("([required]): ", ":quit\r"),
      ("registration: ", "exit\r"),
    ]
    let path = try Program.path(named: "registration")
    let output = try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        [path], environment: environment, size: PseudoTerminal.Size(columns: 200, rows: 60))
      for (wanted, typed) in steps {
        try terminal.expect(wanted)
        try terminal.type(typed)
      }
      #expect(try terminal.expectEnd() == .exited(0))
      return terminal.output
    }
    // The time of the draft has the name of the zone.
    #expect(bare(output, but: Self.commands.union(typedWords(steps)).union(["UTC"])) == [])
  }

  @Test func aToggleAtTheLineEditor() async throws {
    try home.write(Array("Ann\n".utf8), to: "terms.txt")
    _ = try run(["registration", "policy", "--terms", home.path(of: "terms.txt")])
    let next = "\u{18}n"
    try await expectBrackets(at: [
      ("registration:", "register\r"), ("[Username] ([required]):", next),
      ("[Given] [name]:", next), ("[Family] [name]:", next), ("[E-mail]:", next),
      ("[continues):]", next),
      ("[Password] ([required]):", next), ("[Password] [again] ([required]):", next),
      ("[terms] ([required], [y/n]) [[n]]:", "[Y\t"), ("[[n]]: [yes]", "\r"),
      ("[1]:", "\u{18}p"), ("[[y]]:", "[n\t"), ("[[y]]: [no]", "\u{3}"),
      ("[No] [account]", "exit\r"),
    ])
  }

  @Test func theFormAtTheLineEditor() async throws {
    try await expectBrackets(at: [
      ("registration:", "lst\r"), ("[mean]", "register\r"),
      ("[Username] ([required]):", "\u{18}?"), ("[leave]", "q q"), ("[only,]", "\u{15}ann"),
      ("✓ [ok]", "\r"), ("[Given] [name]:", "\r"), ("[Family] [name]:", "\r"),
      ("[E-mail]:", "ann\r"), ("✗ [not]", "\u{18}n"), ("[continues):]", "\r"),
      ("[Password] ([required]):", "\u{18}v"),
      ("[hides]", "zhort"), ("10 [more]", "\u{18}s"), ("[correction:]", "\u{15}\u{4}"),
      ("[Leave?]", "zx\r"),
      ("[such]", "\u{15}2\r"), ("[No] [account]", "exit\r"),
    ])
  }

  @Test func aFrontEndThatCrashes() async throws {
    let path = try Program.path(named: "registration")
    let output = try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        [path, "--isolate", "always", "--front-end", "editline", "register"],
        environment: environment.merging(["TERM": "xterm"]) { $1 },
        size: PseudoTerminal.Size(columns: 200, rows: 60))
      try terminal.expect("[Username] ([required]): ")
      let process = terminal.child.process
      let runner = try String(
        contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
      kill(try #require(pid_t(runner.prefix { $0 != " " })), SIGKILL)
      try terminal.expect("([required]): ")
      try terminal.type(":quit\r")
      _ = try terminal.expectEnd()
      return terminal.output
    }
    let line = try #require(output.split(separator: "\r\n").first { $0.contains("[crashed]") })
    #expect(bare(String(line), but: ["Killed"]) == [])
  }

  /// Types at the line editor, and expects all displayed words in brackets.
  private func expectBrackets(at steps: [(String, String)]) async throws {
    let path = try Program.path(named: "registration")
    var environment = environment
    environment["FORMWORK_FRONT_END"] = "editline"
    let seen = try await onThreadOfItsOwn { [environment] in
      let screen = try Screen(
        [path], environment: environment, size: PseudoTerminal.Size(columns: 200, rows: 60))
      var seen: [String] = []
      for (wanted, typed) in steps {
        seen += try screen.waitUntil { $0.contains { $0.contains(wanted) } }
        try screen.type(typed)
      }
      #expect(try screen.expectEnd() == .exited(0))
      return seen.joined(separator: "\n")
    }
    #expect(bare(seen, but: Self.commands.union(typedWords(steps))) == [])
  }
}
