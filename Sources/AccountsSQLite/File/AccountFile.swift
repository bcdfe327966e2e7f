import Accounts
import FormworkOperations
import FormworkSystem
import GRDB
import GRDBSQLite
import Glibc

/// The file of a store, opened when it is needed, and again if it was replaced.
///
/// One thread uses it at a time, and the others block: call it only from threads that may block.
final class AccountFile: Sendable {
  /// The pause before the next look at a file that is in use, in microseconds.
  private static let pause: useconds_t = 10_000

  let path: String
  private let isMade: Bool
  private let busyTimeout: Duration
  private let configuration: Configuration
  private let opened = Synchronized<(connection: DatabaseQueue, identity: FileIdentity)?>(nil)
  /// The version at the last question about changes, and the number of changes.
  private let seen = Synchronized<(version: FileVersion?, changeCount: Int)>((nil, 0))
  private let places = Synchronized(SQLitePlaces())

  /// Creates the file of a path; see ``SQLiteAccountStore`` for the parameters.
  init(path: String, isMade: Bool, busyTimeout: Duration) {
    // SQLite takes a path such as `:memory:` for no file.
    self.path = path.isAbsolutePath ? path : "./\(path)"
    self.isMade = isMade
    self.busyTimeout = busyTimeout
    configuration = Self.configuration(of: self.path, busyTimeout: busyTimeout)
  }

  deinit { close() }

  /// Closes the file, and lets SQLite remove its other files unless another program uses them.
  ///
  /// Blocks while the file is used. A later question opens it again.
  func close() {
    FileSizeLimit.failing {
      let connection = opened.withState { opened in
        defer { opened = nil }
        return opened?.connection
      }
      // Changes that SQLite cannot move into the file remain in its log, where they are read.
      do { try connection?.close() } catch { return }
    }
  }

  /// Asks several questions about one state of the file.
  func readAtOnce<Answer>(_ questions: (Database) throws -> Answer) throws -> Answer {
    try use { try $0.read(questions) }
  }

  /// Asks one question about the file.
  func read<Answer>(_ question: (Database) throws -> Answer) throws -> Answer {
    try use { try $0.inDatabase(question) }
  }

  /// Works in a transaction that excludes other writers.
  func write<Answer>(_ work: (Database) throws -> Answer) throws -> Answer {
    try use { try $0.write(work) }
  }

  /// Returns a number that has grown if the file was changed or replaced since the last call.
  func changeCount() throws -> Int {
    let version = try use { try $0.inDatabase { try FileVersion(of: $0) } }
    return seen.withState { seen in
      if seen.version != version { seen = (version, seen.changeCount + 1) }
      return seen.changeCount
    }
  }

  /// Reads in a transaction with the known places of members.
  func withPlaces<Answer>(
    of db: Database, _ read: (inout SQLitePlaces) throws -> Answer
  ) throws -> Answer {
    let version = try FileVersion(of: db)
    return try places.withState { places in
      if places.members.version != version { places = SQLitePlaces(version: version) }
      return try read(&places)
    }
  }

  private func use<Answer>(_ work: (DatabaseQueue) throws -> Answer) throws -> Answer {
    try FileSizeLimit.failing { () throws -> Answer in
      let connection = try connection()
      return try reporting(on: connection) { try work(connection) }
    }
  }

  /// Adds the error of the system to a failure of SQLite.
  private func reporting<Answer>(
    on connection: DatabaseQueue, _ work: () throws -> Answer
  ) throws -> Answer {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw connection.inDatabase { Self.failure(error, in: $0, path) }
    }
  }

  /// Returns a failure with the error of the system.
  ///
  /// If SQLite cannot write, it tries to read, and reports only that failure.
  private static func failure(_ error: DatabaseError, in db: Database, _ path: String) -> any Error
  {
    switch error.resultCode {
    case .SQLITE_READONLY, .SQLITE_CANTOPEN:
      for path in [path, Directory.parent(of: path)] where access(path.systemCString, W_OK) != 0 {
        return FileFailure(error: error, errno: errno)
      }
      fallthrough
    case .SQLITE_IOERR:
      return FileFailure(error: error, errno: sqlite3_system_errno(db.sqliteConnection))
    default: return error
    }
  }

  func connection() throws -> DatabaseQueue {
    try Task.checkCancellation()
    return try opened.withState { opened in
      if let opened, opened.identity == FileIdentity(at: path) {
        // Its permissions may have changed since it was opened.
        try FileTrust(path: path).check()
        return opened.connection
      }
      opened = nil
      let connection = try openWaiting()
      guard let identity = FileIdentity(at: path) else {
        throw SQLiteStoreError(.unreadable(errno: ENOENT), path: path)
      }
      opened = (connection, identity)
      return connection
    }
  }

  private func openWaiting() throws -> DatabaseQueue {
    let deadline = ContinuousClock.now + busyTimeout
    while true {
      do {
        return try open()
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        // If two programs create the file, SQLite does not wait: each could wait for the other.
        usleep(Self.pause)
        try Task.checkCancellation()
      }
    }
  }

  private func open() throws -> DatabaseQueue {
    try prepare()
    var configuration = configuration
    // A store that may create its file has to be writable.
    configuration.readonly = !isMade && access(path.systemCString, W_OK) != 0 && errno == EROFS
    // On such a file system, SQLite cannot create its file for locks. Without a log, it needs none.
    let hasLog = access("\(path)-wal".systemCString, F_OK) == 0
    let name = try Self.databaseName(
      of: path, isImmutable: configuration.readonly && !hasLog)
    let connection = try DatabaseQueue(path: name, configuration: configuration)
    try reporting(on: connection) { try AccountSchema.prepare(connection) }
    // The other files are open now: none of them may belong to another user.
    _ = try FileTrust(path: path).checkFiles()
    return connection
  }

  /// Returns the name by which SQLite opens the file at a path.
  ///
  /// It is a URI if the path is not UTF-8, or if no program can change the file.
  private static func databaseName(
    of path: String, isImmutable: Bool = false
  ) throws(SQLiteStoreError) -> String {
    if path.isSystemUTF8, !isImmutable { return path }
    guard sqlite3_compileoption_used("USE_URI") != 0 else {
      if path.isSystemUTF8 { return path }
      throw SQLiteStoreError(.notUTF8, path: path)
    }
    let escaped = path.systemBytes.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        String(Unicode.Scalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }.joined()
    // The name of the host before an absolute path is empty.
    return (path.isAbsolutePath ? "file://" : "file:") + escaped
      + (isImmutable ? "?immutable=1" : "")
  }

  private static func configuration(of path: String, busyTimeout: Duration) -> Configuration {
    var configuration = Configuration.keepingQueues
    configuration.label = "formwork.accounts"
    let milliseconds = Int32(min(max(0, busyTimeout / .milliseconds(1)), Double(Int32.max)))
    // The time-out of SQLite ignores that a task is cancelled.
    configuration.busyMode = .callback { tries in
      guard !Task.isCancelled, tries < milliseconds / 10 else { return false }
      usleep(pause)
      return true
    }
    configuration.prepareDatabase { db in
      do {
        // Any program may have edited the file: deny its views and triggers dangerous functions.
        try db.execute(sql: "PRAGMA trusted_schema = OFF")
        try AccountSchema.inspect(db)
        if db.configuration.readonly { return }
        // Readers do not wait for writers, and a success survives a power cut.
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      } catch let error as DatabaseError {
        throw failure(error, in: db, path)
      }
    }
    return configuration
  }

  /// Creates the file if it is missing and may be created, and reports faults that SQLite does not.
  private func prepare() throws(SQLiteStoreError) {
    let trust = FileTrust(path: path)
    var status = stat()
    if lstat(path.systemCString, &status) != 0 {
      guard errno == ENOENT else { throw SQLiteStoreError(errno: errno, path: path) }
      guard isMade else { throw SQLiteStoreError(.missing, path: path) }
      try trust.checkDirectories(areMade: true)
      try Self.create(path)
    } else {
      try trust.checkDirectories()
    }
    let byteCount: Int
    do {
      byteCount = try trust.checkFiles()
    } catch  where error.path == path && error.fault.isDistrust && holdsNoAccounts {
      // The permissions of a file without accounts do not matter.
      throw SQLiteStoreError(.notADatabase, path: path)
    }
    // For SQLite a file of one byte is empty; the smallest database has 512.
    guard byteCount == 0 || byteCount >= 512 else {
      throw SQLiteStoreError(.notADatabase, path: path)
    }
    guard access(path.systemCString, R_OK) == 0 else {
      throw SQLiteStoreError(errno: errno, path: path)
    }
  }

  /// Whether the header is not that of a file of accounts; `false` if it cannot be read.
  ///
  /// - SeeAlso: "Database File Format", section 1.3, on SQLite's site.
  private var holdsNoAccounts: Bool {
    let descriptor = Glibc.open(path.systemCString, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = Glibc.read(descriptor, &header, header.count)
    guard count > 0 else { return false }
    let id = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
    // The number is 0 while only the log contains it.
    return !header.starts(with: "SQLite format 3\0".utf8)
      || id != AccountSchema.applicationID && id != 0
  }

  /// Creates an empty file that only its owner may read; SQLite gives its other files the same mode.
  ///
  /// The file is not opened: closing it would drop the locks of another store of this process (fcntl(2)).
  private static func create(_ path: String) throws(SQLiteStoreError) {
    let mode: mode_t = 0o600
    guard mknod(path.systemCString, S_IFREG | mode, 0) == 0 else {
      if errno == EEXIST { return }
      throw SQLiteStoreError(errno: errno, path: path)
    }
    // mknod(2) has subtracted the umask.
    guard chmod(path.systemCString, mode) == 0 else {
      throw SQLiteStoreError(errno: errno, path: path)
    }
  }
}

extension Configuration {
  /// A configuration whose connections can be released even if the system cannot create a thread.
  static var keepingQueues: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { _ in keepCurrentQueue() }
    return configuration
  }
}

/// The version of a file's contents for one connection.
///
/// - SeeAlso: SQLite's `PRAGMA data_version`.
struct FileVersion: Equatable {
  /// The connection, which has its own count.
  private weak var db: Database?
  /// A number for changes by others, and the number of rows that the connection has changed.
  private let counts: [Int]

  /// Reads the version that a transaction sees.
  init(of db: Database) throws {
    self.db = db
    counts = [try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0, db.totalChangesCount]
  }

  /// Returns `false` if the connection is gone.
  static func == (one: FileVersion, other: FileVersion) -> Bool {
    one.db != nil && one.db === other.db && one.counts == other.counts
  }
}
