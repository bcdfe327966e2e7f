import AccountsSQLite
import FormworkCore
import TestSupport
import Testing

@testable import Accounts

@Suite(.eachStore) struct MembersTests {
  private let shelf = Shelf()

  /// The names in each order, and those that start with "A".
  private static let orders: [MemberOrder: ([String], [String])] = [
    .newest: (["abe", "cyd", "Ada", "bob"], ["abe", "Ada"]),
    .oldest: (["bob", "Ada", "cyd", "abe"], ["Ada", "abe"]),
    .ascending: (["abe", "Ada", "bob", "cyd"], ["abe", "Ada"]),
    .descending: (["cyd", "bob", "Ada", "abe"], ["Ada", "abe"]),
    .recentlySeen: (["Ada", "bob", "abe", "cyd"], ["Ada", "abe"]),
    .recentlyChanged: (["Ada", "abe", "cyd", "bob"], ["Ada", "abe"]),
  ]

  @Test func windowIsAPartOfItsOrder() async throws {
    let moments = TestMoments()
    @Sendable func now() -> Timestamp {
      moments.advance()
      return moments.now
    }
    let store = try await shelf.store(now: now)
    try await store.setPolicy(.allowing(true))
    try await store.register("bob", "Ada", "cyd", "abe")
    for name in ["abe", "bob"] { _ = try await store.session(name) }
    let session = try await change("Ada", in: store)
    #expect(Set(Self.orders.keys) == Set(MemberOrder.allCases))
    for (order, (all, some)) in Self.orders {
      for (beginning, names) in [
        ("", all), ("A", some), ("aD", ["Ada"]), ("ada", ["Ada"]), ("adam", []), ("é", []),
      ] {
        for lower in -1...5 {
          for upper in lower...6 {
            let query = MemberQuery(order, beginning: beginning, range: lower..<upper)
            let page = try await store.members(query, as: session)
            #expect(page.total == names.count)
            #expect(page.names == Array(names[(lower..<upper).clamped(to: names.indices)]))
          }
        }
      }
    }
    let far = MemberQuery(.newest, range: .max - 1 ..< .max)
    #expect(try await store.members(far, as: session) == MemberPage(rows: [], total: 4))
  }

  /// Changes a profile, as the last change of all.
  private func change(_ name: String, in store: any AccountStore) async throws -> AccountSession {
    let session = try await store.session(name)
    let profile = Profile(givenName: "New", familyName: "", email: "")
    let outcome = try await store.updateProfile(profile, basedOn: 1, as: session)
    let isSaved = if case .saved = outcome { true } else { false }
    #expect(isSaved)
    return session
  }

  /// An order reveals no more to a stranger than the accounts themselves.
  @Test(arguments: MemberOrder.allCases)
  func ordersTellNoMoreThanAccountsDo(_ order: MemberOrder) async throws {
    let store = try await shelf.store()
    try await store.register("ada", "bob")
    let query = MemberQuery(order, range: 0..<2)
    let bob = try await store.session("bob")
    let page = try await store.members(query, as: bob)
    #expect(page.rows.count == 2 && page.rows.allSatisfy { $0.record != nil })
    if [.recentlySeen, .recentlyChanged].contains(order) {
      await #expect(throws: AccountStoreError.orderNotAllowed) {
        try await store.members(query, as: nil)
      }
    } else {
      #expect(try await store.members(query, as: nil).rows.allSatisfy { $0.record == nil })
    }
  }

  @Test func whoSeesWhat() async throws {
    let moments = TestMoments()
    let store = try await shelf.store(now: { moments.now })
    let contacts = [
      Contact(kind: .telephone, address: "+44 20 7946 0958"),
      Contact(kind: .web, address: "https://example.org", isPublic: true),
    ]
    var accounts = [Account.ada, .grace, Account("eve")]
    accounts[1].contacts = contacts
    try await store.setTerms("Be kind.")
    for index in accounts.indices { accounts[index].termsVersion = 1 }
    for account in accounts {
      _ = try await store.register(account, account.username)
    }
    let sessions = [
      nil, try await store.session("ada"), try await store.session("grace"),
      try await store.session("eve"),
    ]
    func grace(
      _ email: String?, _ contacts: [Contact], terms: Int? = nil, isKnown: Bool = true
    ) -> Member {
      Member(
        id: 2, username: "grace", givenName: "Grace", familyName: "Hopper", email: email,
        contacts: contacts, termsVersion: terms,
        record: isKnown
          ? Member.Record(
            isAdministrator: false, created: moments.now, lastSeen: moments.now,
            lastChanged: moments.now, version: 1) : nil)
    }
    let views = [
      grace(nil, [], isKnown: false), grace("grace@example.org", contacts, terms: 1),
      grace("grace@example.org", contacts, terms: 1), grace(nil, [contacts[1]]),
    ]
    for (session, view) in zip(sessions, views) {
      #expect(try await store.member(named: "GRACE", as: session) == view)
      let query = MemberQuery(.oldest, range: 1..<2)
      let page = try await store.members(query, as: session)
      #expect(
        page == MemberPage(rows: [view], total: 3, next: MemberCursor(after: view, of: query)))
      #expect(try await store.member(named: "bob", as: session) == nil)
    }
  }

  /// More accounts than a scan of the order reads, with rare and common names.
  @Test(arguments: MemberOrder.allCases, isLongRun ? [3, 120] : [3])
  func windowOfMany(_ order: MemberOrder, inOneMoment count: Int) async throws {
    let moments = TestMoments()
    let store = try await shelf.store(now: { moments.now })
    var generator = SeededGenerator(seed: 7)
    try await store.setPolicy(.allowing(true))
    let numbers = (0..<120).shuffled(using: &generator)
    for (index, number) in numbers.enumerated() {
      if index.isMultiple(of: count) {
        moments.advance(by: Int64.random(in: -1...2, using: &generator))
      }
      try await store.register("\(number % 12 == 0 ? "rare" : "u")\(number)")
    }
    let session = try await store.session("rare0")
    for beginning in ["", "u", "u1", "rare", "rare1"] {
      let whole = try await store.members(
        MemberQuery(order, beginning: beginning, range: 0..<120), as: session)
      #expect(Set(whole.names) == Set(try await self.names(beginning, in: store)))
      for _ in 0..<20 {
        let lower = Int.random(in: 0..<120, using: &generator)
        let range = lower..<(lower + Int.random(in: 0..<30, using: &generator))
        let page = try await store.members(
          MemberQuery(order, beginning: beginning, range: range), as: session)
        let rows = Array(whole.rows[range.clamped(to: whole.rows.indices)])
        #expect(page.withoutNext == MemberPage(rows: rows, total: whole.rows.count))
        // The cursor of a page leads to the place after it.
        guard let next = page.next else { continue }
        let limit = Int.random(in: 0..<30, using: &generator)
        let following = try await store.members(MemberQuery(after: next, limit: limit), as: session)
        let place = MemberQuery(
          order, beginning: beginning, range: range.upperBound..<range.upperBound + limit)
        #expect(following == (try await store.members(place, as: session)))
      }
    }
  }

  private func names(_ beginning: String, in store: any AccountStore) async throws -> [String] {
    try await store.accounts().map(\.username).filter { $0.hasPrefix(beginning) }
  }

  /// A search with too many results says so, and is the same in a file as in memory.
  @Test func aSearchFindsSoManyAtMost() async throws {
    let limit = MemberQuery.searchLimit
    let disk = try DiskStore()
    _ = try await disk.store.count()
    // Names and numbers have different orders.
    let names = (0...(limit + 99)).map { "u\($0 * 7919 % (limit + 100))" } + ["v1"]
    let values = names.map { "('\($0)', '', '', '', '', '\($0)')" }.joined(separator: ", ")
    try await disk.edit(
      "INSERT INTO account (username, given_name, family_name, email, password_hash, submission) "
        + "VALUES \(values)")
    let memory = InMemoryAccountStore(
      accounts: names.map { Account(username: $0, givenName: "", familyName: "", email: "") })
    for store in [disk.store, memory] as [any AccountStore] { try await store.register("v22") }
    let (own, expectedOwn) = (try await disk.store.session("v22"), try await memory.session("v22"))
    for order in MemberOrder.allCases {
      for (beginning, total, hasMore) in [
        ("", limit + 102, false), ("u", limit, true), ("v", 2, false), ("U1", 312, false),
      ] {
        for range in [0..<5, 100..<120, (limit - 5)..<(limit + 5)] {
          let query = MemberQuery(order, beginning: beginning, range: range)
          let page = try await disk.store.members(query, as: own)
          let expected = try await memory.members(query, as: expectedOwn)
          #expect(page.names == expected.names && page.total == expected.total)
          #expect(page.hasMore == hasMore)
          #expect(page.next?.key == expected.next?.key)
          #expect(page.total == total || beginning == "U1")
        }
        // Cursors find the same members, and in orders of names all.
        func walk(_ store: any AccountStore, as session: AccountSession) async throws -> [String] {
          var page = try await store.members(
            MemberQuery(order, beginning: beginning, range: 0..<limit / 2), as: session)
          var names = page.names
          while let next = page.next {
            page = try await store.members(MemberQuery(after: next, limit: limit / 2), as: session)
            names += page.names
          }
          return names
        }
        let names = try await walk(disk.store, as: own)
        #expect(try await walk(memory, as: expectedOwn) == names)
        if hasMore { #expect(names.count == (order.isByName ? limit + 100 : limit)) }
      }
    }
  }

  /// A manually edited number of accounts must not lead to wrong positions.
  @Test(arguments: [-7, 0, 3, 12, 39, 41, 60, 1_000_000], MemberOrder.allCases)
  func aWrongNumberIsNotedWhereItMatters(_ kept: Int, _ order: MemberOrder) async throws {
    let disk = try DiskStore()
    _ = try await disk.store.count()
    let values = (0..<40).map { "('u\($0)', '', '', '', '', '\($0)')" }.joined(separator: ", ")
    try await disk.edit(
      "INSERT INTO account (username, given_name, family_name, email, password_hash, submission) "
        + "VALUES \(values); UPDATE account_count SET count = \(kept)")
    let session = AccountSession(account: 1, credentials: 0)
    let whole = try await disk.otherStore().members(
      MemberQuery(order, range: 0 ..< .max), as: session)
    #expect(whole.rows.count == 40 && whole.total == 40)
    for range in [0..<5, 10..<20, 30..<35, 30..<40, 35..<50, 55..<70] {
      let rows = Array(whole.rows[range.clamped(to: 0..<40)])
      let store = disk.otherStore()
      #expect(try await store.members(MemberQuery(order, range: range), as: session).rows == rows)
      // The end is searched where it should be.
      _ = try await store.members(
        MemberQuery(order, range: max(0, kept - 1)..<max(41, kept)), as: session)
      #expect(
        try await store.members(MemberQuery(order, range: range), as: session).withoutNext
          == MemberPage(rows: rows, total: 40))
    }
  }
}
