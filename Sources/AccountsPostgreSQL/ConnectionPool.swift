import Accounts
import FormworkOperations
import Glibc

/// The connections of a store, one for each thread of ``OperationExecutor`` that asks at the same time.
///
/// They are opened when they are needed, and kept.
final class ConnectionPool: Sendable {
  /// The greatest number of tries of a transaction that conflicts with others.
  private static let conflictLimit = 12

  private let address: ServerAddress
  private let isMade: Bool
  private let idle = Synchronized<[ServerConnection]>([])
  private let places = Synchronized(MemberPlaces<AccountCounts, String>())

  init(_ address: ServerAddress, isMade: Bool) {
    self.address = address
    self.isMade = isMade
  }

  /// Closes the idle connections.
  func close() { _ = idle.exchange([]) }

  /// Opens a connection, which the caller keeps, and returns the schema of the tables.
  func connect() throws -> (ServerConnection, schema: String) {
    try address.check()
    let connection = try ServerConnection(to: address)
    return (connection, try AccountTables.prepare(connection, isMade: isMade))
  }

  /// Asks on one connection, and once more on a new one if that was lost.
  func read<Answer>(_ question: (PostgreSQLTransaction) throws -> Answer) throws -> Answer {
    do {
      return try use { try question(transaction($0)) }
    } catch let fault as ServerFault where fault.isLoss {
      return try use { try question(transaction($0)) }
    }
  }

  /// Asks several questions about one state of the database.
  func readAtOnce<Answer>(_ questions: (PostgreSQLTransaction) throws -> Answer) throws -> Answer {
    try read { transaction in
      try transaction.connection.beginPipeline()
      let answer = try questions(transaction)
      try transaction.connection.endPipeline()
      return answer
    }
  }

  /// Works in a transaction, again if it conflicts with another one, or was lost before its end.
  ///
  /// Work that can be repeated is also sent again if the outcome is unknown.
  func write<Answer>(
    isRepeatable: Bool, _ work: (PostgreSQLTransaction) throws -> Answer
  ) throws -> Answer {
    var losses = 0
    var conflicts = 0
    while true {
      do {
        return try use { connection in
          _ = try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
          let answer = try work(transaction(connection, isWriting: true))
          do { _ = try connection.run("COMMIT") } catch let fault as ServerFault
            where fault.isLoss || fault == .noAnswer
          {
            throw ServerFault.outcomeUnknown
          }
          return answer
        }
      } catch ServerFault.server(let state, _)
        where state.isConflict && conflicts < Self.conflictLimit
      {
        conflicts += 1
        // Those who conflict come back at different times.
        usleep(.random(in: 0..<(1000 << UInt32(min(conflicts, 6)))))
      } catch let fault as ServerFault
        where losses == 0 && (fault.isLoss || fault == .outcomeUnknown && isRepeatable)
      {
        losses += 1
      }
    }
  }

  private func transaction(
    _ connection: ServerConnection, isWriting: Bool = false
  ) -> PostgreSQLTransaction {
    PostgreSQLTransaction(connection, isWriting: isWriting, places: places)
  }

  /// Uses a connection, whose transaction ends with an error.
  private func use<Answer>(_ work: (ServerConnection) throws -> Answer) throws -> Answer {
    try Task.checkCancellation()
    let connection = try idle.withState { $0.popLast() } ?? connect().0
    do {
      let answer = try work(connection)
      if connection.isUsable { idle.withState { $0.append(connection) } }
      return answer
    } catch {
      guard connection.isUsable else {
        // After the loss of one connection, the others are probably lost as well.
        close()
        throw error
      }
      try connection.rollBack()
      idle.withState { $0.append(connection) }
      throw error
    }
  }
}

extension ServerFault {
  /// Whether the connection was lost, and a new one may answer.
  fileprivate var isLoss: Bool {
    switch self {
    case .lost: true
    case .server(let state, _): state.isEnd
    default: false
    }
  }
}
