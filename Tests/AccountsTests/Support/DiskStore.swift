import FormworkCore
import Accounts
import GRDB
import Glibc
import TestSupport

@testable import AccountsSQLite

/// A place for a store's file, and a second connection to it.
///
/// It goes, with all in it, when the test lets go of it: hold it to the end.
struct DiskStore {
  let directory: TemporaryDirectory
  let path: String
  let store: SQLiteAccountStore
  private let busyTimeout: Duration

  /// Waits for locks far longer than a slow, busy machine needs, but where a test says otherwise.
  init(busyTimeout: Duration = .seconds(600)) throws {
    self.busyTimeout = busyTimeout
    directory = try TemporaryDirectory()
    path = directory.path(of: "accounts.sqlite")
    store = SQLiteAccountStore(path: path, busyTimeout: busyTimeout, hashing: QuickHashing())
  }

  /// Another store on the same file.
  func otherStore(
    hashing: any PasswordHashing = QuickHashing(), now: @escaping @Sendable () -> Moment = { .now }
  ) -> SQLiteAccountStore {
    SQLiteAccountStore(path: path, busyTimeout: busyTimeout, hashing: hashing, now: now)
  }

  /// Opens the file as a person would who edits it by hand, without any of the program's rules.
  func edit(_ sql: String) async throws {
    let queue = try self.queue()
    try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The store's own connection.
  func connection() throws -> DatabaseQueue { try store.file.connection() }

  /// A connection that may hold a transaction for as long as a test likes.
  func queue() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // A person may have made the file, for that person alone.
    chmod(path, 0o600)
    return queue
  }
}
