import Accounts
import FormworkCore
import TestSupport
import Testing

/// Compares the stores with the reference during random calls of members.
@Suite struct ReferenceMembersTests {
  private static let names = ["ada", "Ada", "adam", "bob", "BOB", "bo-b", "cyd", "eve"]
  private static let passwords = ["a password long enough", "another that is long enough", "short"]

  private struct Run {
    let stores: [any PolicySettingStore]
    let moments: TestMoments
    var generator: SeededGenerator
    var reference = ReferenceMembers()
    /// Sessions of the store, each with that of the reference.
    var sessions: [(AccountSession, AccountSession)] = []

    mutating func pick<Element>(_ elements: [Element]) throws -> Element {
      try #require(elements.randomElement(using: &generator))
    }

    /// Returns a random store, independent of the others.
    mutating func store() throws -> any PolicySettingStore { try pick(stores) }

    /// Returns a random session, which may have ended.
    mutating func session() -> (AccountSession, AccountSession)? {
      sessions.randomElement(using: &generator)
    }
  }

  @Test(.serialized, arguments: StoreKind.allCases, UInt64(0)..<(isLongRun ? 250 : 50))
  func storeAgreesWithReference(_ kind: StoreKind, seed: UInt64) async throws {
    let moments = TestMoments()
    try await kind.withStores(2, now: { moments.now }) { stores async throws in
      var run = Run(stores: stores, moments: moments, generator: SeededGenerator(seed: seed))
      for name in ["ada", "bob"] { try await register(name, &run) }
      for _ in 0..<40 { try await step(&run) }
    }
  }

  private func register(_ name: String, _ run: inout Run) async throws {
    let password = try run.pick(Array(Self.passwords.prefix(2)))
    let account = Account(name)
    let outcome = try await run.store().register(
      NewAccount(account: account, password: Secret(password)),
      submission: "\(run.generator.next())")
    let isNew = run.reference.register(account, password: password)
    try #require(outcome == (isNew ? .registered(account) : .refused([.username: .taken])))
  }

  /// The answer of a call, or its error.
  private enum Answer<Value: Equatable>: Equatable {
    case value(Value), refused(AccountStoreError)
  }

  private func answer<Value>(_ call: () async throws -> Value) async throws -> Answer<Value> {
    do { return .value(try await call()) } catch let error as AccountStoreError {
      return .refused(error)
    }
  }

  private func step(_ run: inout Run) async throws {
    let (store, name) = (try run.store(), try run.pick(Self.names))
    let password = try run.pick(Self.passwords)
    let pair = run.session()
    switch Int.random(in: 0..<13, using: &run.generator) {
    case 0: try await register(name, &run)
    case 1..<5:
      let outcome = try await store.signIn(name, password: Secret(password))
      let expected = run.reference.signIn(name, password)
      if case .signedIn(let session, let member) = outcome,
        case .signedIn(let reference, let expectedMember) = expected
      {
        try #require(session.account == reference.account && member == expectedMember)
        run.sessions.append((session, reference))
      } else {
        try #require(outcome == expected)
      }
    case 5, 6:
      let lower = Int.random(in: -1..<7, using: &run.generator)
      let query = MemberQuery(
        try run.pick(MemberOrder.allCases),
        beginning: try run.pick(["", "", "A", "ada", "b", "x"]),
        range: lower..<(lower + Int.random(in: 0..<7, using: &run.generator)))
      let reference = run.reference
      try #require(
        try await answer { try await store.members(query, as: pair?.0) }
          == answer { try reference.members(query, as: pair?.1) })
    case 7:
      let reference = run.reference
      try #require(
        try await answer { try await store.member(named: name, as: pair?.0) }
          == answer { try reference.member(name, as: pair?.1) })
    case 8:
      run.reference.now += 1
      run.moments.advance()
    default:
      guard let pair else { return }
      try await ownStep(&run, pair, password)
    }
  }

  /// Makes a call that requires a session.
  private func ownStep(
    _ run: inout Run, _ pair: (AccountSession, AccountSession), _ password: String
  ) async throws {
    let (store, (session, own)) = (try run.store(), pair)
    var reference = run.reference
    switch Int.random(in: 0..<8, using: &run.generator) {
    case 0..<4:
      let profile = Profile(
        givenName: try run.pick(["A", "B", "\u{E9}", String(repeating: "x", count: 201)]),
        familyName: try run.pick(["", "C"]), email: try run.pick(["", "a@example.org"]),
        contacts: try run.pick([
          [], [Contact(kind: .web, address: "https://example.org", isPublic: true)],
          [Contact(kind: .telephone, address: "+12345")],
        ]))
      let version = Int.random(in: 1..<4, using: &run.generator)
      try #require(
        try await answer { try await store.updateProfile(profile, basedOn: version, as: session) }
          == answer { try reference.updateProfile(profile, version, as: own) })
    case 4:
      let new = try run.pick(Self.passwords)
      let outcome = try await answer {
        try await store.changePassword(from: Secret(password), to: Secret(new), as: session)
      }
      let expected = try await answer {
        try reference.changePassword(password, new, as: own)
      }
      if case .value(.changed(let session)) = outcome, case .value(.changed(let own)) = expected {
        run.sessions.append((session, own))
      } else {
        try #require(outcome == expected)
      }
    case 5:
      try #require(
        try await answer { try await store.preferences(as: session) }
          == answer { try reference.preferences(as: own) })
    case 6:
      let preferences = Preferences(
        order: run.generator.next() % 2 == 0 ? .newest : nil, layout: "grid")
      try #require(
        try await answer {
          try await store.setPreferences(preferences, as: session)
          return true
        }
          == answer {
            try reference.setPreferences(preferences, as: own)
            return true
          })
    default:
      try #require(
        try await answer {
          try await store.delete(as: session)
          return true
        }
          == answer {
            try reference.delete(as: own)
            return true
          })
    }
    run.reference = reference
  }
}
