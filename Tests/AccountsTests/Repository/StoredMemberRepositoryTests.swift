import Accounts
import FormworkCore
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AccountsSQLite

@Suite(.timeLimit(.minutes(20))) struct StoredMemberRepositoryTests {
  @Test func nothingIsPolled() async throws {
    let (clock, store) = (ManualClock(), InMemoryAccountStore())
    let repository = StoredMemberRepository(store: store, clock: clock)
    let waiting = Task { try await repository.awaitChange() }
    for _ in 0..<100 { await Task.yield() }
    // Each pause would be one of the clock.
    #expect(clock.waitForSleepers([]))
    clock.advance(by: .seconds(3600))
    for _ in 0..<100 { await Task.yield() }
    #expect(clock.waitForSleepers([]))
    try await store.register("ada")
    try await waiting.value
  }

  /// At most ten times a second.
  @Test func aBurstIsToldNowAndThen() async throws {
    let clock = ManualClock()
    let store = InMemoryAccountStore()
    await store.setPolicy(.allowing(true))
    let repository = StoredMemberRepository(store: store, clock: clock)
    _ = try await repository.members(MemberQuery(.newest, range: 0..<1), as: nil)
    let toldCount = Mutex(0)
    let waiting = Task {
      while true {
        try await repository.awaitChange()
        toldCount.withLock { $0 += 1 }
      }
    }
    let roundCount = 20
    for round in 0..<roundCount {
      for number in 0..<20 { try await store.register("u\(round * 20 + number)") }
      clock.advance(by: StoredMemberRepository.pause)
    }
    while toldCount.withLock({ $0 }) == 0 { await Task.yield() }
    #expect(toldCount.withLock { $0 } <= roundCount + 1)
    waiting.cancel()
    await #expect(throws: AccountStoreError.cancelled) { try await waiting.value }
  }

  @Test func aStoreThatGoesAndComesIsTold() async throws {
    let disk = try DiskStore()
    try await disk.store.register("ada")
    let aside = disk.directory.path(of: "aside.sqlite")
    let store = SQLiteAccountStore(path: disk.path, isMade: false, hashing: QuickHashing())
    let clock = ManualClock()
    let repository = StoredMemberRepository(store: store, clock: clock)
    let bench = RepositoryKind.Bench(store: store, repository: repository, clock: clock)
    let query = MemberQuery(.newest, range: 0..<1)
    #expect(try await repository.members(query, as: nil).names == ["ada"])
    for (source, target, isThere) in [(disk.path, aside, false), (aside, disk.path, true)] {
      let waiting = Task { try await repository.awaitChange() }
      await Task.yield()
      for end in ["", "-wal", "-shm"] { rename(source + end, target + end) }
      try await bench.passing { try await waiting.value }
      if isThere {
        #expect(try await repository.members(query, as: nil).names == ["ada"])
      } else {
        await #expect(throws: AccountStoreError.file(.missing, disk.path)) {
          try await repository.members(query, as: nil)
        }
      }
    }
  }
}
