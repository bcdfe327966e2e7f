import FormworkCore
import FormworkOperations
import TestSupport
import Testing

@testable import Accounts

@Suite(.timeLimit(.minutes(20))) struct CachedMemberRepositoryTests {
  private static let query = MemberQuery(.oldest, range: 0..<9)
  private static let offline = AccountStoreError.away("offline")

  /// A repository over one that gives each answer when the test says so.
  private struct Bench {
    let base = PacedRepository()
    let clock = ManualClock()
    let cache: MemberCache
    let repository: CachedMemberRepository

    init() {
      cache = MemberCache(clock: clock)
      repository = CachedMemberRepository(base, cache: cache)
    }

    /// Returns the names on a page with its age, or the error.
    func page(
      _ query: MemberQuery = CachedMemberRepositoryTests.query, as session: AccountSession? = nil
    ) async -> Answer {
      do throws(AccountStoreError) {
        let page = try await repository.members(query, as: session)
        return .page(page.rows.map(\.username), age: page.age)
      } catch {
        return .error(error)
      }
    }

    /// Asks once, after which the cache has a page of one name.
    func fill() async {
      await base.answer(with: .success(["ada"]))
      #expect(await page() == .page(["ada"]))
    }
  }

  private enum Answer: Equatable {
    case page([String], age: Duration? = nil)
    case error(AccountStoreError)
  }

  /// Each error, with the answer when an old page is there, and the answer after that.
  @Test(
    arguments: [
      (offline, .page(["ada"], age: .seconds(11)), .page(["ada"], age: .seconds(11))),
      (.unavailable("damaged"), .error(.unavailable("damaged")), .page(["ada"], age: .seconds(11))),
      (.sessionEnded, .error(.sessionEnded), .error(offline)),
      (.notAllowed, .error(.notAllowed), .error(offline)),
      (.cancelled, .error(.cancelled), .page(["ada"], age: .seconds(11))),
    ] as [(AccountStoreError, Answer, Answer)])
  private func errorsAreReportedUnlessThePageHelps(
    _ error: AccountStoreError, with page: Answer, afterwards: Answer
  ) async {
    let bench = Bench()
    await bench.base.answer(with: .failure(error))
    #expect(await bench.page() == .error(error))
    await bench.fill()
    bench.clock.advance(by: .seconds(11))
    await bench.base.answer(with: .failure(error))
    #expect(await bench.page() == page)
    await bench.base.answer(with: .failure(Self.offline))
    #expect(await bench.page() == afterwards)
  }

  /// For ten seconds, unless something has changed meanwhile.
  @Test func aFreshPageIsNotAskedForAgain() async throws {
    let bench = Bench()
    await bench.fill()
    await bench.base.answer(with: .success(["bob"]))
    bench.clock.advance(by: .seconds(10))
    #expect(await bench.page() == .page(["ada"]))
    #expect(await bench.page(MemberQuery(.newest, range: 0..<9)) == .page(["bob"]))
    #expect(await bench.base.questionCount == 2)
    try await bench.repository.awaitChange()
    #expect(await bench.page() == .page(["bob"]))
    await bench.base.answer(with: .success(["eve"]))
    #expect(await bench.page() == .page(["bob"]))
    bench.clock.advance(by: .seconds(10) + .nanoseconds(1))
    #expect(await bench.page() == .page(["eve"]))
    bench.cache.expire()
    await bench.base.answer(with: .failure(Self.offline))
    #expect(await bench.page() == .page(["eve"], age: .zero))
  }

  /// A page that was asked for before a change is old, even if it arrives after it.
  @Test func aChangeMeanwhileMakesAPageOld() async throws {
    let bench = Bench()
    await bench.base.answer(with: nil)
    let asking = Task { await bench.page() }
    await bench.base.waitForQuestion()
    bench.cache.expire()
    await bench.base.answer(with: .success(["ada"]))
    #expect(await asking.value == .page(["ada"]))
    await bench.base.answer(with: .success(["bob"]))
    #expect(await bench.page() == .page(["bob"]))
  }

  @Test func aSlowServiceIsWaitedForTwoSecondsIfThereIsAnOldPage() async throws {
    let bench = Bench()
    await bench.fill()
    bench.clock.advance(by: .seconds(11))
    await bench.base.answer(with: nil)
    let asking = Task { await bench.page() }
    await bench.base.waitForQuestion()
    try await onThreadOfItsOwn { #expect(bench.clock.waitForSleepers([.seconds(2)])) }
    bench.clock.advance(by: .seconds(2))
    #expect(await asking.value == .page(["ada"], age: .seconds(13)))
    #expect(await bench.base.cancelledCount == 1)
  }

  @Test func cancellationReachesTheService() async throws {
    let bench = Bench()
    for isFilled in [false, true] {
      if isFilled {
        await bench.fill()
        bench.clock.advance(by: .seconds(11))
      }
      await bench.base.answer(with: nil)
      let asking = Task { await bench.page() }
      await bench.base.waitForQuestion()
      asking.cancel()
      #expect(await asking.value == .error(.cancelled))
    }
    #expect(await bench.base.cancelledCount == 2)
  }

  /// Pages belong to the session that has asked.
  @Test func sessionsSeeTheirOwnPages() async throws {
    let bench = Bench()
    await bench.fill()
    let session = AccountSession(account: 1, credentials: 2)
    await bench.base.answer(with: .success(["ada", "eve"]))
    #expect(await bench.page(as: session) == .page(["ada", "eve"]))
    #expect(await bench.page() == .page(["ada"]))
  }

  /// A hundred pages: the oldest is dropped first.
  @Test func theCacheIsBounded() async {
    let bench = Bench()
    await bench.fill()
    for count in 10...110 {
      bench.clock.advance(by: .milliseconds(1))
      _ = await bench.page(MemberQuery(.oldest, range: 0..<count))
    }
    let previous = await bench.base.questionCount
    _ = await bench.page(MemberQuery(.oldest, range: 0..<11))
    #expect(await bench.base.questionCount == previous)
    _ = await bench.page()
    #expect(await bench.base.questionCount == previous + 1)
  }

  @Test func oneMemberIsNeverOld() async {
    let bench = Bench()
    await bench.base.answer(with: .failure(Self.offline))
    await #expect(throws: Self.offline) {
      try await bench.repository.member(named: "ada", as: nil)
    }
  }
}

/// A repository that answers when the test says so.
private actor PacedRepository: MemberRepository {
  private(set) var questionCount = 0
  private(set) var cancelledCount = 0
  private var answer: Result<[String], AccountStoreError>? = .success([])
  private var waiting: [AsyncStream<Void>.Continuation] = []

  /// Sets the answer to all questions; with `nil`, they wait.
  func answer(with answer: Result<[String], AccountStoreError>?) {
    self.answer = answer
    guard answer != nil else { return }
    for question in waiting { question.finish() }
    waiting = []
  }

  /// Waits until a question waits for its answer.
  func waitForQuestion() async { while waiting.isEmpty { await Task.yield() } }

  private func names() async throws(AccountStoreError) -> [String] {
    questionCount += 1
    while answer == nil {
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      waiting.append(continuation)
      for await _ in stream {}
      if Task.isCancelled {
        cancelledCount += 1
        throw .cancelled
      }
    }
    return try (answer ?? .success([])).get()
  }

  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    let names = try await names()
    let rows = names.enumerated().map { id, name in
      Member(
        id: Int64(id), username: name, givenName: "", familyName: "", email: nil, contacts: [])
    }
    return MemberPage(rows: rows, total: rows.count)
  }

  func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    _ = try await names()
    return nil
  }

  func awaitChange() async throws(AccountStoreError) {}
}
