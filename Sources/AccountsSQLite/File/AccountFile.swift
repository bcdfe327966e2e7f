import FormworkOperations
import FormworkSystem
import GRDB
import GRDBSQLite
import Glibc

/// A store's file: opened when it is first needed, and anew where that failed or the file is
/// another one by now, for a store must not write into one that was moved away.
///
/// One thread at a time uses it, and the others block: only threads that may block are to call it.
final class AccountFile: Sendable {
  /// How long it is until a file that is in use is looked at again: 10 ms.
  private static let pause: useconds_t = 10_000

  let path: String
  private let isMade: Bool
  private let isUpgraded: Bool
  private let busyTimeout: Duration
  private let configuration: Configuration
  private let opened = Synchronized<(connection: DatabaseQueue, identity: FileIdentity)?>(nil)
  /// The version that was there when it was last asked for changes, and how often it was another.
  private let seen = Synchronized<(version: FileVersion?, changeCount: Int)>((nil, 0))
  private let places = Synchronized(MemberPlaces())
  /// The copies that upgrades have made of the file.
  private let copies = Synchronized<[String]>([])

  /// The file at `path`, which is made where there is none if `isMade` says so, and of an earlier version refused unless
  /// `isUpgraded`; each statement waits as long as `busyTimeout` for others to let go of it.
  init(path: String, isMade: Bool, isUpgraded: Bool, busyTimeout: Duration) {
    // SQLite would take `:memory:` for no file at all.
    self.path = path.isAbsolutePath ? path : "./\(path)"
    self.isMade = isMade
    self.isUpgraded = isUpgraded
    self.busyTimeout = busyTimeout
    configuration = Self.configuration(of: self.path, busyTimeout: busyTimeout)
  }

  deinit { close() }

  /// Closes the file: what SQLite keeps beside it is put into it, unless another program uses it.
  ///
  /// Blocks while the file is used. Opens it again where something is asked later.
  func close() {
    FileSizeLimit.failing {
      let connection = opened.withState { opened in
        defer { opened = nil }
        return opened?.connection
      }
      // What cannot be put into the file stays beside it, and is read from there.
      do { try connection?.close() } catch { return }
    }
  }

  /// Returns the copies that upgrades have made since the last call.
  func takeCopies() -> [String] {
    copies.withState { copies in
      defer { copies = [] }
      return copies
    }
  }

  /// Asks several things of the file as it is at one moment.
  func readAtOnce<Answer>(_ questions: (Database) throws -> Answer) throws -> Answer {
    try use { try $0.read(questions) }
  }

  /// Asks one thing of the file.
  func read<Answer>(_ question: (Database) throws -> Answer) throws -> Answer {
    try use { try $0.inDatabase(question) }
  }

  /// Works in one transaction that no other writer can come between.
  func write<Answer>(_ work: (Database) throws -> Answer) throws -> Answer {
    try use { try $0.write(work) }
  }

  /// Counts up when the file has been changed since it was asked before, or is another one.
  func changeCount() throws -> Int {
    let version = try use { try $0.inDatabase { try FileVersion(of: $0) } }
    return seen.withState { seen in
      if seen.version != version { seen = (version, seen.changeCount + 1) }
      return seen.changeCount
    }
  }

  /// Asks several things of the file as it is at one moment, with what is known of members' places then.
  func readPlaces<Answer>(
    _ questions: (Database, inout MemberPlaces) throws -> Answer
  ) throws -> Answer {
    try readAtOnce { db in
      let version = try FileVersion(of: db)
      return try places.withState { places in
        if places.version != version { places = MemberPlaces(version: version) }
        return try questions(db, &places)
      }
    }
  }

  private func use<Answer>(_ work: (DatabaseQueue) throws -> Answer) throws -> Answer {
    try FileSizeLimit.failing { () throws -> Answer in
      let connection = try connection()
      return try reporting(on: connection) { try work(connection) }
    }
  }

  /// Has what the system said go with a failure of SQLite's.
  private func reporting<Answer>(
    on connection: DatabaseQueue, _ work: () throws -> Answer
  ) throws -> Answer {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw connection.inDatabase { Self.failure(error, in: $0, path) }
    }
  }

  /// The error with what the system said.
  ///
  /// Where nothing can be written, SQLite tries to read, and knows no more than that this failed, too.
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
        throw SQLiteStoreError.unreadable(path: path, errno: ENOENT)
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
        // Where two programs make one file, SQLite does not wait: each could wait for the other.
        usleep(Self.pause)
        try Task.checkCancellation()
      }
    }
  }

  private func open() throws -> DatabaseQueue {
    try prepare()
    var configuration = configuration
    // A store that makes its file is one to write to.
    configuration.readonly = !isMade && isOnReadOnlyFileSystem
    // There, SQLite cannot create its file for locks. Without a log of changes, it needs none.
    let hasLog = access("\(path)-wal".systemCString, F_OK) == 0
    let name = try Self.databaseName(
      of: path, isImmutable: configuration.readonly && !hasLog)
    let connection = try DatabaseQueue(path: name, configuration: configuration)
    try reporting(on: connection) {
      if isUpgraded {
        try AccountSchema.migrate(connection, noting: copies)
      } else if try !connection.inDatabase(AccountSchema.isCurrent) {
        throw DatabaseError(resultCode: .SQLITE_SCHEMA)
      }
    }
    // The files beside it are open now: none of them may be another user's.
    _ = try FileTrust(path: path).checkFiles()
    return connection
  }

  private var isOnReadOnlyFileSystem: Bool {
    access(path.systemCString, W_OK) != 0 && errno == EROFS
  }

  /// Returns the name by which SQLite opens the file at a path.
  ///
  /// It is a URI if the path is not UTF-8, or if no program can change the file.
  ///
  /// - Throws: ``SQLiteStoreError/notUTF8(path:)`` if this SQLite takes no URIs.
  static func databaseName(
    of path: String, isImmutable: Bool = false
  ) throws(SQLiteStoreError) -> String {
    if path.isSystemUTF8, !isImmutable { return path }
    guard sqlite3_compileoption_used("USE_URI") != 0 else {
      if path.isSystemUTF8 { return path }
      throw .notUTF8(path: path)
    }
    let escaped = path.systemBytes.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        String(Unicode.Scalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }.joined()
    // Before an absolute path there may be the name of a machine: it is empty.
    return (path.isAbsolutePath ? "file://" : "file:") + escaped
      + (isImmutable ? "?immutable=1" : "")
  }

  private static func configuration(of path: String, busyTimeout: Duration) -> Configuration {
    var configuration = Configuration.keepingQueues
    configuration.label = "formwork.accounts"
    let milliseconds = Int32(min(max(0, busyTimeout / .milliseconds(1)), Double(Int32.max)))
    // SQLite's own time-out would not hear of a cancelled task.
    configuration.busyMode = .callback { tries in
      guard !Task.isCancelled, tries < milliseconds / 10 else { return false }
      usleep(pause)
      return true
    }
    configuration.prepareDatabase { db in
      do {
        // Any program may have edited the file: its views and triggers get no dangerous function.
        try db.execute(sql: "PRAGMA trusted_schema = OFF")
        try AccountSchema.inspect(db)
        if db.configuration.readonly { return }
        // A reader need not wait for a writer. A success outlives a power cut.
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      } catch let error as DatabaseError {
        throw failure(error, in: db, path)
      }
    }
    return configuration
  }

  /// Makes the file where there is none and one may be made, and names what SQLite would only refuse.
  private func prepare() throws(SQLiteStoreError) {
    let trust = FileTrust(path: path)
    var status = stat()
    if lstat(path.systemCString, &status) != 0 {
      guard errno == ENOENT else { throw SQLiteStoreError(errno: errno, path: path) }
      guard isMade else { throw .missing(path: path) }
      try trust.checkDirectories(areMade: true)
      try Self.create(path)
    } else {
      try trust.checkDirectories()
    }
    let byteCount: Int
    do {
      byteCount = try trust.checkFiles()
    } catch .untrusted(path, let distrust) where distrust != .symbolicLink && holdsNoAccounts {
      // The person need not change the permissions of a file that has nothing to do with accounts.
      throw .notADatabase(path: path)
    }
    // SQLite takes a file of one byte for an empty one, and the smallest database has 512.
    guard byteCount == 0 || byteCount >= 512 else { throw .notADatabase(path: path) }
    guard access(path.systemCString, R_OK) == 0 else {
      throw SQLiteStoreError(errno: errno, path: path)
    }
  }

  /// Whether the file begins as no file of accounts does; not, where it cannot be read.
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
    // What is not in the file yet, but in the one beside it, counts as 0.
    return !header.starts(with: "SQLite format 3\0".utf8)
      || id != AccountSchema.applicationID && id != 0
  }

  /// Makes an empty file that only its owner may read; SQLite gives those beside it the same mode.
  ///
  /// The file is never opened here: to close it would drop the locks that another store of this
  /// process has on it (fcntl(2)).
  static func create(_ path: String) throws(SQLiteStoreError) {
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
  /// A configuration whose connections can be released where the system has no room for a thread.
  static var keepingQueues: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { _ in keepCurrentQueue() }
    return configuration
  }
}
