import Accounts
import FormworkCore
import TestSupport
import Testing

/// Makes the same random calls of a file, through two connections, and of the store in memory.
@Suite(.eachStore) struct RandomStoreTests {
  private static let names = [
    "ada", "ADA", "Bob", "bob", "bo-b", "cyd", "root", "d", "kate", "\u{212A}ate", "zo\u{EB}",
    "zoe\u{308}", "a.b", ".ab", "", "\u{200B}", "ada\u{0}", "averylongname",
  ]
  /// Given names, family names and addresses.
  private static let texts = [
    "", "Ada", "Ren\u{E9}", "Rene\u{301}", "\u{1B}[m", String(repeating: "x", count: 201),
    String(repeating: "e\u{301}", count: 254), String(repeating: "e\u{301}", count: 255),
  ]
  private static let addresses = [
    "", "\u{200B}", "ada@example.org", "https://rene\u{301}.example", " +1 23-45 ", "+123",
    "+12\u{1B}[m", String(repeating: "x", count: 300),
  ]
  private static let passwords = [
    "a password long enough", "another that is long enough", "short", "",
    "with a NUL \u{0} in the middle", String(repeating: "e\u{301}", count: 14),
    String(repeating: "x", count: 129),
  ]

  private let shelf = Shelf()

  /// The stores, and the sessions that both have.
  private struct Run {
    let disks: [any PolicySettingStore]
    let memory: InMemoryAccountStore
    let moments: TestMoments
    var generator: SeededGenerator
    var sessions: [(disk: AccountSession, memory: AccountSession)] = []
    /// The cursors of pages, some of them old.
    var cursors: [MemberCursor] = []

    mutating func pick<Element>(_ elements: [Element]) throws -> Element {
      try #require(elements.randomElement(using: &generator))
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
  }

  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 30))
  func fileAgreesWithMemory(seed: UInt64) async throws {
    let moments = TestMoments()
    let now: @Sendable () -> Timestamp = { moments.now }
    var run = Run(
      disks: try await shelf.stores(2, now: now),
      memory: InMemoryAccountStore(now: now), moments: moments,
      generator: SeededGenerator(seed: seed))
    for name in ["ada", "bob"] { try await register(Account(name), Self.passwords[0], &run) }
    for _ in 0..<50 { try await step(&run) }
    // Swift compares texts as equal even if their bytes differ.
    func bytes(_ accounts: [Account]) -> [[[UInt8]]] {
      accounts.map { account in
        ([account.username, account.givenName, account.familyName, account.email]
          + account.contacts.map(\.address)).map { Array($0.utf8) }
      }
    }
    let (stored, expected) = (try await run.disks[0].accounts(), try await run.memory.accounts())
    #expect(stored == expected)
    #expect(bytes(stored) == bytes(expected))
  }

  /// Makes a call of both stores, and requires the same answer or error.
  private func compare<Value: Equatable>(
    _ run: inout Run, _ pair: (disk: AccountSession, memory: AccountSession)? = nil,
    _ call: (any PolicySettingStore, AccountSession?) async throws -> Value
  ) async throws {
    func answer(
      _ store: any PolicySettingStore, _ session: AccountSession?
    ) async throws -> Result<Value, AccountStoreError> {
      do { return .success(try await call(store, session)) } catch let error as AccountStoreError {
        return .failure(error)
      }
    }
    let stored = try await answer(run.pick(run.disks), pair?.disk)
    // The first difference ends the run, because later ones would have no meaning.
    let expected = try await answer(run.memory, pair?.memory)
    try #require(expected == stored, "\(expected) is not \(stored)")
  }

  private func register(_ account: Account, _ password: String, _ run: inout Run) async throws {
    let submission = "\(run.number(0..<9))"
    let new = NewAccount(account: account, password: Secret(password))
    try await compare(&run) { store, _ in try await store.register(new, submission: submission) }
  }

  /// Returns contacts, most of them valid.
  private func contacts(_ run: inout Run) throws -> [Contact] {
    try (0..<run.pick([0, 0, 1, 2, 11])).map { _ in
      let kind = try run.pick(Contact.Kind.allCases)
      let good = [.email: Self.addresses[2], .web: Self.addresses[3]][kind] ?? Self.addresses[4]
      return Contact(
        kind: kind, address: run.number(0..<4) > 0 ? good : try run.pick(Self.addresses),
        isPublic: run.number(0..<2) == 0)
    }
  }

  /// Returns texts with at most one fault, or there would be few accounts.
  private func profile(_ run: inout Run) throws -> Profile {
    var texts = ["Given", "Family", "address"]
    texts[run.number(0..<3)] = try run.pick(Self.texts)
    return Profile(
      givenName: texts[0], familyName: texts[1], email: texts[2], contacts: try contacts(&run))
  }

  private func step(_ run: inout Run) async throws {
    let name = try run.pick(Self.names)
    let password = Secret(
      try run.pick(run.number(0..<3) > 0 ? [Self.passwords[0]] : Self.passwords))
    let pair = run.sessions.randomElement(using: &run.generator)
    switch run.number(0..<18) {
    case 0..<4:
      let profile = try profile(&run)
      let account = Account(
        username: name, givenName: profile.givenName, familyName: profile.familyName,
        email: profile.email, contacts: profile.contacts,
        termsVersion: try run.pick([nil, nil, 1, 2, 3]))
      try await register(account, try run.pick(Self.passwords), &run)
    case 4..<8:
      let stored = try await run.pick(run.disks).signIn(name, password: password)
      let expected = await run.memory.signIn(name, password: password)
      if case .signedIn(let disk, let member) = stored,
        case .signedIn(let memory, let expectedMember) = expected
      {
        try #require(disk.account == memory.account && member == expectedMember)
        run.sessions.append((disk, memory))
      } else {
        try #require(stored == expected)
      }
    case 8, 9:
      let lower = run.number(-1..<7)
      var query = MemberQuery(
        try run.pick(MemberOrder.allCases),
        beginning: try run.pick(["", "", "A", "ada", "b", "x"]),
        range: lower..<(lower + run.number(0..<7)))
      if run.number(0..<2) == 0, let cursor = run.cursors.randomElement(using: &run.generator) {
        query = MemberQuery(after: cursor, limit: run.number(0..<4))
      }
      var next: MemberCursor?
      try await compare(&run, pair) { [query] store, session in
        let page = try await store.members(query, as: session)
        next = page.next
        return page
      }
      if let next { run.cursors.append(next) }
    case 10: try await compare(&run, pair) { try await $0.member(named: name, as: $1) }
    case 11:
      try await compare(&run) { store, _ in try await store.isFree(name) }
      try await compare(&run) { store, _ in try await store.account(named: name) }
      try await compare(&run) { store, _ in try await store.count() }
      try await compare(&run) { store, _ in try await store.policy() }
    case 12 where run.number(0..<2) == 0:
      let policy = RegistrationPolicy.allowing(
        run.number(0..<4) > 0,
        reserving: Self.names.filter { _ in Int.random(in: 0..<6, using: &run.generator) == 0 })
      try await compare(&run) { store, _ in
        try await store.setPolicy(policy)
        return true
      }
    case 12 where run.number(0..<2) == 0:
      let text = try run.pick(["Be kind.", "Be kind.\nPay.", "é", "e\u{301}", nil, nil])
      try await compare(&run) { store, _ in
        try await store.setTerms(text)
        return true
      }
    case 12: run.moments.advance()
    default:
      guard let pair else { return }
      try await ownStep(&run, pair, password)
    }
  }

  /// Makes a call that requires a session, which may have ended.
  private func ownStep(
    _ run: inout Run, _ pair: (disk: AccountSession, memory: AccountSession), _ password: Secret
  ) async throws {
    switch run.number(0..<9) {
    case 0..<4:
      let (profile, version) = (try profile(&run), run.number(1..<4))
      try await compare(&run, pair) { store, session in
        try await store.updateProfile(profile, basedOn: version, as: #require(session))
      }
    case 4:
      let new = Secret(try run.pick(Self.passwords))
      var changed: [AccountSession] = []
      try await compare(&run, pair) { store, session in
        let outcome = try await store.changePassword(
          from: password, to: new, as: #require(session))
        // Sessions have random keys.
        guard case .changed(let session) = outcome else { return outcome }
        changed.append(session)
        return .changed(AccountSession(account: session.account, credentials: 0))
      }
      if changed.count == 2 { run.sessions.append((changed[0], changed[1])) }
    case 5, 6:
      let preferences = Preferences(order: run.number(0..<2) == 0 ? .newest : nil, layout: "grid")
      let isRead = run.number(0..<2) == 0
      try await compare(&run, pair) { store, session in
        if !isRead { try await store.setPreferences(preferences, as: #require(session)) }
        return try await store.preferences(as: #require(session))
      }
    case 7:
      let policy = RegistrationPolicy.allowing(true)
      try await compare(&run, pair) { store, session in
        try await store.setPolicy(policy, basedOn: .standard, as: #require(session))
      }
    default:
      try await compare(&run, pair) { store, session in
        try await store.delete(as: #require(session))
        return true
      }
    }
  }
}
