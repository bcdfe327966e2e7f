package import Accounts
package import FormworkCore
import FormworkOperations
import FormworkSystem
import Foundation
import GRDB

/// A store in a file of SQLite, which several programs may use at once.
///
/// The first question opens or creates the file.
package struct SQLiteAccountStore: DatabaseAccountStore {
  let file: AccountFile
  package let hashing: any PasswordHashing
  package let now: @Sendable () -> Timestamp

  /// Creates a store in a file that only its owner may read.
  ///
  /// If it `isMade`, a missing file is created with its directories, and the file has to be writable.
  package init(
    path: String, isMade: Bool = true, busyTimeout: Duration = .seconds(5),
    hashing: any PasswordHashing = PasswordHasher(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    file = AccountFile(path: path, isMade: isMade, busyTimeout: busyTimeout)
    self.hashing = hashing
    self.now = now
  }

  /// Closes the file, after the limit in the background; a later request opens it again.
  package func close(limit: Duration) {
    _ = OperationExecutor.wait(limit: limit) { [file] in file.close() }
  }

  package func changeCount() async throws(AccountStoreError) -> Int {
    try await use { try file.changeCount() }
  }

  package func changes() async throws(AccountStoreError) -> AsyncStream<Void> {
    try await use { try FileWatch.changes(of: file.path) }
  }

  package func readAtOnce<Answer: Sendable>(
    _ questions: @escaping @Sendable (SQLiteTransaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try file.readAtOnce { try questions(SQLiteTransaction(db: $0, file: file)) } }
  }

  package func read<Answer: Sendable>(
    _ question: @escaping @Sendable (SQLiteTransaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try file.read { try question(SQLiteTransaction(db: $0, file: file)) } }
  }

  package func write<Answer: Sendable>(
    isRepeatable: Bool, _ work: @escaping @Sendable (SQLiteTransaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try file.write { try work(SQLiteTransaction(db: $0, file: file)) } }
  }

  package func failure(of error: any Error) -> AccountStoreError {
    let error = error as? SQLiteStoreError ?? SQLiteStoreError(error, path: file.path)
    return .unavailable(error.message)
  }
}

extension SQLiteAccountStore {
  /// Returns the path of the file of the user's accounts.
  ///
  /// It is `$XDG_DATA_HOME/formwork/accounts.sqlite`, or else in `~/.local/share`. Without `HOME`, the home
  /// is that of the password database, or else the root directory.
  package static func defaultPath(
    environment: (String) -> String? = Environment.value
  ) -> String {
    let home = Environment.path("HOME", in: environment) ?? Directory.registeredHome() ?? ""
    let data = Environment.path("XDG_DATA_HOME", in: environment) ?? home + "/.local/share"
    return "\(data)/formwork/accounts.sqlite"
  }
}
