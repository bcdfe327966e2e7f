import Accounts
import FormworkCore
import TestSupport
import Testing

@Suite(.eachStore) struct OwnAccountTests {
  private let shelf = Shelf()

  private static let password = Secret("correct horse battery staple")
  private static let next = Secret("another password, as long")
  private static let profile = Profile(
    givenName: "Rene\u{301}", familyName: "", email: "r@example.org",
    contacts: [Contact(kind: .telephone, address: " +1 23-45 ", isPublic: true)])

  private func expectEnded(_ session: AccountSession, in store: any AccountStore) async throws {
    let accounts = try await store.accounts()
    for (index, call) in sessionCalls.enumerated() {
      await #expect(throws: AccountStoreError.sessionEnded, "\(index)") {
        try await call(store, session)
      }
    }
    #expect(try await store.accounts() == accounts)
  }

  /// The next account may get the number of a deleted one, which was the newest, but not its session.
  @Test func sessionEndsWithItsAccount() async throws {
    let store = try await shelf.store()
    try await store.register("ada", "grace")
    let (ada, grace) = (try await store.session("ada"), try await store.session("grace"))
    // A page that it has seen is not shown again.
    try await sessionCalls[0](store, grace)
    try await store.delete(as: grace)
    try await expectEnded(grace, in: store)
    try await store.register("eve")
    _ = try await store.register(Account("grace"), "another")
    try await expectEnded(grace, in: store)
    let query = MemberQuery(.oldest, range: 0..<9)
    let page = try await store.members(query, as: ada)
    #expect(page.names == ["ada", "eve", "grace"])
    #expect(page.rows.map(\.id) == (StoreKind.current.isInPostgreSQL ? [1, 3, 4] : [1, 2, 3]))
    #expect(page.rows.map(\.record?.isAdministrator) == [true, false, false])
    // The oldest account gets the rights of the only administrator.
    try await store.delete(as: ada)
    let rest = try await store.members(query, as: try await store.session("grace"))
    #expect(rest.names == ["eve", "grace"])
    #expect(rest.rows.map(\.record?.isAdministrator) == [true, false])
  }

  @Test func sessionsEndWithThePassword() async throws {
    let hashing = CountingHashing()
    let store = try await shelf.store(hashing: hashing)
    try await store.register("ada")
    let (other, session) = (try await store.session("ada"), try await store.session("ada"))
    _ = hashing.takeCounts()
    for (old, new, outcome) in [
      (Self.next, Self.next, .wrong),
      (Self.password, Secret("short"), .refused(.tooShort(limit: 15, count: 5))),
      (Self.password, .empty, .refused(.valueMissing)),
    ] as [(Secret, Secret, PasswordOutcome)] {
      #expect(try await store.changePassword(from: old, to: new, as: session) == outcome)
    }
    #expect(hashing.takeCounts() == .init(verifications: 1))
    #expect(try await store.session("ada") == other)
    for session in [session, other] { try await sessionCalls[0](store, session) }
    let outcome = try await store.changePassword(
      from: Self.password, to: Self.next, as: session)
    guard case .changed(let later) = outcome else {
      return #expect(Bool(false), "\(outcome)")
    }
    try await expectEnded(session, in: store)
    try await expectEnded(other, in: store)
    #expect(try await store.signIn("ada", password: Self.password) == .refused)
    #expect(try await store.session("ada", password: "another password, as long") == later)
    #expect(try await store.preferences(as: later) == Preferences())
  }

  @Test func profileKeepsToTheRulesOfRegistration() async throws {
    let moments = TestMoments()
    let store = try await shelf.store(now: { moments.now })
    try await store.register("ada", "eve")
    let session = try await store.session("eve")
    var eve = try #require(try await store.member(named: "eve", as: session))
    let created = moments.now
    moments.advance()

    var bad = Self.profile
    bad.givenName = "\u{1B}"
    bad.contacts.append(Contact(kind: .telephone, address: "1"))
    #expect(
      try await store.updateProfile(bad, basedOn: 1, as: session)
        == .refused([
          FormIssue("givenName", .badInput(.controlCharacter("\u{1B}"))),
          FormIssue("contacts/1/address", .customError(key: "telephone")),
        ]))
    #expect(try await store.member(named: "eve", as: session) == eve)

    eve.givenName = "Ren\u{E9}"
    eve.familyName = ""
    eve.email = "r@example.org"
    eve.contacts = [Contact(kind: .telephone, address: "+1 23-45", isPublic: true)]
    eve.record = Member.Record(
      isAdministrator: false, created: created, lastSeen: created, lastChanged: moments.now,
      version: 2)
    // Twice, as after a try with an unknown outcome: it is the same change.
    for _ in 0..<2 {
      #expect(try await store.updateProfile(Self.profile, basedOn: 1, as: session) == .saved(eve))
      moments.advance()
    }
    var other = Self.profile
    other.email = ""
    #expect(try await store.updateProfile(other, basedOn: 1, as: session) == .conflict(eve))
    #expect(try await store.member(named: "eve", as: session) == eve)
    eve.email = ""
    eve.record?.lastChanged = moments.now
    eve.record?.version = 3
    #expect(try await store.updateProfile(other, basedOn: 2, as: session) == .saved(eve))
    #expect(try await store.accounts().map(\.email) == ["ada@example.org", ""])
  }

  @Test func administratorAloneSetsThePolicy() async throws {
    let store = try await shelf.store()
    try await store.setTerms("Be kind.")
    try await store.setTerms(nil)
    try await store.register("ada", "eve")
    let policy = RegistrationPolicy.allowing(false, reserving: ["x"])
    let (ada, eve) = (try await store.session("ada"), try await store.session("eve"))
    await #expect(throws: AccountStoreError.notAllowed) {
      _ = try await store.setPolicy(policy, basedOn: .standard, as: eve)
    }
    #expect(try await store.policy() == .standard)
    #expect(try await store.setPolicy(policy, basedOn: .standard, as: ada) == .saved)
    #expect(try await store.policy() == policy)
  }

  // A change from elsewhere is reported and stays. Terms are changed separately.
  @Test func aPolicyIsReplacedByThoseWhoKnowIt() async throws {
    let stores = try await shelf.stores(2)
    try await stores[0].register("ada")
    let ada = try await stores[0].session("ada")
    try await stores[1].setTerms("Be kind.")
    let (closed, open) = (
      RegistrationPolicy.allowing(false, reserving: ["x"]), RegistrationPolicy.allowing(true)
    )
    #expect(try await stores[0].setPolicy(closed, basedOn: .standard, as: ada) == .saved)
    var present = try await stores[1].policy()
    #expect(present.withoutTerms == closed && present.terms?.text == "Be kind.")
    #expect(try await stores[1].setPolicy(open, basedOn: .standard, as: ada) == .conflict(present))
    #expect(try await stores[0].policy() == present)
    // Repeating a change is no conflict: its answer may have been lost.
    #expect(try await stores[0].setPolicy(closed, basedOn: .standard, as: ada) == .saved)
    try await stores[1].setTerms(nil)
    #expect(try await stores[0].setPolicy(open, basedOn: present, as: ada) == .saved)
    present = try await stores[1].policy()
    #expect(present == open)
  }

  @Test func preferencesAreKeptWithTheAccount() async throws {
    let stores = try await shelf.stores(2)
    try await stores[0].register("ada", "eve")
    let (ada, eve) = (try await stores[0].session("ada"), try await stores[0].session("eve"))
    for order in [nil] + MemberOrder.allCases.map(Optional.some) {
      let preferences = Preferences(order: order, layout: "grid", style: "a\u{0}é")
      try await stores[0].setPreferences(preferences, as: ada)
      #expect(try await stores[1].preferences(as: ada) == preferences)
      #expect(try await stores[1].preferences(as: eve) == Preferences())
    }
  }

  /// A caller that checks finds changes by others, and reading changes nothing.
  @Test func changesAreCounted() async throws {
    let stores = try await shelf.stores(2)
    var last = try await stores[0].changeCount()
    func expectChange(_ isExpected: Bool, _ index: Int) async throws {
      let count = try await stores[0].changeCount()
      #expect((count > last) == isExpected, "\(index)")
      last = count
    }
    for (index, store) in stores.enumerated() {
      let name = "name\(index)"
      try await store.register(name)
      try await expectChange(true, index)
      let session = try await store.session(name)
      try await expectChange(true, index)
      _ = try await store.members(MemberQuery(.newest, range: 0..<9), as: session)
      _ = try await store.accounts()
      try await expectChange(false, index)
      _ = try await store.updateProfile(Self.profile, basedOn: 1, as: session)
      try await expectChange(true, index)
      let outcome = try await store.changePassword(
        from: Self.password, to: Self.next, as: session)
      guard case .changed(let session) = outcome else { return #expect(Bool(false), "\(outcome)") }
      try await expectChange(true, index)
      try await store.setPolicy(.standard)
      try await expectChange(true, index)
      try await store.delete(as: session)
      try await expectChange(true, index)
      try await expectChange(false, index)
    }
  }
}
