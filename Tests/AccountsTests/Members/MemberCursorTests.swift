import FormworkCore
import TestSupport
import Testing

@testable import Accounts

@Suite(.eachStore) struct MemberCursorTests {
  private let shelf = Shelf()

  /// A store whose members come, go and change, except those whose names contain "s".
  private struct Run {
    let store: any PolicySettingStore
    let moments: TestMoments
    var generator: SeededGenerator
    var others: [(name: String, session: AccountSession)] = []
    var count = 0

    mutating func register() async throws {
      count += 1
      let name = "\(generator.pick(["u", "v"]))\(Int.random(in: 0..<9, using: &generator))-\(count)"
      try await store.register(name)
      others.append((name, try await store.session(name)))
    }

    mutating func change() async throws {
      moments.advance()
      let place = others.indices.randomElement(using: &generator)
      switch (Int.random(in: 0..<4, using: &generator), place) {
      case (0, _), (_, nil): try await register()
      case (1, let place?): try await store.delete(as: others.remove(at: place).session)
      case (2, let place?): _ = try await store.session(others[place].name)
      case (_, let place?):
        let session = others[place].session
        let version = try await store.member(named: others[place].name, as: session)?.record?
          .version
        count += 1
        let profile = Profile(givenName: "\(count)", familyName: "", email: "")
        _ = try await store.updateProfile(profile, basedOn: #require(version), as: session)
      }
    }
  }

  /// A walk shows each member that stays and does not move once, in order, and no member twice.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 300 : 12))
  func aWalkAmongChanges(seed: UInt64) async throws {
    let order = MemberOrder.allCases[Int(seed) % MemberOrder.allCases.count]
    let moments = TestMoments()
    let store = try await shelf.store(now: { moments.now })
    var run = Run(store: store, moments: moments, generator: SeededGenerator(seed: seed))
    try await store.setPolicy(.allowing(true))
    for number in 0..<10 {
      if run.generator.next().isMultiple(of: 2) { moments.advance() }
      let name = "\(run.generator.pick(["U", "v"]))\(number)s"
      try await store.register(name)
      if number.isMultiple(of: 3) { _ = try await store.session(name) }
      try await run.register()
    }
    try await store.register("readers")
    let session = try await store.session("readers")
    for beginning in ["", "u"] {
      func isLasting(_ member: Member) -> Bool { member.username.contains("s") }
      let lasting = try await store.members(
        MemberQuery(order, beginning: beginning, range: 0..<99), as: session
      ).rows.filter(isLasting)
      let first = Int.random(in: 1..<4, using: &run.generator)
      var page = try await store.members(
        MemberQuery(order, beginning: beginning, range: 0..<first), as: session)
      var walked = page.rows
      while let next = page.next {
        for _ in 0..<Int.random(in: 0..<3, using: &run.generator) { try await run.change() }
        let limit = Int.random(in: 1..<4, using: &run.generator)
        page = try await store.members(MemberQuery(after: next, limit: limit), as: session)
        #expect(page.rows.count == limit || page.next == nil)
        walked += page.rows
        try #require(walked.count < 1_000)
      }
      #expect(walked.filter(isLasting) == lasting)
      #expect(Set(walked.map(\.username)).count == walked.count)
    }
  }

  /// A cursor gives a reader no right that the page of an order does not give.
  @Test(arguments: MemberOrder.allCases)
  func aCursorGivesNoRight(_ order: MemberOrder) async throws {
    let store = try await shelf.store()
    try await store.register("ada", "bob")
    let session = try await store.session("bob")
    let page = try await store.members(MemberQuery(order, range: 0..<1), as: session)
    let query = MemberQuery(after: try #require(page.next), limit: 9)
    #expect(try await store.members(query, as: session).rows.count == 1)
    if order.isForMembersOnly {
      await #expect(throws: AccountStoreError.orderNotAllowed) {
        try await store.members(query, as: nil)
      }
    } else {
      #expect(try await store.members(query, as: nil).rows.map(\.record) == [nil])
    }
    try await store.delete(as: session)
    await #expect(throws: AccountStoreError.sessionEnded) {
      try await store.members(query, as: session)
    }
  }

  // MARK: Texts

  /// Returns the text of a cursor with values.
  static func text(_ values: String...) -> String {
    values.map { Array($0.utf8) }.joined(separator: [0xFF])
      .map { String(0x100 | Int($0), radix: 16).dropFirst() }.joined()
  }

  static let texts = [
    text("newest", "", "7"), text("oldest", "\u{E9}", "-1"), text("ascending", "", ""),
    text("descending", "a", "a\n\u{0}b"), text("recentlySeen", "u", "0", "\(Int64.max)"),
    text("recentlyChanged", "", "1", "2"),
    text("ascending", "", String(repeating: "x", count: 2037)),
  ]

  static let badTexts = [
    "", "0", "zz", "ff", "FF", text("newest"), text("newest", ""), text("newest", "", ""),
    text("newest", "", "x"), text("newest", "", "7", "7"),
    text("newest", "", "9223372036854775808"),
    text("Newest", "", "7"), text("recentlySeen", "", "7"), text("recentlySeen", "", "7", "1.5"),
    text("recentlySeen", "", "1", "2", "3"), text("ascending", "a", "b"),
    text("ascending", "", "", ""),
    text("newest", "", "7").uppercased(), text("newest", "", "7") + "0",
    " " + text("newest", "", "7"),
    text("newest", "", "+7").replacing("2b37", with: "+b37"), text("newest", "", "7") + "80",
    text("ascending", "") + "ffc3", text("ascending", "", String(repeating: "x", count: 2038)),
  ]

  @Test func aTextIsRead() {
    for text in Self.texts { #expect(MemberCursor(text: text)?.text == text) }
    for text in Self.badTexts { #expect(MemberCursor(text: text) == nil, "\(text)") }
  }
}
