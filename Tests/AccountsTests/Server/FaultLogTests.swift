#if Service
import Accounts
import AccountsSQLite
import FormworkCore
import Glibc
import Logging
import TestSupport
import Testing

@testable import registration_service

/// The lines of the log of a service whose accounts fail.
@Suite(.timeLimit(.minutes(20))) struct FaultLogTests {
  /// A logger whose lines a test awaits.
  private struct Lines: LogHandler {
    let lines: AsyncStream<String>.Continuation
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    func log(event: LogEvent) { lines.yield("\(event.level): \(event.message)") }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
  }

  /// The log has each reason of a failure once and not for each request, and the end of it once.
  @Test func aFailureIsALineForEachReason() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/accounts.sqlite"
    #expect(mkdir(path, 0o700) == 0)
    let store = SQLiteAccountStore(path: path, isMade: true, hashing: QuickHashing())
    let (lines, handler) = AsyncStream<String>.makeStream()
    let log = FaultLog(store, Logger(label: "test") { _ in Lines(lines: handler) })
    await log.begin()
    let error = try #require(
      await #expect(throws: AccountStoreError.self) { try await store.count() })
    for _ in 0..<5 { await log.note(error) }
    for _ in 0..<2 { await log.note(.hashingFailed) }
    #expect(rmdir(path) == 0)
    defer { withExtendedLifetime(directory) {} }
    var found: [String] = []
    for await line in lines {
      found.append(line)
      if found.count == 3 { break }
    }
    let reasons = [error, .hashingFailed].map { Catalogue.stores.text(for: $0.message) }
    #expect(found == reasons.map { "error: \($0)" } + ["notice: the accounts answer again"])
  }

  /// A fault of accounts that answer otherwise is not repeated.
  @Test func aFaultOfRequestsIsOneLine() async throws {
    let (lines, handler) = AsyncStream<String>.makeStream()
    let log = FaultLog(
      InMemoryAccountStore(), Logger(label: "test") { _ in Lines(lines: handler) })
    for _ in 0..<3 { await log.note(.hashingFailed) }
    await log.note(.cancelled)
    handler.finish()
    var found: [String] = []
    for await line in lines { found.append(line) }
    let sentence = Catalogue.stores.text(for: AccountStoreError.hashingFailed.message)
    #expect(found == ["error: \(sentence)"])
  }
}
#endif
