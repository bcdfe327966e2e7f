import FormworkCore
import TestSupport
import Testing

@testable import Accounts

/// Compares the cache with the reference during random questions, answers and faults.
@Suite struct MemberCacheTests {
  private struct Run {
    var generator: SeededGenerator
    var cache: MemberCache
    var reference = ReferenceCache(freshness: .seconds(10))
    let isBounded: Bool
    let keys: [MemberCache.Key]
    var now: Duration = .zero
    var answerCount = 0
    /// The open questions to the service, and the state of its members at that time.
    var asked: [(number: Int, key: MemberCache.Key?)] = []
    var revision = 0

    init(seed: UInt64, limit: Int?) {
      generator = SeededGenerator(seed: seed)
      cache = MemberCache(freshness: .seconds(10), limit: limit ?? .max)
      isBounded = limit != nil
      let sessions: [AccountSession?] = [
        nil, AccountSession(account: 1, credentials: 1), AccountSession(account: 1, credentials: 2),
      ]
      keys = sessions.flatMap { session in
        [.page(MemberQuery(.newest, range: 0..<9)), .page(MemberQuery(.oldest, range: 0..<9))]
          .map { MemberCache.Key(session: session, question: $0) }
          + [MemberCache.Key(session: session, question: .member(UsernameKey("ada")))]
      }
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// Returns an answer that differs from all others.
    mutating func answer(to key: MemberCache.Key) -> MemberCache.Answer {
      answerCount += 1
      let member = Member(
        id: Int64(answerCount), username: "ada", givenName: "", familyName: "", email: nil,
        contacts: [], record: nil)
      if case .member = key.question { return .member(member) }
      return .page(
        MemberPage(rows: Array(repeating: member, count: number(0..<4)), total: answerCount))
    }
  }

  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 100))
  func cacheAgreesWithReference(seed: UInt64) throws {
    var run = Run(seed: seed, limit: nil)
    for _ in 0..<100 { try step(&run) }
  }

  /// A small cache forgets answers, but returns no other ones.
  @Test(.serialized, arguments: UInt64(0)..<200)
  func littleRoomIsKeptTo(seed: UInt64) throws {
    let limit = Int(seed % 12)
    var run = Run(seed: seed, limit: limit)
    for _ in 0..<120 {
      try step(&run)
      let size = run.keys.reduce(0) { $0 + (run.cache.known($1, at: .zero)?.size ?? 0) }
      try #require(size <= limit)
    }
  }

  private func step(_ run: inout Run) throws {
    let key = try #require(run.keys.randomElement(using: &run.generator))
    switch run.number(0..<12) {
    case 0: run.now += .seconds(run.number(0..<7))
    case 1: run.revision += 1
    case 2..<6: try ask(key, &run)
    case 6:
      let number = run.cache.nextNumber()
      try #require(run.reference.nextNumber() == number)
      run.asked.append((number, nil))
    case 7 where run.number(0..<4) == 0:
      run.cache.end(key.session)
      run.reference.end(key.session)
    case 8 where !run.asked.isEmpty:
      let number = run.asked[run.number(0..<run.asked.count)].number
      run.cache.drop(number)
      run.reference.drop(number)
    default:
      guard !run.asked.isEmpty else { return }
      try answer(run.asked.remove(at: run.number(0..<run.asked.count)), &run)
    }
    try #require(run.isBounded || run.cache.changeCount == run.reference.changeCount)
    let isKnown = run.cache.known(key, at: run.now) == run.reference.known(key, at: run.now)
    try #require(run.isBounded || isKnown)
  }

  private func ask(_ key: MemberCache.Key, _ run: inout Run) throws {
    let step = run.cache.ask(key, at: run.now)
    if run.isBounded {
      // A cached answer is the newest of all.
      if case .answer(let answer) = step {
        try #require(run.reference.fresh(key, at: run.now) == answer)
      }
      if case .ask(let number) = step { run.reference.ask(number, key, at: run.now) }
    } else {
      try #require(run.reference.ask(key, at: run.now) == step)
    }
    if case .ask(let number) = step { run.asked.append((number, key)) }
  }

  private func answer(_ question: (number: Int, key: MemberCache.Key?), _ run: inout Run) throws {
    // An earlier question may have been answered with the state at that time.
    let revision = "\(max(0, run.revision - run.number(0..<2)))"
    guard let key = question.key else {
      run.cache.note(revision, of: question.number)
      return run.reference.note(revision, of: question.number)
    }
    let answer = run.answer(to: key)
    let taken = run.cache.take(answer, revision: revision, of: question.number)
    let expected = run.reference.take(answer, revision: revision, of: question.number)
    try #require(run.isBounded || taken == expected)
  }
}
