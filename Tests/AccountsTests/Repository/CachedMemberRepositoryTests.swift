import FormworkCore
import TestSupport
import Testing

@testable import Accounts

@Suite(.timeLimit(.minutes(20))) struct CachedMemberRepositoryTests {
  private static let query = MemberQuery(.oldest, range: 0..<9)

  /// A service with an account, and a repository that has not asked it yet.
  private struct Bench {
    let store = InMemoryAccountStore()
    let remote: FakeRemoteMembers
    let repository: CachedMemberRepository
    let clock = ManualClock()

    init(_ limits: CachedMemberRepository.Limits = .init()) async throws {
      remote = FakeRemoteMembers(store)
      repository = CachedMemberRepository(remote, limits: limits, clock: clock)
      try await store.register("ada")
    }

    /// Returns the state or the error of the list, or of one member.
    func told(
      _ query: MemberQuery = CachedMemberRepositoryTests.query, as session: AccountSession? = nil
    ) async -> Told {
      do throws(AccountStoreError) {
        let page = try await repository.members(query, as: session)
        return .page(page.names, age: page.age)
      } catch {
        return .error(error)
      }
    }

    func toldMember(as session: AccountSession? = nil) async -> Told {
      do throws(AccountStoreError) {
        let member = try await repository.member(named: "ADA", as: session)
        return .page([member?.username].compactMap(\.self), age: nil)
      } catch {
        return .error(error)
      }
    }
  }

  private enum Told: Equatable {
    case page([String], age: Duration?)
    case error(AccountStoreError)

    static func reason(_ error: RemoteMembersError) -> Told { .error(.unavailable(error.message)) }
  }

  /// Each fault, with the answers if nothing, something fresh or something old is cached.
  private static let faults: [(RemoteMembersError, nothing: Told, fresh: Told, old: Told)] = [
    (.offline, .reason(.offline), .page(["ada"], age: nil), .page(["ada"], age: .seconds(11))),
    (.timedOut, .reason(.timedOut), .page(["ada"], age: nil), .page(["ada"], age: .seconds(11))),
    (.malformed, .reason(.malformed), .page(["ada"], age: nil), .reason(.malformed)),
    (
      .refused(status: 503), .reason(.refused(status: 503)), .page(["ada"], age: nil),
      .reason(.refused(status: 503))
    ),
    (.unauthorized, .error(.sessionEnded), .page(["ada"], age: nil), .error(.sessionEnded)),
    (.forbidden, .error(.notAllowed), .page(["ada"], age: nil), .error(.notAllowed)),
    (.cancelled, .error(.cancelled), .page(["ada"], age: nil), .error(.cancelled)),
  ]

  @Test(arguments: faults.indices) func whatFaultsCome(to place: Int) async throws {
    let (fault, nothing, fresh, old) = Self.faults[place]
    let bench = try await Bench()
    await bench.remote.fail(with: fault)
    #expect(await bench.told() == nothing)
    #expect(await bench.toldMember() == nothing)
    await bench.remote.fail(with: nil)
    #expect(await bench.told() == .page(["ada"], age: nil))
    #expect(await bench.toldMember() == .page(["ada"], age: nil))
    await bench.remote.fail(with: fault)
    #expect(await bench.told() == fresh)
    #expect(await bench.toldMember() == fresh)
    bench.clock.advance(by: .seconds(11))
    #expect(await bench.told() == old)
    // A single member is never an old one.
    #expect(await bench.toldMember() == nothing)
    await bench.remote.fail(with: nil)
    #expect(await bench.told() == .page(["ada"], age: nil))
  }

  /// Invalid answers.
  private static let nonsense: [@Sendable (inout RemoteList) -> Void] = [
    { $0.items[0].id = "one" }, { $0.items[0].id = "0" }, { $0.items[0].id = "-1" },
    { $0.items[0].id = "99999999999999999999" }, { $0.items[0].login = "" },
    { $0.items[0].login = "eve" }, { $0.items[0].notes?.version = 0 },
    { $0.items[0].notes?.created = .nan }, { $0.items[0].notes?.seen = .infinity },
    { $0.items[0].notes?.changed = -1 }, { $0.items[0].notes?.changed = 1e15 },
    { $0.items.append($0.items[0]) },
    {
      $0.items.append($0.items[0])
      $0.total = 2
    },
    { $0.total = 2 }, { $0.total = 0 }, { $0.total = -1 }, { $0.items = [] },
  ]

  @Test(arguments: nonsense.indices) func nonsenseIsToldAsSuch(_ place: Int) async throws {
    let bench = try await Bench()
    let session = try await bench.store.session("ada")
    await bench.remote.spoil(Self.nonsense[place])
    let query = MemberQuery(.oldest, beginning: "A", range: 0..<9)
    #expect(await bench.told(query, as: session) == .reason(.malformed))
    // The range of a list does not concern a single member.
    let isOfMember = place < 11
    #expect(
      await bench.toldMember(as: session)
        == (isOfMember ? .reason(.malformed) : .page(place == 16 ? [] : ["ada"], age: nil)))
  }

  /// Unknown data of a later version of the service is ignored.
  @Test func whatIsNotKnownIsLeftOut() async throws {
    let bench = try await Bench()
    await bench.remote.spoil {
      $0.items[0].channels = [
        .init(kind: "pigeon", value: "grey", isVisible: true),
        .init(kind: "web", value: "https://example.org", isVisible: true),
      ]
      $0.items[0].givenName = "E\u{301}va"
    }
    let member = try await bench.repository.member(named: "ada", as: nil)
    #expect(
      member?.contacts == [Contact(kind: .web, address: "https://example.org", isPublic: true)])
    #expect(member?.givenName.unicodeScalars.count == 3)
  }

  /// Positions that do not exist, and the greatest ones.
  @Test(arguments: [
    (-5..<1, ["ada"]), (-5 ..< -1, []), (0..<0, []), (3..<9, []), (.max - 1 ..< .max, []),
  ]) func placesThatAreNotThere(_ range: Range<Int>, names: [String]) async throws {
    let bench = try await Bench()
    #expect(await bench.told(MemberQuery(.newest, range: range)) == .page(names, age: nil))
  }

  @Test func aQuestionIsAskedOnce() async throws {
    let bench = try await Bench()
    await bench.remote.slowDown()
    async let first = bench.told()
    async let second = bench.told()
    async let other = bench.told(MemberQuery(.newest, range: 0..<9))
    await bench.remote.waitForHeld(2)
    for _ in 0..<10 { await Task.yield() }
    for _ in 0..<2 { await bench.remote.letGo() }
    #expect(await [first, second, other] == Array(repeating: .page(["ada"], age: nil), count: 3))
    #expect(await bench.remote.questions.count == 2)
    #expect(await bench.told() == .page(["ada"], age: nil))
    #expect(await bench.remote.questions.count == 2)
  }

  /// An old answer is returned after a while, and the new one when it arrives.
  @Test func aSlowServiceIsNotWaitedForWithAnOldAnswer() async throws {
    let bench = try await Bench()
    #expect(await bench.told() == .page(["ada"], age: nil))
    bench.clock.advance(by: .seconds(11))
    try await bench.store.register("bob")
    await bench.remote.slowDown()
    let told = Task { await bench.told() }
    await bench.remote.waitForHeld(1)
    try await onThreadOfItsOwn { #expect(bench.clock.waitForSleepers([.seconds(2)])) }
    bench.clock.advance(by: .seconds(2))
    #expect(await told.value == .page(["ada"], age: .seconds(13)))
    let next = Task { await bench.told() }
    try await onThreadOfItsOwn { #expect(bench.clock.waitForSleepers([.seconds(2)])) }
    await bench.remote.letGo()
    #expect(await next.value == .page(["ada", "bob"], age: nil))
    #expect(await bench.remote.questions.count == 2)
  }

  /// A question is cancelled after all its callers have left.
  @Test func aQuestionGoesOnForThoseWhoWait() async throws {
    let bench = try await Bench()
    await bench.remote.slowDown()
    let tasks = (0..<2).map { _ in Task { await bench.told() } }
    await bench.remote.waitForHeld(1)
    for _ in 0..<10 { await Task.yield() }
    tasks[0].cancel()
    #expect(await tasks[0].value == .error(.cancelled))
    #expect(await bench.remote.cancelledCount == 0)
    await bench.remote.letGo()
    #expect(await tasks[1].value == .page(["ada"], age: nil))
    let last = Task { await bench.told(MemberQuery(.newest, range: 0..<2)) }
    await bench.remote.waitForHeld(1)
    last.cancel()
    #expect(await last.value == .error(.cancelled))
    while await bench.remote.cancelledCount == 0 { await Task.yield() }
  }

  @Test func whatIsLetGoOfIsFreed() async throws {
    let clock = ManualClock()
    let remote = FakeRemoteMembers(InMemoryAccountStore())
    weak var left: CachedMemberRepository?
    do {
      let repository = CachedMemberRepository(remote, clock: clock)
      left = repository
      _ = try await repository.members(Self.query, as: nil)
      clock.advance(by: .seconds(11))
      await remote.slowDown()
      let told = Task { try await repository.members(Self.query, as: nil) }
      await remote.waitForHeld(1)
      try await onThreadOfItsOwn { #expect(clock.waitForSleepers([.seconds(2)])) }
      clock.advance(by: .seconds(2))
      #expect(try await told.value.age == .seconds(13))
    }
    while await remote.cancelledCount == 0 { await Task.yield() }
    #expect(left == nil)
  }

  /// While the repository is watched, it asks the service every few seconds, even during a failure.
  @Test func theServiceIsAskedNowAndThen() async throws {
    let bench = try await Bench()
    let waiting = Task { try await bench.repository.awaitChange() }
    func revisions(_ count: Int) async throws {
      while await bench.remote.questions.count < count { await Task.yield() }
      try await onThreadOfItsOwn { #expect(bench.clock.waitForSleepers([.seconds(3)])) }
      #expect(
        await bench.remote.questions
          == Array(repeating: FakeRemoteMembers.Question.revision, count: count))
    }
    try await revisions(1)
    bench.clock.advance(by: .seconds(3))
    try await revisions(2)
    await bench.remote.fail(with: .offline)
    try await bench.store.register("bob")
    bench.clock.advance(by: .seconds(3))
    try await revisions(3)
    await bench.remote.fail(with: nil)
    bench.clock.advance(by: .seconds(3))
    try await waiting.value
  }

  /// The cache is limited: the answer that was not used for the longest time is dropped.
  @Test func littleIsKept() async throws {
    let bench = try await Bench(.init(size: 4))
    let queries = (1...3).map { MemberQuery(.oldest, range: 0..<$0) }
    for place in [0, 1, 0, 2, 0, 1] {
      #expect(await bench.told(queries[place]) == .page(["ada"], age: nil))
    }
    #expect(
      await bench.remote.questions
        == [1, 2, 3, 2].map {
          .list(RemoteListRequest(sort: "id", prefix: "", offset: 0, limit: $0))
        })
  }

  @Test(arguments: [
    (
      RemoteMembersError.cancelled,
      "the accounts were not waited for: ask again whether it was done"
    ),
    (
      .offline,
      "the service that has the members cannot be reached: look after the network, and try again"
    ),
    (.timedOut, "the service that has the members did not answer in time: try again"),
    (
      .unauthorized,
      "you are no longer signed in, for the account is gone or its password was changed elsewhere: "
        + "sign in again"
    ),
    (.forbidden, "only an administrator may do that: sign in as one"),
    (
      .malformed,
      "the service that has the members has answered what makes no sense: try again, and tell the "
        + "people who run it if that does not help"
    ),
    (
      .refused(status: 503),
      "the service that has the members refuses that, with the status 503: try again later"
    ),
  ]) func whatThePersonIsTold(_ error: RemoteMembersError, words: String) {
    #expect(Catalogue.accounts.text(for: error.message) == words)
  }
}
