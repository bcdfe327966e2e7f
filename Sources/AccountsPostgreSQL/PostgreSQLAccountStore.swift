package import Accounts
package import FormworkCore
import FormworkOperations

/// A store in a database of PostgreSQL, for programs on several machines.
///
/// The first question connects, and creates the tables.
package struct PostgreSQLAccountStore: DatabaseAccountStore {
  private let address: ServerAddress
  let pool: ConnectionPool
  package let hashing: any PasswordHashing
  package let now: @Sendable () -> Timestamp

  /// Creates a store at a URL; the tables are created if it `isMade`.
  package init(
    url: String, isMade: Bool = true, hashing: any PasswordHashing = PasswordHasher(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    address = ServerAddress(url)
    pool = ConnectionPool(address, isMade: isMade)
    self.hashing = hashing
    self.now = now
  }

  /// Returns whether an address of accounts is the URL of a database.
  package static func isURL(_ address: String) -> Bool {
    ["postgresql://", "postgres://"].contains { address.hasPrefix($0) }
  }

  /// Checks the URL without connecting.
  package func checkAddress() throws(AccountStoreError) {
    do { try address.check() } catch { throw .unavailable(error.message(about: address.url)) }
  }

  package func close(limit: Duration) {
    _ = OperationExecutor.wait(limit: limit) { [pool] in pool.close() }
  }

  package func read<Answer: Sendable>(
    _ question: @escaping @Sendable (PostgreSQLTransaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try pool.read(question) }
  }

  package func readAtOnce<Answer: Sendable>(
    _ questions: @escaping @Sendable (PostgreSQLTransaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try pool.readAtOnce(questions) }
  }

  package func write<Answer: Sendable>(
    isRepeatable: Bool, _ work: @escaping @Sendable (PostgreSQLTransaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try pool.write(isRepeatable: isRepeatable, work) }
  }

  package func changeCount() async throws(AccountStoreError) -> Int {
    try await read { Int(try $0.counts().changes) }
  }

  package func changes() async throws(AccountStoreError) -> AsyncStream<Void> {
    try await use { try ServerWatch.changes(pool) }
  }

  package func failure(of error: any Error) -> AccountStoreError {
    let fault = error as? ServerFault ?? .damaged
    if fault == .outcomeUnknown { return .outcomeUnknown(at: address.url) }
    return .unavailable(fault.message(about: address.url))
  }
}
