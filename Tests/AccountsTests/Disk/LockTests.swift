import Accounts
import FormworkSystem
import Foundation
import GRDB
import TestSupport
import Testing

@testable import AccountsSQLite

@Suite struct LockTests {
  private static let briefly = Duration.milliseconds(50)

  @Test func storesCreateTheFileAtOnce() async throws {
    for _ in 0..<5 {
      let disk = try DiskStore()
      try await withThrowingTaskGroup(of: [Account].self) { group in
        for _ in 0..<8 {
          let store = disk.otherStore()
          group.addTask { try await store.accounts() }
        }
        for try await accounts in group { #expect(accounts == []) }
      }
    }
  }

  @Test func aClosedFileIsAlone() async throws {
    let disk = try DiskStore()
    try await disk.store.register("ada")
    disk.store.close(limit: .seconds(600))
    #expect(
      Directory.names(in: disk.directory.path).sorted() == [".", "..", "accounts.sqlite"])
    #expect(try await disk.store.count() == 1)
  }

  @Test func writersWaitForOneAnother() async throws {
    let disk = try DiskStore(busyTimeout: Self.briefly)
    _ = try await disk.store.register(.ada, "1")
    let other = try disk.queue()
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: AccountStoreError.file(.locked, disk.path)) {
      try await disk.store.register(.grace, "2")
    }
    // A store that only reads does not wait.
    #expect(try await disk.store.accounts() == [.ada])
    #expect(try await disk.store.isFree("grace"))

    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await disk.store.register(.grace, "2") == .registered(.grace))
  }

  @Test func fileThatIsAnothersAlone() async throws {
    let disk = try DiskStore(busyTimeout: Self.briefly)
    _ = try await disk.otherStore().register(.ada, "1")
    let other = try disk.queue()
    try await other.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try db.execute(sql: "BEGIN EXCLUSIVE")
    }
    // Neither opening nor reading works.
    for _ in 0..<2 {
      await #expect(throws: AccountStoreError.file(.locked, disk.path)) {
        try await disk.store.accounts()
      }
    }
    try other.close()
    #expect(try await disk.store.accounts() == [.ada])
  }

  @Test func lockIsWaitedForUntilItGoes() async throws {
    let disk = try DiskStore()
    _ = try await disk.store.count()
    let other = try disk.queue()
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    async let outcome = disk.store.register(.ada, "1")
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    #expect(try await outcome == .registered(.ada))
  }

  /// Opening waits by itself, since SQLite does not wait there.
  ///
  /// Without the cancellation, the answer would exceed the time limit.
  @Test(.timeLimit(.minutes(20)))
  func cancelledTaskOpensNoFile() async throws {
    let disk = try DiskStore(busyTimeout: .seconds(7_200))
    _ = try await disk.otherStore().count()
    let other = try disk.queue()
    try await other.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    }
    let before = Self.openings(of: disk.path)
    let task = Task { () throws(AccountStoreError) -> Int in try await disk.store.count() }
    // The store has opened the file, and finds it locked.
    while Self.openings(of: disk.path) == before { await Task.yield() }
    task.cancel()
    await #expect(throws: AccountStoreError.cancelled) { try await task.value }

    try other.close()
    #expect(try await disk.store.count() == 0)
  }

  /// Returns the number of this process's descriptors for a file.
  private static func openings(of path: String) -> Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
  }

  /// Without the cancellation, the answer would exceed the time limit.
  @Test(.timeLimit(.minutes(20)))
  func cancelledTaskWaitsForNoLock() async throws {
    let disk = try DiskStore(busyTimeout: .seconds(7_200))
    let (starts, continuation) = AsyncStream.makeStream(of: Void.self)
    try await disk.connection().writeWithoutTransaction { db in
      db.trace { if "\($0)".hasPrefix("BEGIN IMMEDIATE") { continuation.yield() } }
    }
    let other = try disk.queue()
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let task = Task { () throws(AccountStoreError) -> RegistrationOutcome in
      try await disk.store.register(.ada, "1")
    }
    for await _ in starts { break }
    task.cancel()
    await #expect(throws: AccountStoreError.cancelled) { try await task.value }

    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await disk.store.accounts() == [])
    #expect(try await disk.store.register(.ada, "1") == .registered(.ada))
  }
}
