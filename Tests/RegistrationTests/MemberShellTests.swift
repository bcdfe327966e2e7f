import Accounts
import AccountsSQLite
import FormworkCore
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct MemberShellTests {
  private let office: Office

  init() throws { office = try Office() }

  // Registers an account. The first one becomes the administrator's.
  private func register(
    _ username: String, _ givenName: String, _ familyName: String = "Lee"
  ) async throws {
    let account = Account(
      username: username, givenName: givenName, familyName: familyName,
      email: "\(username)@example.org")
    _ = try await office.store.register(
      NewAccount(account: account, password: Secret(Office.password)),
      submission: "member-shell-tests-\(username)")
  }

  private func session(of username: String) async throws -> AccountSession {
    let outcome = try await office.store.signIn(username, password: Secret(Office.password))
    guard case .signedIn(let session, _) = outcome else { throw CancellationError() }
    return session
  }

  /// Returns the lines, with `TIME` for each time, and two blanks between columns.
  private static func timeless(_ lines: [String]) -> [String] {
    let time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|just now|\d+ minutes? ago/
    return lines.map { $0.replacing(time, with: "TIME").replacing(/\s{2,}/, with: "  ") }
  }

  private static let formLost = "(nothing after it is read: it may be the lines of a form)"

  // MARK: From a pipe

  @Test func eachCommandFromAPipe() async throws {
    try await register("ann", "Ann")
    try await register("bob", "Bob")
    let script = """
      home
      signin
      ann
      not the password at all
      signin
      ann
      \(Office.password)
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
    let outcome = try await onThreadOfItsOwn {
      try office.run(
        input: script,
        environment: ["TZ": "CET-1", "HOME": office.directory.path, "XDG_CONFIG_HOME": ""])
    }
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

  /// The lines of a form that was rejected before it opened are not run as commands.
  @Test(arguments: [
    ("profile", ["signout", "", "terms"]),
    ("password", ["list", "terms", "terms"]),
    ("pass", ["", "", ""]),
    ("policy change", ["y", "3", "list", "\u{7}", "terms", "root"]),
  ])
  func aRefusedFormTakesItsLines(command: String, lines: [String]) async throws {
    try await register("ann", "Ann")
    let script = (["signin", "ann", "wrong", command] + lines + ["show ann"])
      .map { $0 + "\n" }.joined()
    let outcome = try await onThreadOfItsOwn { try office.run(input: script) }
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
    try await register("ann", "Ann")
    try await register("bob", "Bob")
    let outcome = try await onThreadOfItsOwn {
      try office.run(
        input: "signin\nbob\n\(Office.password)\npolicy change\nn\n3\n32\n15\n64\nlist\nterms\n")
    }
    #expect(outcome.status == .exited(1))
    #expect(outcome.outputText == "Welcome, Bob Lee.\nThere are 2 accounts.\n")
    #expect(
      outcome.errorText == """
        line 4: only an administrator may do that: sign in as one
        line 11: there are no terms: nothing has to be accepted

        """)
  }

  /// The lines after one that may have been for a form may contain a password.
  @Test(arguments: [
    ("passwrd", "unknown command: did you mean password?"),
    ("p", "ambiguous command: profile, password, policy"),
    ("signin ann now", "too many words: type signin [NAME]"),
    ("register ann", "too many words: type register"),
    ("profile Ann", "too many words: type profile"),
  ])
  func nothingIsReadBehindAMistypedForm(line: String, reason: String) async throws {
    try await register("ann", "Ann")
    let outcome = try await onThreadOfItsOwn {
      try office.run(input: "list\n\(line)\nlist\nterms\nlist\n")
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: "ann\tAnn Lee\n",
          errors:
            "line 2: \(reason) \(Self.formLost)\n"))
  }

  /// So may the lines after a command that fails before it has opened a form.
  @Test(arguments: [
    ("policy chang", "type 'policy', or 'policy change'"),
    ("pol CHANGE", "type 'policy', or 'policy change'"),
    ("policy \u{FF}", "type 'policy', or 'policy change'"),
    ("delete", "sign in first: type 'signin'"), ("del", "sign in first: type 'signin'"),
    ("delete ann", "too many words: type delete"),
  ])
  func nothingIsReadBehindACommandThatOpensNoForm(line: String, reason: String) async throws {
    try await register("ann", "Ann")
    let outcome = try await onThreadOfItsOwn {
      try office.run(input: "list\n\(line)\nlist\n\(Office.password)\n")
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: "ann\tAnn Lee\n",
          errors: "line 2: \(reason) \(Self.formLost)\n"))
  }

  /// A command without a form takes no lines: the script continues with the next one.
  @Test(arguments: [
    ("show nobody", "no account is called that: 'list' lists them"),
    ("style fancy", "there is no such style: there are plain, everyday, records"),
    ("terms", "there are no terms: nothing has to be accepted"),
    ("signout", "sign in first: type 'signin'"), ("home", "sign in first: type 'signin'"),
    ("details nobody", "no account is called that: 'list' lists them"),
    ("front-end screen", "front-end: without a terminal, only plain can be used"),
  ])
  func aScriptGoesOnBehindAFailure(line: String, reason: String) async throws {
    try await register("ann", "Ann")
    let outcome = try await onThreadOfItsOwn { try office.run(input: "\(line)\nlist\n") }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: "ann\tAnn Lee\n", errors: "line 1: \(reason)\n"))
  }

  /// A script cannot confirm a deletion: it gets a hint, and ends.
  @Test func aScriptThatDeletesIsToldHow() async throws {
    try await register("ann", "Ann")
    let outcome = try await onThreadOfItsOwn {
      try office.run(input: "signin\nann\n\(Office.password)\ndelete\nann\nhome\n")
    }
    let command =
      "registration --accounts \(office.accounts) delete --as ann --password-file FILE --confirm ann"
    #expect(outcome.status == .exited(1))
    #expect(outcome.outputText == "Welcome, Ann Lee.\nThere is 1 account.\n")
    #expect(
      outcome.errorText == """
        line 4: delete asks whether it is meant, which a script cannot be asked: use '\(command)' \(Self.formLost)

        """)
    #expect(try await office.store.count() == 1)
  }

  /// A script whose member was deleted continues with the next commands.
  @Test func aScriptOutlivesItsSession() async throws {
    try await register("ann", "Ann")
    let shell = try Child(office.command([]), input: .pipe)
    try await onThreadOfItsOwn {
      try shell.write("signin\nann\n\(Office.password)\n")
      try shell.expect("There is 1 account.")
    }
    try await office.store.delete(as: session(of: "ann"))
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

  private func atTheShell(
    _ frontEnd: String, _ body: @escaping @Sendable (Screen) async throws -> Void
  ) async throws {
    var environment = office.homeEnvironment
    environment["TZ"] = "UTC"
    environment["FORMWORK_FRONT_END"] = frontEnd
    let screen = try await onThreadOfItsOwn { [environment] in
      let screen = try Screen(
        office.command([]), environment: environment,
        size: PseudoTerminal.Size(columns: 100, rows: 400))
      try Self.await(screen, "registration:")
      return screen
    }
    try await body(screen)
  }

  /// Waits until this is the last line.
  private static func `await`(_ screen: Screen, _ line: String) throws {
    try screen.waitUntil { $0.last { !$0.isEmpty } == line }
  }

  private func answer(_ screen: Screen, _ steps: [(String, String)]) async throws {
    try await onThreadOfItsOwn {
      for (prompt, keys) in steps {
        try Self.await(screen, prompt)
        try screen.type(keys)
      }
    }
  }

  private func signIn(_ username: String, at screen: Screen) async throws {
    try await answer(screen, [("registration:", "signin \(username)\r")])
    try await onThreadOfItsOwn {
      // The line of an earlier question may still be visible.
      try screen.waitUntil {
        $0.last { !$0.isEmpty }?.hasPrefix("Password (required") == true
      }
      try screen.type(Office.password + "\r")
      try Self.await(screen, "\(username):")
    }
  }

  /// The list and the details follow the file, and report a deleted member.
  @Test(arguments: ["plain", "editline"])
  func theListIsKeptFresh(frontEnd: String) async throws {
    try await register("ann", "Ann")
    try await register("bob", "Bob")
    try await atTheShell(frontEnd) { screen in
      try await signIn("bob", at: screen)
      try await answer(screen, [("bob:", "members\r")])
      let prompt = "Members (Enter shows the page again):"
      let lines = try await onThreadOfItsOwn {
        try Self.await(screen, prompt)
        return try screen.lines
      }
      #expect(
        Self.timeless(lines.filter { !$0.hasPrefix(":help") }.suffix(6)) == [
          "Members: 1 to 2 of 2",
          "  Username  Name  Member since  Last seen  Last changed",
          "1 ann  Ann Lee  TIME  TIME",
          "2 bob  Bob Lee  TIME  TIME  TIME",
          "By Username, now ascending  By Member since  By Last seen  By Last changed  Back",
          prompt,
        ])
      try await register("cem", "Cem")
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
        try Self.await(screen, prompt)
        try screen.type("3\r")
        try Self.await(screen, "Button [1]:")
        try screen.expect("Given name: Cem")
      }
      if frontEnd == "plain" { return }
      try await office.store.delete(as: session(of: "cem"))
      try await onThreadOfItsOwn {
        try screen.expect("There is no member \"cem\" any more.")
        try screen.type("\r")
        try Self.await(screen, prompt)
        try screen.expect("Members: 1 to 2 of 2")
      }
    }
  }

  /// Each pause in the search field shows the results.
  @Test func aSearchTellsWhatItFinds() async throws {
    for name in ["ann", "anna", "bob"] { try await register(name, name) }
    try await atTheShell("editline") { screen in
      try await signIn("ann", at: screen)
      try await answer(
        screen, [("ann:", "members\r"), ("Members (Enter shows the page again):", "\u{1B}[Z")])
      try await onThreadOfItsOwn {
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

  /// Compares the README's page, except for times and blanks.
  @Test func theReadmeShowsTheMembers() async throws {
    let readme = try PackageFile("README.md").text()
    let block = try #require(readme.components(separatedBy: "<!-- members -->\n```text\n").last)
    let written = block.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
    try await register("ann", "Ann", "Lee")
    try await register("bob", "Bob", "Ek")
    try await register("lia", "Li", "華")
    try await atTheShell("editline") { screen in
      try await signIn("bob", at: screen)
      try await answer(screen, [("bob:", "members\r")])
      let lines = try await onThreadOfItsOwn {
        try Self.await(screen, written.last ?? "")
        return try screen.lines
      }
      #expect(
        Self.timeless(Array(lines.drop { $0 != "bob: members" })) == Self.timeless(written))
    }
  }

  /// A failed load keeps the rows, shows the reason, and can be repeated.
  @Test func theFileGoesAndComesBack() async throws {
    try await register("ann", "Ann")
    try await atTheShell("editline") { screen in
      try await signIn("ann", at: screen)
      try await answer(screen, [("ann:", "members\r")])
      try await onThreadOfItsOwn {
        try screen.expect("Members: 1 of 1")
        try screen.expect("Members (Enter shows the page again):")
        let away = office.path(of: "away.sqlite")
        try #require(rename(office.accounts, away) == 0)
        try screen.expect("Members: Could not be loaded: ")
        try screen.expect("Try again")
        try #require(rename(away, office.accounts) == 0)
        try screen.type("try\r")
        try Self.await(screen, "Members (Enter shows the page again):")
        // The choices are printed again without another load.
        try screen.waitUntil { lines in
          lines.last { $0.hasPrefix("By Username") }?.contains("Try again") == false
        }
      }
    }
  }

  /// A deleted account, or one whose password was changed elsewhere, is signed out.
  @Test func aSessionThatEndsIsToldAtOnce() async throws {
    try await register("ann", "Ann")
    try await atTheShell("editline") { screen in
      try await signIn("ann", at: screen)
      try await answer(screen, [("ann:", "members\r")])
      _ = try await onThreadOfItsOwn { try screen.expect("Members: 1 of 1") }
      _ = try await office.store.changePassword(
        from: Secret(Office.password), to: Secret("another horse battery staple"),
        as: session(of: "ann"))
      try await onThreadOfItsOwn {
        try screen.expect("you are no longer signed in")
        try Self.await(screen, "Button [1]:")
        try screen.type("\r")
        try Self.await(screen, "registration:")
        try screen.type("home\r")
        try screen.expect("sign in first: type 'signin'")
        try Self.await(screen, "registration:")
        try screen.type("exit\r")
        #expect(try screen.expectEnd() == .exited(0))
      }
    }
  }

  /// The details print that once, before their contents.
  @Test func theDetailsOfAnAccountThatIsGoneSayItOnce() async throws {
    try await register("ann", "Ann")
    try await register("bob", "Bob")
    try await atTheShell("editline") { screen in
      try await signIn("bob", at: screen)
      try await answer(screen, [("bob:", "details bob\r")])
      _ = try await onThreadOfItsOwn { try screen.expect("Given name: Bob") }
      try await office.store.delete(as: session(of: "bob"))
      try await onThreadOfItsOwn {
        try screen.expect("you are no longer signed in")
        try Self.await(screen, "Button [1]:")
        try screen.type("\r")
        try Self.await(screen, "registration:")
        #expect(try screen.lines.count { $0.contains("you are no longer signed in") } == 1)
      }
    }
  }

  /// A form that opens after that says so as well, and leads back to the prompt without a member.
  @Test func aFormOfASessionThatHasEndedSaysSo() async throws {
    try await register("ann", "Ann")
    try await atTheShell("editline") { screen in
      try await signIn("ann", at: screen)
      _ = try await onThreadOfItsOwn { try screen.expect("Welcome, Ann Lee.") }
      _ = try await office.store.changePassword(
        from: Secret(Office.password), to: Secret("another horse battery staple"),
        as: session(of: "ann"))
      try await answer(screen, [("ann:", "profile\r")])
      try await onThreadOfItsOwn {
        try screen.expect("you are no longer signed in")
        try Self.await(screen, "Button [1]:")
        try screen.type("\r")
        try Self.await(screen, "registration:")
      }
    }
  }

  @Test func whatAMemberPrefersIsKept() async throws {
    try await register("ann", "Ann")
    for isSecond in [false, true] {
      try await atTheShell("plain") { screen in
        try await signIn("ann", at: screen)
        let prompt = "Members (Enter shows the page again):"
        try await answer(screen, [("ann:", "style records\r"), ("ann:", "members\r")])
        try await answer(screen, [(prompt, isSecond ? "back\r" : "by member since\r")])
        try await onThreadOfItsOwn {
          if !isSecond {
            try screen.expect("By Member since, now")
            try screen.type("back\r")
          }
        }
        try await answer(screen, [("ann:", "exit\r")])
        try await onThreadOfItsOwn { () throws in
          #expect(try screen.expectEnd() == .exited(0))
        }
      }
    }
    let kept = try await office.store.preferences(as: session(of: "ann"))
    #expect(kept == Preferences(order: .oldest, layout: "table", style: "records"))
  }

  @Test func theAdministratorChangesThePolicy() async throws {
    try await register("ann", "Ann")
    try await register("bob", "Bob")
    try await atTheShell("plain") { screen in
      try await signIn("ann", at: screen)
      try await answer(screen, [("ann:", "policy change\r")])
      try await onThreadOfItsOwn {
        try screen.expect("New accounts are accepted")
        for keys in ["n\r", "5\r", "4\r", "10\r", "\r", "\r", "root admin\r"] {
          try screen.type(keys)
        }
        try Self.await(screen, "Button [1]:")
        try screen.expect("5 or more")
        try screen.type("\r")
        try Self.await(screen, "ann:")
        try screen.type("signout\r")
      }
      try await signIn("bob", at: screen)
      try await answer(screen, [("bob:", "policy change\r")])
      _ = try await onThreadOfItsOwn { try screen.expect("only an administrator may do that") }
    }
    #expect(
      try await office.store.policy()
        == RegistrationPolicy(
          isOpen: false, usernameLength: 5...10, passwordLength: 15...128,
          reservedNames: ["root", "admin"]))
  }
}
