import FormworkCore
import Testing

@testable import Accounts

@Suite struct MemberCacheTests {
  private typealias Key = MemberCache.Key

  private static let sessions = (1...2).map { AccountSession(account: 1, credentials: $0) }
  private static let newest = Key(
    session: nil, question: .page(MemberQuery(.newest, range: 0..<9)))
  private static let oldest = Key(
    session: sessions[0], question: .page(MemberQuery(.oldest, range: 0..<9)))
  private static let ada = Key(session: nil, question: .member(UsernameKey("ada")))

  /// Returns a page with rows, which its total distinguishes from other ones.
  private static func page(_ total: Int, rows: Int = 0, age: Duration? = nil) -> MemberCache.Answer
  {
    var page = MemberPage(rows: Array(repeating: member, count: rows), total: total)
    page.age = age
    return .page(page)
  }

  private static let member = Member(
    id: 1, username: "ada", givenName: "", familyName: "", email: nil, contacts: [], record: nil)

  private var cache = MemberCache(freshness: .seconds(10), limit: 100)

  @Test mutating func anAnswerIsFreshForAWhile() {
    #expect(cache.ask(Self.newest, at: .seconds(1)) == .ask(1))
    #expect(cache.ask(Self.newest, at: .seconds(2)) == .wait(1))
    #expect(cache.ask(Self.oldest, at: .seconds(2)) == .ask(2))
    #expect(cache.ask(Self.ada, at: .seconds(2)) == .ask(3))
    #expect(cache.known(Self.newest, at: .seconds(2)) == nil)
    #expect(cache.take(Self.page(7), revision: "a", of: 1) == Self.page(7))
    #expect(cache.take(.member(Self.member), revision: "a", of: 3) == .member(Self.member))
    // The age is that of the question.
    #expect(cache.ask(Self.newest, at: .seconds(11)) == .answer(Self.page(7)))
    #expect(cache.known(Self.newest, at: .seconds(11)) == Self.page(7))
    #expect(cache.ask(Self.newest, at: .milliseconds(11_001)) == .ask(4))
    #expect(cache.known(Self.newest, at: .seconds(13)) == Self.page(7, age: .seconds(12)))
    #expect(cache.ask(Self.ada, at: .seconds(12)) == .answer(.member(Self.member)))
    // A single member has no age.
    #expect(cache.known(Self.ada, at: .seconds(13)) == nil)
    #expect(cache.ask(Self.newest, at: .seconds(13)) == .wait(4))
    cache.drop(4)
    #expect(cache.ask(Self.newest, at: .seconds(13)) == .ask(5))
    #expect(cache.changeCount == 0)
  }

  /// Of two answers the one to the later question counts, and of two revisions as well.
  @Test mutating func aChangeMakesAnswersOld() {
    #expect(cache.ask(Self.newest, at: .zero) == .ask(1))
    #expect(cache.take(Self.page(1), revision: "a", of: 1) == Self.page(1))
    #expect(cache.ask(Self.oldest, at: .zero) == .ask(2))
    #expect(cache.nextNumber() == 3)
    cache.note("b", of: 3)
    #expect(cache.changeCount == 1)
    #expect(cache.known(Self.newest, at: .seconds(1)) == Self.page(1, age: .seconds(1)))
    #expect(cache.ask(Self.newest, at: .zero) == .ask(4))
    // The answer to an open question may be as old as the change.
    #expect(cache.ask(Self.oldest, at: .zero) == .ask(5))
    #expect(cache.ask(Self.oldest, at: .zero) == .wait(5))
    #expect(cache.take(Self.page(5), revision: "b", of: 5) == Self.page(5))
    #expect(cache.take(Self.page(2), revision: "a", of: 2) == Self.page(5))
    #expect(cache.ask(Self.oldest, at: .zero) == .answer(Self.page(5)))
    // A late other revision may be a change, but is not the present one.
    #expect(cache.changeCount == 2)
    #expect(cache.take(Self.page(4), revision: "b", of: 4) == Self.page(4))
    #expect(cache.ask(Self.newest, at: .zero) == .answer(Self.page(4)))
    // The same revision again is no change, and belongs to the later question.
    #expect(cache.nextNumber() == 6)
    #expect(cache.nextNumber() == 7)
    cache.note("b", of: 7)
    cache.note("c", of: 6)
    #expect(cache.ask(Self.newest, at: .zero) == .answer(Self.page(4)))
    #expect(cache.changeCount == 3)
    cache.note("c", of: 8)
    #expect(cache.ask(Self.newest, at: .zero) == .ask(8))
    #expect(cache.changeCount == 4)
  }

  @Test mutating func anEndedSessionLeavesNothing() {
    let other = Key(session: Self.sessions[1], question: Self.oldest.question)
    for (number, key) in [Self.newest, Self.oldest, other, Self.ada].enumerated() {
      #expect(cache.ask(key, at: .zero) == .ask(number + 1))
      if key != Self.ada {
        #expect(cache.take(Self.page(number), revision: "a", of: number + 1) == Self.page(number))
      }
    }
    let more = Key(
      session: Self.sessions[0], question: .page(MemberQuery(.ascending, range: 0..<9)))
    #expect(cache.ask(more, at: .zero) == .ask(5))
    cache.end(Self.sessions[0])
    #expect(cache.known(Self.oldest, at: .zero) == nil)
    #expect(cache.known(other, at: .zero) == Self.page(2))
    #expect(cache.known(Self.newest, at: .zero) == Self.page(0))
    #expect(cache.ask(Self.ada, at: .zero) == .wait(4))
    // A late answer is for those who have asked alone.
    #expect(cache.take(Self.page(9), revision: "a", of: 5) == Self.page(9))
    #expect(cache.known(more, at: .zero) == nil)
    #expect(cache.ask(more, at: .zero) == .ask(6))
  }

  /// A small cache forgets the answer that was not used for the longest time.
  @Test mutating func littleRoomIsKeptTo() {
    cache = MemberCache(freshness: .seconds(10), limit: 5)
    for (number, key) in [Self.newest, Self.oldest].enumerated() {
      #expect(cache.ask(key, at: .zero) == .ask(number + 1))
      _ = cache.take(Self.page(number, rows: 1), revision: "a", of: number + 1)
    }
    #expect(cache.ask(Self.newest, at: .zero) == .answer(Self.page(0, rows: 1)))
    #expect(cache.ask(Self.ada, at: .zero) == .ask(3))
    #expect(cache.take(.member(Self.member), revision: "a", of: 3) == .member(Self.member))
    #expect(cache.known(Self.oldest, at: .zero) == nil)
    #expect(cache.known(Self.newest, at: .zero) == Self.page(0, rows: 1))
    // An answer that replaces another one takes its room.
    #expect(cache.ask(Self.newest, at: .seconds(11)) == .ask(4))
    _ = cache.take(Self.page(8, rows: 2), revision: "a", of: 4)
    #expect(cache.known(Self.ada, at: .zero) == .member(Self.member))
    // What is too large is forgotten with all others, and an older answer takes no place of it.
    #expect(cache.ask(Self.oldest, at: .seconds(11)) == .ask(5))
    cache.end(Self.sessions[0])
    #expect(cache.ask(Self.oldest, at: .seconds(11)) == .ask(6))
    let late = Key(session: Self.sessions[1], question: Self.oldest.question)
    #expect(cache.ask(late, at: .seconds(11)) == .ask(7))
    _ = cache.take(Self.page(9, rows: 5), revision: "a", of: 7)
    #expect(cache.known(late, at: .seconds(11)) == nil)
    #expect(cache.known(Self.newest, at: .seconds(11)) == nil)
    #expect(cache.take(Self.page(6), revision: "a", of: 6) == Self.page(6))
    #expect(cache.known(Self.oldest, at: .seconds(11)) == nil)
  }
}
