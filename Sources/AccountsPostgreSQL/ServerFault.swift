import Accounts
package import FormworkCore

/// The reason if a server does not answer.
enum ServerFault: Error, Equatable {
  /// PostgreSQL's library is not installed.
  case noLibrary

  /// The address is none, with the reason.
  case address(String)

  /// The address contains a password or another secret, which other users could see.
  case password

  /// No connection can be made, with the reason.
  case unreachable(String)

  /// The server asks for a password, and refuses the one that it gets, if any.
  case noAccess(String)

  /// The connection was lost, with the reason.
  case lost(String)

  /// The connection was lost while a change was stored.
  case outcomeUnknown

  /// The server did not answer in time.
  case noAnswer

  /// The database has another encoding than UTF-8.
  case encoding(String)

  /// The database contains no accounts, and they are not created.
  case missing

  /// The database contains tables of another program.
  case foreignTables

  /// A newer version of this program has changed the tables.
  case newerVersion

  /// The tables contain impossible values.
  case damaged

  /// The server refused a statement, with a message.
  case server(SQLState, String)

  /// Returns the message about a server at an address.
  func message(about address: String) -> Message {
    let (name, reason): (String, String) =
      switch self {
      case .address(let reason): ("address", reason)
      case .unreachable(let reason): ("unreachable", reason)
      case .noAccess(let reason): ("noAccess", reason)
      case .lost(let reason): ("lost", reason)
      case .encoding(let name): ("encoding", name)
      case .server(.diskFull, _): ("diskFull", "")
      case .server(.lockTimeOut, _), .server(.cancelled, _): ("noAnswer", "")
      case .server(.readOnly, _): ("readOnly", "")
      case .server(.noRight, let reason), .server(.noSchema, let reason): ("noRight", reason)
      case .server(.tooManyConnections, _): ("tooManyConnections", "")
      case .server(_, let reason): ("other", reason)
      default: ("\(self)", "")
      }
    return .key(
      "postgresql", of: name,
      ["address": .path(address), "reason": .path(reason.replacingControls())])
  }
}

/// A code of an error.
///
/// - SeeAlso: PostgreSQL's documentation, appendix A.
struct SQLState: RawRepresentable, Equatable, Sendable {
  let rawValue: String

  static let uniqueViolation = SQLState(rawValue: "23505")
  static let readOnly = SQLState(rawValue: "25006")
  static let noSchema = SQLState(rawValue: "3F000")
  static let serializationFailure = SQLState(rawValue: "40001")
  static let deadlock = SQLState(rawValue: "40P01")
  static let noRight = SQLState(rawValue: "42501")
  static let undefinedTable = SQLState(rawValue: "42P01")
  static let duplicateTable = SQLState(rawValue: "42P07")
  static let diskFull = SQLState(rawValue: "53100")
  static let tooManyConnections = SQLState(rawValue: "53300")
  static let lockTimeOut = SQLState(rawValue: "55P03")
  static let cancelled = SQLState(rawValue: "57014")

  /// Whether the same transaction may succeed when it is run again.
  ///
  /// A unique value was written by another one in between, which the next try reads.
  var isConflict: Bool {
    [.serializationFailure, .deadlock, .uniqueViolation].contains(self)
  }

  /// Whether the server has ended the connection.
  var isEnd: Bool { ["57P01", "57P02", "57P03"].contains(rawValue) || rawValue.hasPrefix("08") }
}

extension Catalogue {
  /// The sentences of a store in PostgreSQL, in English.
  package static let postgreSQLStore = Catalogue([
    "postgresql.noLibrary":
      "the library of PostgreSQL, libpq.so.5, is not installed: install the package libpq5",
    "postgresql.address":
      "not the address of a database: {reason}; write postgresql://HOST/DATABASE",
    "postgresql.password":
      """
    a password in the address of a database shows in the list of processes: leave it out, and write it \
    to ~/.pgpass or to the file in PGPASSFILE
    """,
    "postgresql.unreachable":
      "{address} cannot be reached: {reason}; check the address and the database, and whether the server runs",
    "postgresql.noAccess":
      """
    {address} gives no access: {reason}; check the database, the user, and the password in ~/.pgpass or in the file \
    of PGPASSFILE
    """,
    "postgresql.lost":
      "the connection to {address} was lost: {reason}; try again",
    "postgresql.noAnswer": "{address} did not answer in time: try again",
    "postgresql.encoding":
      "{address} has the encoding {reason}: create the database with the encoding UTF8",
    "postgresql.missing":
      "no accounts in {address}: name another database, or create an account with 'register'",
    "postgresql.foreignTables":
      "{address} contains tables of another program: name another database or schema",
    "postgresql.newerVersion":
      "{address} was changed by a newer version of this program: use that version",
    "postgresql.damaged": "the tables in {address} are damaged: restore them from a copy",
    "postgresql.diskFull": "{address} cannot grow, for the server's disk is full: make room there",
    "postgresql.readOnly":
      "{address} cannot be written: name the primary server instead of a copy",
    "postgresql.noRight":
      "the user has no right to use {address}: {reason}; grant it, or connect as another user",
    "postgresql.tooManyConnections":
      "{address} has no connection left: try again later, or raise max_connections",
    "postgresql.other":
      "{address} cannot be used: PostgreSQL reports {reason}; try again, or name another database",
  ])
}
