import AccountsSQLite
import FormworkCore
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Accounts

@Suite(.eachStore) struct SignInTests {
  private let shelf = Shelf()

  private static let password = Secret("correct horse battery staple")

  /// A wrong password and an unknown name get the same answer, at the same cost.
  @Test func eachTryCostsOneVerification() async throws {
    let hashing = CountingHashing()
    let store = try await shelf.store(hashing: hashing)
    _ = try await store.register(.ada, "1")
    #expect(hashing.takeCounts() == .init(hashes: 1))
    for (name, password) in [("ada", "wrong"), ("eve", "wrong"), ("", ""), ("a\u{0}", "\u{0}")] {
      #expect(try await store.signIn(name, password: Secret(password)) == .refused)
      #expect(hashing.takeCounts() == .init(verifications: 1))
    }
    let session = try await store.session("ADA")
    #expect(hashing.takeCounts() == .init(verifications: 1))

    // At another cost the hash is computed again once, and the session continues.
    hashing.raiseCost()
    #expect(try await store.session("ada") == session)
    #expect(hashing.takeCounts() == .init(hashes: 1, verifications: 1))
    #expect(try await store.session("ada") == session)
    #expect(hashing.takeCounts() == .init(verifications: 1))
  }

  @Test func lastTimeIsTold() async throws {
    let moments = TestMoments()
    let store = try await shelf.store(now: { moments.now })
    let created = moments.now
    _ = try await store.register(.ada, "1")
    var lastSeen: Timestamp?
    for _ in 0..<3 {
      moments.advance()
      guard case .signedIn(_, let member) = try await store.signIn("ada", password: Self.password)
      else { return #expect(Bool(false), "not signed in") }
      #expect(
        member
          == Member(
            id: 1, username: "Ada", givenName: "Ada", familyName: "Lovelace",
            email: "ada@example.org", contacts: [],
            record: Member.Record(
              isAdministrator: true, created: created, lastSeen: lastSeen, lastChanged: created,
              version: 1)))
      lastSeen = moments.now
    }
  }

  /// With or without such an account, and by any process.
  @Test(arguments: ["ada", "stranger"])
  func failuresSlowDown(_ name: String) async throws {
    let (moments, hashing) = (TestMoments(), CountingHashing())
    let stores = try await shelf.stores(2, hashing: hashing, now: { moments.now })
    _ = try await stores[0].register(.ada, "1")
    _ = hashing.takeCounts()
    let wrong = Secret("wrong")
    func expect(_ outcome: SignInOutcome, _ password: Secret) async throws {
      for store in outcome == .refused ? [stores[1]] : stores {
        #expect(try await store.signIn(name, password: password) == outcome)
      }
    }
    for _ in 0..<SignInFailures.freeCount { try await expect(.refused, wrong) }
    try await expect(.held(.wrongPasswords(.seconds(1))), wrong)
    // The right password has to wait, too.
    try await expect(.held(.wrongPasswords(.seconds(1))), Self.password)
    moments.advance()
    try await expect(.refused, wrong)
    try await expect(.held(.wrongPasswords(.seconds(2))), wrong)
    moments.advance()
    try await expect(.held(.wrongPasswords(.seconds(1))), wrong)
    // If the clock was set back, the pause starts again, and does not last until the old time.
    moments.advance(by: -1000)
    try await expect(.held(.wrongPasswords(.seconds(2))), wrong)
    // Delayed tries cost nothing, and other names are not slowed down.
    #expect(hashing.takeCounts() == .init(verifications: 6))
    #expect(try await stores[0].signIn("another", password: wrong) == .refused)
    moments.advance(by: 2)
    if name == "ada" {
      _ = try await stores[0].session(name)
      for _ in 0..<SignInFailures.freeCount { try await expect(.refused, wrong) }
    } else {
      try await expect(.refused, wrong)
      // A name that has just got an account waits until the right password is given.
      try await stores[0].register(name)
      try await expect(.held(.wrongPasswords(.seconds(4))), Self.password)
      moments.advance(by: 4)
      _ = try await stores[0].session(name)
    }
  }

  /// Names whose hashes begin alike are counted apart: nobody clears or delays the tries of another name.
  @Test func namesAreCountedApart() async throws {
    func hash(_ name: String) -> Int { FailureKey.known.place(of: UsernameKey(name)) }
    let neighbour = try #require(
      (0..<1_000_000).lazy.map { "n\($0)" }.first { hash($0) >> 48 == hash("ada") >> 48 })
    let moments = TestMoments()
    let stores = try await shelf.stores(2, now: { moments.now })
    _ = try await stores[0].register(.ada, "1")
    try await stores[0].register(neighbour)
    let wrong = Secret("wrong")
    for _ in 1..<SignInFailures.freeCount {
      #expect(try await stores[0].signIn("ada", password: wrong) == .refused)
      #expect(try await stores[0].signIn(neighbour, password: wrong) == .refused)
    }
    _ = try await stores[1].session(neighbour)
    #expect(try await stores[0].signIn("ada", password: wrong) == .refused)
    #expect(
      try await stores[1].signIn("ada", password: wrong) == .held(.wrongPasswords(.seconds(1))))
    _ = try await stores[1].session(neighbour)
  }

  /// Failures of an hour ago are forgotten, and removed with the next one.
  @Test func failuresAreForgotten() async throws {
    let moments = TestMoments()
    let store = try await shelf.stores(1, now: { moments.now })[0]
    let wrong = Secret("wrong")
    func tryAll() async throws -> [SignInOutcome] {
      var outcomes: [SignInOutcome] = []
      for _ in 0...SignInFailures.freeCount {
        outcomes.append(try await store.signIn("ada", password: wrong))
      }
      return outcomes
    }
    let expected =
      [SignInOutcome](repeating: .refused, count: SignInFailures.freeCount) + [
        .held(.wrongPasswords(.seconds(1)))
      ]
    #expect(try await tryAll() == expected)
    moments.advance(by: 3600)
    #expect(try await store.signIn("eve", password: wrong) == .refused)
    #expect(try await tryAll() == expected)
  }

  /// A sign-in lets the owner change the password after somebody else has guessed in the same session.
  @Test func aSignInClearsTheFailuresOfItsSession() async throws {
    let moments = TestMoments()
    let store = try await shelf.stores(1, now: { moments.now })[0]
    _ = try await store.register(.ada, "1")
    let session = try await store.session("ada")
    let (wrong, new) = (Secret("wrong"), Secret("another long enough one"))
    for _ in 0..<SignInFailures.freeCount {
      #expect(try await store.changePassword(from: wrong, to: new, as: session) == .wrong)
    }
    #expect(
      try await store.changePassword(from: Self.password, to: new, as: session)
        == .held(.wrongPasswords(.seconds(1))))
    #expect(try await store.session("ada") == session)
    let outcome = try await store.changePassword(from: Self.password, to: new, as: session)
    guard case .changed = outcome else { return #expect(Bool(false), "\(outcome)") }
  }

  /// Strangers who guess a password do not keep its owner from changing it in a session.
  @Test func failuresToSignInDoNotDelayASession() async throws {
    let moments = TestMoments()
    let stores = try await shelf.stores(2, now: { moments.now })
    _ = try await stores[0].register(.ada, "1")
    let session = try await stores[0].session("ada")
    let (wrong, new) = (Secret("wrong"), Secret("another long enough one"))
    for _ in 0..<SignInFailures.freeCount {
      #expect(try await stores[1].signIn("ada", password: wrong) == .refused)
    }
    let outcome = try await stores[0].changePassword(from: Self.password, to: new, as: session)
    guard case .changed = outcome else { return #expect(Bool(false), "\(outcome)") }
    // A change does not forgive the guesses.
    #expect(
      try await stores[1].signIn("ada", password: wrong) == .held(.wrongPasswords(.seconds(1))))
  }

  /// Guesses in a session slow down, in every process, and do not delay a sign-in.
  @Test func failuresInASessionSlowDown() async throws {
    let moments = TestMoments()
    let stores = try await shelf.stores(2, now: { moments.now })
    _ = try await stores[0].register(.ada, "1")
    let session = try await stores[0].session("ada")
    let (wrong, new) = (Secret("wrong"), Secret("another long enough one"))
    for index in 0..<SignInFailures.freeCount {
      #expect(
        try await stores[index % 2].changePassword(from: wrong, to: new, as: session) == .wrong)
    }
    for store in stores {
      #expect(
        try await store.changePassword(from: Self.password, to: new, as: session)
          == .held(.wrongPasswords(.seconds(1))))
    }
    #expect(try await stores[1].session("ada") == session)
    moments.advance()
    let outcome = try await stores[0].changePassword(from: Self.password, to: new, as: session)
    guard case .changed = outcome else { return #expect(Bool(false), "\(outcome)") }
  }

  @Test func manyTriesAtOnceAreCounted() async throws {
    let moments = TestMoments()
    let stores = try await shelf.stores(3, now: { moments.now })
    _ = try await stores[0].register(.ada, "1")
    let outcomes = try await withThrowingTaskGroup(of: SignInOutcome.self) { group in
      for index in 0..<24 {
        group.addTask { try await stores[index % 3].signIn("ada", password: Secret("wrong")) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == .refused } == SignInFailures.freeCount)
    #expect(
      outcomes.count { $0 == .held(.wrongPasswords(.seconds(1))) } == 24
        - SignInFailures.freeCount)
  }

  /// Tries being verified are not failures: the next ones wait until one succeeds.
  @Test func rightPasswordsAtOnceAllSignIn() async throws {
    let (moments, gate) = (TestMoments(), Gate())
    let now: @Sendable () -> Timestamp = {
      gate.pass()
      return moments.now
    }
    let stores = try await shelf.stores(3, hashing: CountingHashing { await gate.wait() }, now: now)
    _ = try await stores[0].register(.ada, "1")
    // More tries than are admitted before the first verification.
    gate.close(for: SignInFailures.freeCount + 3)
    let signedIn = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<20 {
        group.addTask {
          let outcome = try await stores[index % 3].signIn("ada", password: Self.password)
          guard case .signedIn = outcome else { return false }
          return true
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(signedIn == Array(repeating: true, count: 20))
  }

  /// The file contains no unknown name: it may be a password, typed in the wrong place.
  @Test func namesWithoutAccountsAreNotKept() async throws {
    let disk = try DiskStore()
    for name in ["Xyzzy-plugh-9876", "another", "another"] {
      #expect(try await disk.store.signIn(name, password: Secret("wrong")) == .refused)
    }
    let rows = try await disk.connection().read { db in
      try Int.fetchAll(db, sql: "SELECT failure_count FROM failed_sign_in ORDER BY 1")
    }
    #expect(rows == [1, 2])
  }
}

/// A gate that opens after a number of calls.
///
/// It does not poll: who waits may be on the thread of an event loop, which has to stay free for the calls.
private final class Gate: Sendable {
  private typealias State = (left: Int, waiting: [CheckedContinuation<Void, Never>])

  private let state = Mutex<State>((0, []))

  func close(for count: Int) { state.withLock { $0.left = count } }

  func pass() {
    let admitted = state.withLock { state in
      state.left = max(0, state.left - 1)
      guard state.left == 0 else { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiting in admitted { waiting.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.left > 0 { state.waiting.append(continuation) }
        return state.left == 0
      }
      if isOpen { continuation.resume() }
    }
  }
}
