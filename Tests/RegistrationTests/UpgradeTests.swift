import Foundation
import GRDB
import TestSupport
import Testing

struct UpgradeTests {
  private let office: Office

  init() async throws {
    let office = try Office()
    self.office = office
    try await office.register("ann")
    // The file as the version before the last one left it.
    let queue = try DatabaseQueue(path: office.accounts)
    try await queue.write { db in
      try db.execute(
        sql: """
          DELETE FROM grdb_migrations WHERE identifier = '6';
          ALTER TABLE failed_sign_in DROP COLUMN refused_count;
          """)
    }
    try queue.close()
  }

  private var line: String {
    "registration: \(office.accounts) was brought up to date. It is kept as it was, with hashes of passwords and what "
      + "is deleted later, in \(office.accounts).before-6: remove that once all is well\n"
  }

  /// The first command of any kind reports the upgrade after its output, and no other does.
  @Test(
    arguments: sampled([
      ["list"], ["policy"], ["show", "ann"], [], ["members", "--format", "json"], ["terms"],
      ["register", "--no-input"],
    ]))
  func theFirstCommandSaysSo(arguments: [String]) async throws {
    try await onThreadOfItsOwn {
      let first = try Child.run(office.command(arguments), input: "list\n")
      #expect(first.errorText.hasSuffix(line))
      let second = try Child.run(office.command(arguments), input: "list\n")
      #expect(second.status == first.status)
      #expect(second.errorText + line == first.errorText)
    }
  }

  /// Including a form that ends by a signal.
  @Test func anInterruptedFormSaysSo() async throws {
    try await office.converse(
      "register", steps: [("Username (required): ", "\u{3}"), (".before-6", "")],
      end: .signalled(SIGINT))
  }

  /// A completion may print nothing: it needs a file that another command has upgraded.
  @Test func aCompletionLeavesTheFileAlone() async throws {
    try await onThreadOfItsOwn {
      let program = try Program.path(named: "registration")
      let words = [
        "---completion", "show", "--", "positional@0", "3", "0", "registration", "--accounts",
        office.accounts, "show", "",
      ]
      let outcome = try Child.run([program] + words, input: "")
      #expect(outcome.errorText == "")
      #expect(access(office.accounts + ".before-6", F_OK) != 0)
    }
  }
}
