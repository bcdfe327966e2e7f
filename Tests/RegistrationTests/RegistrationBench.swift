import Accounts
import AccountsSQLite
import FormworkCore
import Foundation
import TestSupport
import Testing

/// A separate file of accounts, and the program.
struct RegistrationBench {
  let directory: TemporaryDirectory

  /// The URL of a database, or `nil` for a file.
  private let url: String?

  init(url: String? = nil) throws {
    directory = try TemporaryDirectory()
    self.url = url
  }

  /// A password that the standard policy accepts.
  static let password = "correct horse battery staple"

  /// The message after a form without a result and without a draft.
  static let noAccount = "No account was made.\n"

  /// The message after a form without a result, but with a draft.
  static let noAccountButDraft =
    "No account was made. Your entries are saved for another time, except the passwords."

  var accounts: String { url ?? path(of: "accounts.sqlite") }

  var store: SQLiteAccountStore { SQLiteAccountStore(path: accounts, hashing: BenchHashing()) }

  /// The output after the registration of `lines()`.
  static let welcome = "Welcome, Ann Lee. Your username is ann.\nThere is 1 account.\n"

  /// Creates the empty file of accounts, as the first form would.
  func makeAccounts() async throws { _ = try await store.count() }

  /// Registers an account of the family Lee.
  func register(
    _ username: String, _ givenName: String = "", _ familyName: String = "Lee",
    contacts: [Contact] = []
  ) async throws {
    let account = Account(
      username: username, givenName: givenName, familyName: familyName,
      email: "\(username)@example.org", contacts: contacts)
    let new = NewAccount(account: account, password: Secret(Self.password))
    let outcome = try await store.register(new, submission: username)
    try #require(outcome == .registered(account))
  }

  func session(of username: String) async throws -> AccountSession {
    let outcome = try await store.signIn(username, password: Secret(Self.password))
    guard case .signedIn(let session, _) = outcome else { throw CancellationError() }
    return session
  }

  /// Closes the registration.
  func close() async throws {
    var policy = RegistrationPolicy.standard
    policy.isOpen = false
    try await store.setPolicy(policy)
  }

  func path(of name: String) -> String { directory.path(of: name) }

  var homeEnvironment: [String: String] {
    Child.environment.merging(["HOME": directory.path, "FORMWORK_FRONT_END": "plain"]) { $1 }
  }

  /// Copies products to the directory of the bench, and returns the path of the first copy.
  func copies(_ names: String...) throws -> String {
    for name in names {
      try Program.copy(Program.path(named: name), to: path(of: name))
    }
    return path(of: names[0])
  }

  func command(_ arguments: [String], program: String? = nil) throws -> [String] {
    let program = try program ?? Program.path(named: "registration")
    let isolation = Program.isolation.map { ["--isolate", $0] } ?? []
    return [program, "--accounts", accounts] + isolation + arguments
  }

  /// Runs the program until it ends.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Child.Outcome {
    try Child.run(
      command(arguments), environment: Child.environment.merging(environment) { $1 },
      input: input)
  }

  /// Runs the program until it ends, on a thread of its own.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:],
    after prefix: [String] = []
  ) async throws -> Child.Outcome {
    let command = try prefix + command(arguments)
    let environment = Child.environment.merging(environment) { $1 }
    return try await onThreadOfItsOwn {
      try Child.run(command, environment: environment, input: input, limit: .seconds(60))
    }
  }

  /// Runs the program in a shell, with redirections after its arguments.
  func run(
    _ arguments: [String], redirecting: String, input: String = ""
  ) async throws -> Child.Outcome {
    let command = try ["sh", "-c", "\"$@\" \(redirecting)", "sh"] + command(arguments)
    return try await onThreadOfItsOwn { try Child.run(command, input: input, limit: .seconds(60)) }
  }

  func passwordFile(_ password: String = RegistrationBench.password) throws -> String {
    try directory.write(password + "\n", to: "password")
  }

  /// Returns the details of an account as its owner sees them, without times.
  func details(of name: String) throws -> String {
    try run("show", name, "--as", name, "--password-file", passwordFile()).outputText
      .replacing(/(?:Member since|Last seen|Last changed): .*\n/, with: "")
  }

  func terminal(
    program: String? = nil, _ arguments: String..., kind: String = "xterm",
    frontEnd: String = "plain"
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      command(arguments, program: program), environment: environment(kind: kind, frontEnd: frontEnd)
    )
  }

  /// Starts the program on a terminal of a user who has a home.
  func terminal(
    atHome arguments: String..., frontEnd: String = "plain", under program: [String] = [],
    environment: [String: String] = [:], columns: Int = 80
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      program + command(arguments),
      environment: homeEnvironment.merging(["FORMWORK_FRONT_END": frontEnd]) { $1 }
        .merging(environment) { $1 },
      size: PseudoTerminal.Size(columns: columns, rows: 24))
  }

  /// Runs the program on a terminal, types the answer to each awaited text, and returns the output.
  @discardableResult
  func converse(
    _ arguments: String..., frontEnd: String = "plain", steps: [(String, String)],
    end: Child.Status = .exited(0), sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let command = try command(arguments)
    let environment = environment(kind: "xterm", frontEnd: frontEnd)
    return try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(command, environment: environment)
      try terminal.answer(steps)
      try terminal.expect(end: end, sourceLocation: sourceLocation)
      return terminal.output
    }
  }

  /// Starts the program on a terminal with a visible screen.
  func screen(
    _ arguments: String..., frontEnd: String = "plain", columns: Int = 80, rows: Int = 24
  ) throws -> Screen {
    try Screen(
      command(arguments), environment: environment(kind: nil, frontEnd: frontEnd),
      size: PseudoTerminal.Size(columns: columns, rows: rows))
  }

  /// Starts an interactive shell, in which `form` runs the program, on a visible screen.
  func shell(isolation: String, rows: Int = 24) throws -> Screen {
    let program = try Program.path(named: "registration")
    let screen = try Screen(
      ["bash", "--norc", "--noprofile", "-i"],
      environment: homeEnvironment.merging(["PS1": "shell> "]) { $1 },
      size: PseudoTerminal.Size(columns: 80, rows: rows))
    let form =
      "form() { '\(program)' --accounts '\(accounts)' --isolate \(isolation) \"$@\"; }; clear"
    try screen.answer([("shell>", form + "\r")])
    return screen
  }

  /// Returns a user's environment, in which an empty front end means the default one.
  private func environment(kind: String?, frontEnd: String) -> [String: String] {
    var environment = Child.environment
    environment["TERM"] = kind
    environment["FORMWORK_FRONT_END"] = frontEnd
    return environment
  }

  /// Removes the message about a slow machine, which appears after a second.
  static func withoutWaiting(_ lines: [String]) -> [String] {
    let waiting = ["Registration: Loading", "Registration: Submitting", "Username: checking"]
    return lines.filter { line in !waiting.contains { line.hasPrefix($0) } }
  }

  /// The prompts of the form's fields and their answers: texts for the required fields alone.
  static let answers = [
    ("Username (required)", "ann\r"), ("Given name: ", "\r"), ("Family name: ", "\r"),
    ("E-mail: ", "\r"), ("Contacts (", "\r"), ("Password (required", password + "\r"),
    ("Password again (required", password + "\r"),
  ]

  /// The prompt of the form's button, which submits.
  static let button = ("Button [1]:", "\r")

  /// Returns a line for each field of the form, in order, with `acceptTerms` if there are terms.
  static func lines(
    username: String = "ann", givenName: String = "Ann", familyName: String = "Lee",
    email: String = "ann@example.org", password: String = RegistrationBench.password,
    passwordAgain: String? = nil, acceptTerms: String? = nil
  ) -> String {
    ([username, givenName, familyName, email, password, passwordAgain ?? password]
      + [acceptTerms].compactMap(\.self)).map { $0 + "\n" }.joined()
  }
}

/// Hashes like the program, but the usual password only once: a hash takes long by design.
private struct BenchHashing: PasswordHashing {
  private static let usual = Task {
    try await PasswordHasher().hash(Secret(RegistrationBench.password))
  }
  private let base = PasswordHasher()

  var dummyHash: String { base.dummyHash }

  func hash(_ password: Secret) async throws(AccountStoreError) -> String {
    if password == Secret(RegistrationBench.password), let usual = try? await Self.usual.value {
      return usual
    }
    return try await base.hash(password)
  }

  func verify(_ password: Secret, _ hash: String) async throws(AccountStoreError) -> Bool {
    if password == Secret(RegistrationBench.password), hash == (try? await Self.usual.value) {
      return true
    }
    return try await base.verify(password, hash)
  }

  func needsRehash(_ hash: String) -> Bool { base.needsRehash(hash) }
}

/// Returns all rows in a long run, and else each third one: a program that complains takes time.
func sampled<Row>(_ rows: [Row]) -> [Row] {
  rows.enumerated().filter { isLongRun || $0.offset % 3 == 0 }.map(\.element)
}

extension Child.Outcome {
  /// Returns the outcome of a program that has succeeded.
  static func success(_ output: String = "") -> Self { Self(.exited(0), output: output) }

  /// Returns the outcome of a program that has complained.
  static func failure(_ errors: String, status: Int32 = 1) -> Self {
    Self(.exited(status), errors: errors)
  }

  /// Returns the outcome of a program with invalid arguments.
  static func misuse(_ complaint: String, of program: String = "registration") -> Self {
    failure("\(complaint)\nSee '\(program) --help'.\n", status: 2)
  }
}

extension PseudoTerminal {
  /// Types the answer to each awaited text.
  func answer(_ steps: [(String, String)]) throws {
    for (wanted, keys) in steps {
      if !wanted.isEmpty { try expect(wanted) }
      if !keys.isEmpty { try type(keys) }
    }
  }

  /// Expects an end with this status and the initial modes.
  func expect(
    end: Child.Status, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try expectEnd() == end, sourceLocation: sourceLocation)
    #expect(try modes == initialModes, sourceLocation: sourceLocation)
  }
}

extension Screen {
  /// Waits until the last line starts with a prompt.
  @discardableResult
  func awaitPrompt(_ prompt: String) throws -> [String] {
    try waitUntil { $0.last?.hasPrefix(prompt.trimmed) == true }
  }

  /// Types the answer to each prompt on the last line.
  func answer(_ steps: [(String, String)]) throws {
    for (prompt, keys) in steps {
      try awaitPrompt(prompt)
      try type(keys)
    }
  }
}

extension String {
  /// The text without a blank at its end, which a screen does not show.
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
