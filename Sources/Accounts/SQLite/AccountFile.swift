import FormworkOperations
import GRDB
import Glibc

/// A store's file: opened when it is first needed, and anew where that failed or the file is
/// another one by now.
///
/// One thread at a time uses it, and the others block: it is to be called from where that harms nobody.
final class AccountFile: Sendable {
  /// How long it is until a file that is in use is looked at again: 10 ms.
  private static let pause: useconds_t = 10_000

  let path: String
  private let isMade: Bool
  private let busyTimeout: Duration
  private let configuration: Configuration
  private let opened = Synchronized<(connection: DatabaseQueue, identity: FileIdentity)?>(nil)

  /// The file at `path`, which is made where there is none if `isMade` says so; each statement waits as
  /// long as `busyTimeout` for others to let go of it.
  init(path: String, isMade: Bool, busyTimeout: Duration) {
    // SQLite would take `:memory:` for no file at all.
    self.path = path.hasPrefix("/") ? path : "./\(path)"
    self.isMade = isMade
    self.busyTimeout = busyTimeout
    configuration = Self.configuration(busyTimeout: busyTimeout)
  }

  /// Asks several things of the file as it is at one moment.
  func readAtOnce<Answer>(_ questions: (Database) throws -> Answer) throws -> Answer {
    try connection().read(questions)
  }

  /// Asks one thing of the file.
  func read<Answer>(_ question: (Database) throws -> Answer) throws -> Answer {
    try connection().inDatabase(question)
  }

  /// Works in one transaction that no other writer can come between.
  func write<Answer>(_ work: (Database) throws -> Answer) throws -> Answer {
    try connection().write(work)
  }

  /// The connection to the file.
  func connection() throws -> DatabaseQueue {
    try Task.checkCancellation()
    return try opened.withState { opened in
      if let opened, opened.identity == FileIdentity(path: path) { return opened.connection }
      opened = nil
      let connection = try openWaiting()
      guard let identity = FileIdentity(path: path) else {
        throw AccountStoreError.unreadable(path: path, errno: ENOENT)
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
    let connection = try DatabaseQueue(path: path, configuration: configuration)
    try AccountSchema.migrate(connection)
    return connection
  }

  private static func configuration(busyTimeout: Duration) -> Configuration {
    var configuration = Configuration()
    configuration.label = "formwork.accounts"
    let milliseconds = Int32(min(max(0, busyTimeout / .milliseconds(1)), Double(Int32.max)))
    // SQLite's own time-out would not hear of a cancelled task.
    configuration.busyMode = .callback { tries in
      guard !Task.isCancelled, tries < milliseconds / 10 else { return false }
      usleep(pause)
      return true
    }
    configuration.prepareDatabase { db in
      // The file may have been edited by anybody: its views and triggers get no dangerous function.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      try AccountSchema.inspect(db)
      // Whoever reads need not wait for whoever writes. A success outlives a power cut.
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    return configuration
  }

  /// Makes the file where there is none and one may be made, and names what SQLite would only refuse.
  private func prepare() throws(AccountStoreError) {
    var status = stat()
    if stat(path, &status) != 0 {
      guard errno == ENOENT else { throw .unreadable(path: path, errno: errno) }
      guard isMade else { throw .missing(path: path) }
      try create()
      // There is none still where the path is a link that leads nowhere.
      guard stat(path, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else {
      throw .unreadable(path: path, errno: errno)
    }
  }

  /// Makes an empty file that only its owner may read; SQLite gives those beside it the same mode.
  ///
  /// The file is never opened here: to close it would drop the locks that another store of this
  /// process has on it (fcntl(2)).
  private func create() throws(AccountStoreError) {
    let mode: mode_t = 0o600
    try createDirectory(Self.parent(of: path))
    guard mknod(path, S_IFREG | mode, 0) == 0 else {
      if errno == EEXIST { return }
      throw Self.isFull(errno) ? .diskFull(path: path) : .unreadable(path: path, errno: errno)
    }
    // mknod(2) has subtracted the umask.
    guard chmod(path, mode) == 0 else { throw .unreadable(path: path, errno: errno) }
  }

  /// Makes a directory that only its owner may enter, and those above it.
  ///
  /// - SeeAlso: The XDG Base Directory Specification, which asks for mode 0700.
  private func createDirectory(_ directory: String) throws(AccountStoreError) {
    var result = mkdir(directory, 0o700)
    if result != 0 && errno == ENOENT {
      try createDirectory(Self.parent(of: directory))
      result = mkdir(directory, 0o700)
    }
    guard result == 0 || errno == EEXIST else {
      throw Self.isFull(errno) ? .diskFull(path: path) : .unreadable(path: path, errno: errno)
    }
  }

  private static func isFull(_ errno: Int32) -> Bool {
    errno == ENOSPC || errno == EDQUOT
  }

  /// The path up to the last slash; `/` above all.
  private static func parent(of path: String) -> String {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
