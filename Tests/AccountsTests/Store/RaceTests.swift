import Accounts
import AccountsSQLite
import Foundation
import FormworkCore
import TestSupport
import Testing

@Suite(.eachStore) struct RaceTests {
  private let shelf = Shelf()

  @Test(.serialized, arguments: 0..<(isLongRun ? 25 : 4))
  func oneTaskWinsAName(_ round: Int) async throws {
    let stores = try await shelf.stores(3)
    let outcomes = try await withThrowingTaskGroup(of: RegistrationOutcome.self) { group in
      for index in 0..<24 {
        // The same name in another case, which identifies the winner.
        let name = index.isMultiple(of: 2) ? "ada" : "ADA"
        let account = NewAccount(.ada.renamed(name))
        let store = stores[index % stores.count]
        group.addTask { try await store.register(account, submission: "\(index)") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let winners = outcomes.filter { $0 != .refused([FormIssue("username", .taken)]) }
    let stored = try await stores[0].accounts()
    #expect(winners == stored.map { .registered($0) })
    #expect(stored.count == 1)
    #expect(outcomes.count == 24)
  }

  /// A retry may overtake a try whose answer is not awaited any more.
  @Test(.serialized, arguments: 0..<(isLongRun ? 10 : 2))
  func oneSubmissionMakesOneAccount(_ round: Int) async throws {
    let stores = try await shelf.stores(2)
    let outcomes = try await withThrowingTaskGroup(of: RegistrationOutcome.self) { group in
      for index in 0..<8 {
        group.addTask {
          try await stores[index % 2].register(.ada, "1")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .registered(.ada), count: 8))
    #expect(try await stores[0].accounts() == [.ada])
  }

  @Test func oneProcessWinsAName() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let names = (0..<40).map { "name\($0)" }
    await withTaskGroup { group in
      for process in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [
              path = path as String, names = names as [String], process = process as Int
            ] in
            let store = SQLiteAccountStore(
              path: "\(path)/accounts.sqlite", busyTimeout: .seconds(600), hashing: QuickHashing())
            var won: [String] = []
            for name in names {
              let account = NewAccount(Account(name))
              let outcome = try await store.register(account, submission: "\(process)-\(name)")
              if outcome == .registered(account.account) { won.append(name) }
            }
            try won.joined(separator: "\n").write(
              toFile: "\(path)/won\(process)", atomically: false, encoding: .utf8)
          }
        }
      }
    }
    let won = try (0..<3).flatMap { process in
      try String(contentsOfFile: directory.path(of: "won\(process)"), encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }
    let store = SQLiteAccountStore(path: directory.path(of: "accounts.sqlite"))
    #expect(won.sorted() == names.sorted())
    #expect(try await store.accounts().map(\.username) == names.sorted())
    withExtendedLifetime(directory) {}
  }
}
