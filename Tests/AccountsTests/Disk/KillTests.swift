import Accounts
import FormworkCore
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import AccountsSQLite

/// After a program was killed while it changed an account, the file has the old or the new state.
@Suite struct KillTests {
  /// Each change of "eve" writes a number everywhere: first into the profile, then as the password.
  private static func account(_ number: Int) -> NewAccount {
    NewAccount(
      account: Account(
        username: "eve", givenName: "\(number)", familyName: "\(number)",
        email: "\(number)@example.org",
        contacts: (1...2).map { Contact(kind: .telephone, address: "+100\($0)-\(number)") }),
      password: password(number))
  }

  private static func password(_ number: Int) -> Secret { Secret("the password of \(number)") }

  /// The seed selects the statement before which the program is killed.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 200 : 12))
  func oldStateOrNew(_ seed: UInt64) async throws {
    let disk = try DiskStore()
    try await disk.store.register("ada")
    _ = try await disk.store.register(Self.account(0), submission: "0")
    let path = disk.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, seed = seed as UInt64] in
      let store = SQLiteAccountStore(path: path, hashing: QuickHashing())
      var (session, version) = try await Self.signIn(0, store)
      var generator = SeededGenerator(seed: seed)
      let left = Mutex(Int.random(in: 1...150, using: &generator))
      try await store.file.connection().writeWithoutTransaction { db in
        db.trace { _ in
          let isLast = left.withLock { left in
            left -= 1
            return left == 0
          }
          if isLast { kill(getpid(), SIGKILL) }
        }
      }
      for number in 1...100 {
        let profile = Self.account(number).account.profile
        _ = try await store.updateProfile(profile, basedOn: version, as: session)
        _ = try await store.changePassword(
          from: Self.password(number - 1), to: Self.password(number), as: session)
        (session, version) = try await Self.signIn(number, store)
        guard number.isMultiple(of: 3) else { continue }
        try await store.delete(as: session)
        _ = try await store.register(Self.account(number), submission: "\(number)")
        (session, version) = try await Self.signIn(number, store)
      }
    }
    let ada = try await disk.store.session("ada")
    let eve = try await disk.store.member(named: "eve", as: ada)
    let contactCount = try await disk.connection().read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM contact")
    }
    #expect(contactCount == (eve == nil ? 0 : 2))
    guard let eve else { return }
    let number = try #require(Int(eve.givenName))
    let profile = Profile(
      givenName: eve.givenName, familyName: eve.familyName, email: eve.email ?? "",
      contacts: eve.contacts)
    #expect(profile == Self.account(number).account.profile)
    var numbers: [Int] = []
    for candidate in [number - 1, number, number + 1] {
      let outcome = try await disk.store.signIn("eve", password: Self.password(candidate))
      if outcome != .refused { numbers.append(candidate) }
    }
    #expect(numbers == [number] || numbers == [number - 1])
  }

  private static func signIn(
    _ number: Int, _ store: SQLiteAccountStore
  ) async throws -> (AccountSession, Int) {
    let outcome = try await store.signIn("eve", password: password(number))
    guard case .signedIn(let session, let member) = outcome else { throw CancellationError() }
    return (session, member.record?.version ?? 0)
  }
}
