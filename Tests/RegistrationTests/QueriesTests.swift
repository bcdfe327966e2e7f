import Accounts
import AccountsSQLite
import FormworkCore
import FormworkHost
import FormworkShell
import FormworkStorage
import GRDB
import TestSupport
import Testing

@testable import registration

@Suite struct QueriesTests {
  private func queries(_ names: [String]) async throws -> Queries {
    let path = directory.path(of: "\(names.count).sqlite")
    let store = SQLiteAccountStore(path: path)
    try await store.setTerms("Be kind.")
    // No form accepts these.
    try await DatabaseQueue(path: path).write { db in
      for name in names {
        try db.execute(
          sql: """
            INSERT INTO account (username, given_name, family_name, email, password_hash, submission)
            VALUES (?1, ?2, '', ?1 || ?3, '', ?1)
            """, arguments: [name.normalForm, "A\u{1B}", "\t@example.org"])
      }
    }
    return Queries(store: store)
  }

  private func words(_ messages: [Message]) -> [String] {
    messages.map { Catalogue.registration.text(for: $0) }
  }

  @Test func aRowHasNoTabsButBetweenItsCells() async throws {
    let queries = try await queries(["ann"])
    #expect(try await queries.list(limit: 9) == ["ann\tA\u{FFFD}"])
    #expect(
      try await words(queries.show("ANN")) == [
        "Username: ann", "Given name: A\u{FFFD}", "Family name: ",
      ])
  }

  @Test func namesThatBeginSo() async throws {
    let queries = try await queries(["ann", "anna", "Annika", "bob", "ann\u{301}", "an"])
    for (beginning, names) in [
      ("an", ["an", "ann", "anna", "Annika", "ann\u{301}"]),
      // A letter with an accent is one letter, in each spelling.
      ("ANN", ["ann", "anna", "Annika"]), ("an\u{144}", ["ann\u{301}"]), ("anni", ["Annika"]),
      ("bob", ["bob"]),
      ("c", []), ("a\u{0}", []),
    ] {
      #expect(try await queries.names(beginningWith: beginning) == names, "\(beginning)")
    }
    #expect(try await queries.names(beginningWith: "").count == 6)
    // One more letter gives more information than a screen full of names.
    #expect(try await queries.names(beginningWith: "", limit: 5) == [])
    #expect(try await queries.names(beginningWith: "an", limit: 4) == [])
    #expect(try await queries.names(beginningWith: "an", limit: 5).count == 5)
    #expect(try await queries.names(beginningWith: "anna", limit: 1) == ["anna"])
    // The store ignores the case of ASCII letters alone.
    let others = try await self.queries(["Élan", "élan"])
    #expect(try await others.names(beginningWith: "É") == ["Élan"])
  }

  @Test func aLongListIsCutAndSaysSo() async throws {
    let queries = try await queries(["ann", "bob", "cem"])
    #expect(try await queries.list(limit: 3).count == 3)
    let lines = try await queries.list(limit: 1)
    #expect(lines.count == 2)
    #expect(words(lines).last == "and 2 more: 'registration list' lists them all")
  }

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func handler(_ queries: Queries, isInteractive: Bool) -> ShellCommandHandler {
    let settings = ProgramSettings(
      SettingsFile(of: "registration") { [directory] in $0 == "HOME" ? directory.path : nil })
    return ShellCommandHandler(
      queries: queries,
      membership: Membership(
        store: queries.store, settings: settings, style: nil, words: .registration),
      sessionEnded: SentNotifications<SessionEnded>(), deletionHint: { .verbatim($0) },
      locator: .installed(),
      isInteractive: isInteractive)
  }

  @Test func theShellListsSoMany() async throws {
    let queries = try await queries((0..<ShellCommandHandler.listLimit + 1).map { "user\($0)" })
    let handler = handler(queries, isInteractive: false)
    guard case .lines(let lines) = try await handler.run(.init("list")) else {
      Issue.record("no lines")
      return
    }
    #expect(lines.count == 201)
    #expect(words(lines).last == "and 1 more: 'registration list' lists them all")
  }

  /// Each command of the shell, except the form, is answered.
  @Test func theShellHandlesEachCommandOfItsCatalog() async throws {
    let queries = try await queries(["ann"])
    let handler = handler(queries, isInteractive: true)
    var answers: [String: ShellOutcome] = [:]
    for command in CommandCatalogue.commands(frontEnds: ["plain"])
    where !["register", "signin"].contains(command.name) {
      guard case .work = command.purpose else { continue }
      let argument = ["show": "ann", "front-end": "plain", "style": "plain", "details": "ann"]
      let request = ShellRequest(command.name, argument: argument[command.name])
      if CommandCatalogue.memberOnlyCommands.contains(command.name) {
        let error = await #expect(throws: ProgramFailure.self) { try await handler.run(request) }
        #expect(error?.message == .key("signin.needed"))
      } else {
        answers[command.name] = try await handler.run(request)
      }
    }
    let aligned = ["Username  Name", "ann       A\u{FFFD}"].map { Message.verbatim($0) }
    #expect(
      answers == [
        "list": .lines(aligned), "members": .lines(aligned),
        "show": .lines(try await queries.show("ann")),
        "details": .lines(try await queries.show("ann")),
        "policy": .lines(try await queries.policy()),
        "front-ends": .lines(Queries.frontEnds()),
        "style": .lines([.key("style.chosen", ["name": "plain"])]),
        "front-end": .frontEnd("plain"), "terms": .lines(["Be kind."]),
      ])
  }
}
