import FormworkCore
import Accounts
import GRDB
import Glibc
import TestSupport

@testable import AccountsSQLite

/// A temporary folder for a store's file, and a second connection to it.
///
/// The folder is removed with its last reference.
struct DiskStore {
  let directory: TemporaryDirectory
  let path: String
  let store: SQLiteAccountStore
  private let busyTimeout: Duration

  /// Creates a store that waits for locks far longer than a busy machine needs.
  init(busyTimeout: Duration = .seconds(600)) throws {
    self.busyTimeout = busyTimeout
    directory = try TemporaryDirectory()
    path = directory.path(of: "accounts.sqlite")
    store = SQLiteAccountStore(path: path, busyTimeout: busyTimeout, hashing: QuickHashing())
  }

  /// Creates another store with the same file.
  func otherStore(
    hashing: any PasswordHashing = QuickHashing(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) -> SQLiteAccountStore {
    SQLiteAccountStore(path: path, busyTimeout: busyTimeout, hashing: hashing, now: now)
  }

  /// Edits the file by hand, without the program's rules.
  func edit(_ sql: String) async throws {
    let queue = try self.queue()
    try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  func connection() throws -> DatabaseQueue { try store.file.connection() }

  /// Opens a connection that may hold a transaction for any time.
  func queue() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // The file's creator may have restricted its permissions.
    chmod(path, 0o600)
    return queue
  }
}
