import Accounts
import AccountsSQLite
import FormworkCore
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct MemberShellTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  /// Returns the lines, with `TIME` for each time, and two blanks between columns.
  private static func timeless(_ lines: [String]) -> [String] {
    let time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|just now|(?:a|\d+) minutes? ago/
    return lines.map { $0.replacing(time, with: "TIME").replacing(/\s{2,}/, with: "  ") }
  }

  private static let formLost = "(nothing after it is read: it may be the lines of a form)"

  // MARK: From a pipe

  @Test func eachCommandFromAPipe() async throws {
    try await bench.register("ann", "Ann")
    try await bench.register("bob", "Bob")
    let script = """
      home
      signin
      ann
      not the password at all
      signin
      ann
      \(RegistrationBench.password)
      style records
      style fancy
      home
      profile
      Anna


      details bob
      signout
      signout
      policy chnge
      list

      """
    let outcome = try await bench.run(
      input: script,
      environment: ["TZ": "CET-1", "HOME": bench.directory.path, "XDG_CONFIG_HOME": ""])
    let output = Self.timeless(outcome.outputText.split(separator: "\n").map(String.init))
    #expect(outcome.status == .exited(1))
    #expect(
      output == [
        "Welcome, Ann Lee.", "There are 2 accounts.", "The style is records.",
        "Welcome, Ann Lee.", "There are 2 accounts.", "The profile is saved.",
        "Username: bob", "Given name: Bob", "Family name: Lee", "E-mail: bob@example.org",
        "Member since: TIME", "Last changed: TIME",
        "ann is signed out.",
      ])
    #expect(
      Self.timeless(outcome.errorText.split(separator: "\n").map(String.init)) == [
        "line 1: sign in first: type 'signin'",
        "line 4: password: wrong username or password",
        "line 2: You are not signed in.",
        "line 9: there is no such style: there are plain, everyday, records",
        "line 17: sign in first: type 'signin'",
        "line 18: type 'policy', or 'policy change' \(Self.formLost)",
      ])
  }

  /// The lines of a form that was refused before it opened are not run as commands.
  @Test(arguments: [
    ("profile", ["signout", "", "terms"]),
    ("password", ["list", "terms", "terms"]),
    ("pass", ["", "", ""]),
    ("policy change", ["y", "3", "list", "\u{7}", "terms", "root"]),
  ])
  func aRefusedFormTakesItsLines(command: String, lines: [String]) async throws {
    try await bench.register("ann", "Ann")
    let script = (["signin", "ann", "wrong", command] + lines + ["show ann"])
      .map { $0 + "\n" }.joined()
    let outcome = try await bench.run(input: script)
    #expect(outcome.status == .exited(1))
    #expect(outcome.outputText == "Username: ann\nGiven name: Ann\nFamily name: Lee\n")
    let told = outcome.errorText.split(separator: "\n").map(String.init)
    #expect(
      told.filter { !$0.contains("control character") } == [
        "line 3: password: wrong username or password",
        "line 1: You are not signed in.", "line 4: sign in first: type 'signin'",
      ])
  }

  /// So are the lines of a policy, if the user is no administrator.
  @Test func aFormThatIsNotAllowedTakesItsLines() async throws {
    try await bench.register("ann", "Ann")
    try await bench.register("bob", "Bob")
    let outcome = try await bench.run(
      input:
        "signin\nbob\n\(RegistrationBench.password)\npolicy change\nn\n3\n32\n15\n64\nlist\nterms\n"
    )
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: "Welcome, Bob Lee.\nThere are 2 accounts.\n",
          errors: """
            line 4: only an administrator may do that: sign in as one
            line 11: there are no terms: nothing has to be accepted

            """))
  }

  /// The lines after one that may have been for a form, opened or not, may contain a password.
  private static let lines = [
    ("passwrd", "unknown command: did you mean password?", true),
    ("p", "ambiguous command: profile, password, policy", true),
    ("signin ann now", "too many words: type signin [NAME]", true),
    ("register ann", "too many words: type register", true),
    ("profile Ann", "too many words: type profile", true),
    ("policy chang", "type 'policy', or 'policy change'", true),
    ("pol CHANGE", "type 'policy', or 'policy change'", true),
    ("policy \u{FF}", "type 'policy', or 'policy change'", true),
    ("delete", "sign in first: type 'signin'", true),
    ("del", "sign in first: type 'signin'", true),
    ("delete ann", "too many words: type delete", true),
    ("show nobody", "no account is called that: 'list' lists them", false),
    ("style fancy", "there is no such style: there are plain, everyday, records", false),
    ("terms", "there are no terms: nothing has to be accepted", false),
    ("signout", "sign in first: type 'signin'", false),
    ("home", "sign in first: type 'signin'", false),
    ("details nobody", "no account is called that: 'list' lists them", false),
    ("front-end screen", "front-end: without a terminal, only plain can be used", false),
  ]

  @Test(arguments: sampled(lines))
  func nothingIsReadBehindALineThatMayMeanAForm(
    line: String, reason: String, mayMeanAForm: Bool
  ) async throws {
    try await bench.register("ann", "Ann")
    let outcome = try await bench.run(input: "list\n\(line)\nlist\n")
    let lists = mayMeanAForm ? 1 : 2
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: String(repeating: "ann\tAnn Lee\n", count: lists),
          errors: "line 2: \(reason)\(mayMeanAForm ? " \(Self.formLost)" : "")\n"))
  }

  /// A script cannot confirm a deletion: it gets a hint, and ends.
  @Test func aScriptThatDeletesIsToldHow() async throws {
    try await bench.register("ann", "Ann")
    let outcome = try await bench.run(
      input: "signin\nann\n\(RegistrationBench.password)\ndelete\nann\nhome\n")
    let command =
      "registration --accounts \(bench.accounts) delete --as ann --password-file FILE --confirm ann"
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: "Welcome, Ann Lee.\nThere is 1 account.\n",
          errors: """
            line 4: delete asks for confirmation: in a script, use '\(command)' \(Self.formLost)

            """))
    #expect(try await bench.store.count() == 1)
  }

  /// A script whose member was deleted continues with the next commands.
  @Test func aScriptOutlivesItsSession() async throws {
    try await bench.register("ann", "Ann")
    let shell = try Child(bench.command([]), input: .pipe)
    try await onThreadOfItsOwn {
      try shell.write("signin\nann\n\(RegistrationBench.password)\n")
      try shell.expect("There is 1 account.")
    }
    try await bench.store.delete(as: bench.session(of: "ann"))
    let outcome = try await onThreadOfItsOwn {
      try shell.write("profile\n\n\n\nterms\n")
      try shell.closeInput()
      return try shell.wait()
    }
    #expect(outcome.status == .exited(1))
    let lines = outcome.errorText.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.contains("you are no longer signed in") } == 1)
    #expect(lines.last == "line 8: there are no terms: nothing has to be accepted")
  }

  // MARK: On a screen

  private static let members = "Members (Enter shows the page again):"

  /// Signs in at the shell, and enters a command.
  private func atTheShell(
    _ frontEnd: String, as username: String, _ command: String,
    _ body: @escaping @Sendable (Screen) async throws -> Void
  ) async throws {
    let screen = try await onThreadOfItsOwn { [bench] in
      let environment = bench.homeEnvironment.merging(
        ["TZ": "UTC", "FORMWORK_FRONT_END": frontEnd]) { $1 }
      let screen = try Screen(
        bench.command([]), environment: environment,
        size: PseudoTerminal.Size(columns: 100, rows: 400))
      try Self.signIn(username, at: screen)
      try screen.type(command + "\r")
      return screen
    }
    try await body(screen)
  }

  private static func signIn(_ username: String, at screen: Screen) throws {
    try screen.answer([
      ("registration:", "signin \(username)\r"),
      ("Password (required", RegistrationBench.password + "\r"),
      ("\(username):", ""),
    ])
  }

  /// The list and the details follow the file, and report a deleted member.
  @Test(arguments: ["plain", "editline"])
  func theListIsKeptFresh(frontEnd: String) async throws {
    try await bench.register("ann", "Ann")
    try await bench.register("bob", "Bob")
    try await atTheShell(frontEnd, as: "bob", "members") { [bench] screen in
      let prompt = Self.members
      let lines = try await onThreadOfItsOwn { try screen.awaitPrompt(prompt) }
      #expect(
        Self.timeless(lines.filter { !$0.hasPrefix(":help") }.suffix(6)) == [
          "Members: 1 to 2 of 2",
          "  Username  Name  Member since  Last seen  Last changed",
          "1 ann  Ann Lee  TIME  TIME",
          "2 bob  Bob Lee  TIME  TIME  TIME",
          "By Username, now ascending  By Member since  By Last seen  By Last changed  Back",
          prompt,
        ])
      try await bench.register("cem", "Cem")
      try await onThreadOfItsOwn {
        if frontEnd == "plain" {
          // Messages do not interrupt a line: each Enter shows the pending ones.
          var count = 1
          while try !screen.lines.contains(where: { $0.contains("3 cem") }) {
            try screen.type("\r")
            count += 1
            try screen.waitUntil { $0.count { $0 == prompt } == count }
          }
          return
        }
        try screen.expect("new: 3 cem, Cem Lee")
        try screen.answer([(prompt, "3\r"), ("Button [1]:", "")])
        try screen.expect("Given name: Cem")
      }
      if frontEnd == "plain" { return }
      try await bench.store.delete(as: bench.session(of: "cem"))
      try await onThreadOfItsOwn {
        try screen.expect("There is no member \"cem\" any more.")
        try screen.type("\r")
        try screen.awaitPrompt(prompt)
        try screen.expect("Members: 1 to 2 of 2")
      }
    }
  }

  /// Each pause in the search field shows the results.
  @Test func aSearchTellsWhatItFinds() async throws {
    for name in ["ann", "anna", "bob"] { try await bench.register(name, name) }
    try await atTheShell("editline", as: "ann", "members") { screen in
      try await onThreadOfItsOwn {
        try screen.answer([(Self.members, "\u{1B}[Z")])
        for (keys, line) in [
          ("an", "Members: 2 found: ann, anna"), ("x", "Members: Nothing is found."),
          ("\u{15}", "Members: 3 found: ann, anna, bob"),
        ] {
          try screen.expect("Search (how a username begins):")
          try screen.type(keys)
          try screen.expect(line)
        }
      }
    }
  }

  /// Compares the documented page, except for times and blanks.
  @Test func theReadmeShowsTheMembers() async throws {
    let readme = try PackageFile("Sources/registration/Manual/registration.md").text()
    let block = try #require(readme.components(separatedBy: "<!-- members -->\n```text\n").last)
    let written = block.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
    try await bench.register("ann", "Ann", "Lee")
    try await bench.register("bob", "Bob", "Ek")
    try await bench.register("lia", "Li", "華")
    try await atTheShell("editline", as: "bob", "members") { screen in
      let lines = try await onThreadOfItsOwn { try screen.awaitPrompt(written.last ?? "") }
      #expect(Self.timeless(Array(lines.drop { $0 != "bob: members" })) == Self.timeless(written))
    }
  }

  /// A failed load keeps the rows, shows the reason, and can be repeated.
  @Test func theFileGoesAndComesBack() async throws {
    try await bench.register("ann", "Ann")
    try await atTheShell("editline", as: "ann", "members") { [bench] screen in
      try await onThreadOfItsOwn {
        try screen.expect("Members: 1 of 1")
        try screen.expect(Self.members)
        let away = bench.path(of: "away.sqlite")
        try #require(rename(bench.accounts, away) == 0)
        try screen.expect("Members: Could not be loaded: ")
        try screen.expect("Try again")
        try #require(rename(away, bench.accounts) == 0)
        try screen.type("try\r")
        try screen.awaitPrompt(Self.members)
        // The choices are printed again without another load.
        try screen.waitUntil { lines in
          lines.last { $0.hasPrefix("By Username") }?.contains("Try again") == false
        }
      }
    }
  }

  /// A deleted account, or one whose password was changed elsewhere, is signed out.
  @Test(arguments: [
    ("members", "Members: 1 to 2 of 2", false), ("details bob", "Given name: Bob", true),
    ("", "Welcome, Bob Lee.", false),
  ])
  func aSessionThatEndsIsToldAtOnce(
    command: String, shown: String, isDeleted: Bool
  ) async throws {
    try await bench.register("ann", "Ann")
    try await bench.register("bob", "Bob")
    try await atTheShell("editline", as: "bob", command) { [bench] screen in
      _ = try await onThreadOfItsOwn { try screen.expect(shown) }
      let session = try await bench.session(of: "bob")
      if isDeleted {
        try await bench.store.delete(as: session)
      } else {
        _ = try await bench.store.changePassword(
          from: Secret(RegistrationBench.password), to: Secret("another horse battery staple"),
          as: session)
      }
      try await onThreadOfItsOwn {
        // A form that opens after that says so as well.
        if command.isEmpty { try screen.answer([("bob:", "profile\r")]) }
        try screen.expect("you are no longer signed in")
        try screen.answer([RegistrationBench.button])
        let lines = try screen.awaitPrompt("registration:")
        if isDeleted { #expect(lines.count { $0.contains("you are no longer signed in") } == 1) }
        try screen.type("home\r")
        try screen.expect("sign in first: type 'signin'")
        try screen.answer([("registration:", "exit\r")])
        #expect(try screen.expectEnd() == .exited(0))
      }
    }
  }

  @Test func whatAMemberPrefersIsKept() async throws {
    try await bench.register("ann", "Ann")
    for isSecond in [false, true] {
      try await atTheShell("plain", as: "ann", "style records") { screen in
        try await onThreadOfItsOwn {
          try screen.expect("The style is records.")
          try screen.answer([
            ("ann:", "members\r"), (Self.members, isSecond ? "back\r" : "by member since\r"),
          ])
          if !isSecond {
            try screen.expect("By Member since, now")
            try screen.type("back\r")
          }
          try screen.answer([("ann:", "exit\r")])
          #expect(try screen.expectEnd() == .exited(0))
        }
      }
    }
    let kept = try await bench.store.preferences(as: bench.session(of: "ann"))
    #expect(kept == Preferences(order: .oldest, layout: "table", style: "records"))
  }

  @Test func theAdministratorChangesThePolicy() async throws {
    try await bench.register("ann", "Ann")
    try await bench.register("bob", "Bob")
    try await atTheShell("plain", as: "ann", "policy change") { screen in
      try await onThreadOfItsOwn {
        try screen.expect("New accounts are accepted")
        for keys in ["n\r", "5\r", "4\r", "10\r", "\r", "\r", "root admin\r"] {
          try screen.type(keys)
        }
        try screen.awaitPrompt("Button [1]:")
        try screen.expect("5 or more")
        try screen.answer([RegistrationBench.button, ("ann:", "signout\r")])
        try Self.signIn("bob", at: screen)
        try screen.type("policy change\r")
        try screen.expect("only an administrator may do that")
      }
    }
    #expect(
      try await bench.store.policy()
        == RegistrationPolicy(
          isOpen: false, usernameLength: 5...10, passwordLength: 15...128,
          reservedNames: ["root", "admin"]))
  }
}
