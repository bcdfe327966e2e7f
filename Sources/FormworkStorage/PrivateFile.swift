package import FormworkCore
package import FormworkSystem
import Glibc

/// An open file of the user's own state, which no other user can have placed, read or written.
package final class PrivateFile: Sendable {
  package enum Purpose { case reading, adding, claiming }

  private let descriptor: CInt

  private init(owning descriptor: CInt) { self.descriptor = descriptor }

  /// Opens the file; `nil` if a file to read does not exist, or a name to claim is taken.
  package static func open(
    _ path: String, for purpose: Purpose
  ) throws(PrivateFileError) -> PrivateFile? {
    let name = path.systemCString
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    let opened =
      switch purpose {
      case .reading: Glibc.open(name, flags | O_RDONLY)
      case .adding: Glibc.open(name, flags | O_WRONLY | O_APPEND | O_CREAT, 0o600)
      case .claiming: Glibc.open(name, flags | O_WRONLY | O_CREAT | O_EXCL, 0o600)
      }
    guard opened >= 0 else {
      switch (purpose, errno) {
      case (.reading, ENOENT), (.claiming, EEXIST): return nil
      case (_, ELOOP): throw .symbolicLink
      default: throw .system(.last)
      }
    }
    let file = PrivateFile(owning: opened)
    guard let status = stat(of: opened) else { throw .system(.last) }
    guard status.isRegular else { throw .noFile }
    guard status.st_uid == geteuid() else { throw .belongsToOthers }
    guard status.othersWriting == 0 else { throw .writableByOthers }
    // Another program, such as a copy command, may have given it the usual mode.
    guard !status.isOpenToOthers || fchmod(opened, status.st_mode & 0o700) == 0 else {
      throw .readableByOthers
    }
    return file
  }

  deinit {
    // A child process that has not started its program yet has the file open too: closing is not enough.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  func contents(limit: Int) throws(PrivateFileError) -> [UInt8] {
    let contents: [UInt8]
    do { contents = try [UInt8](readingFrom: descriptor, limit: limit) } catch {
      throw .system(error)
    }
    guard contents.count <= limit else { throw .tooLarge(limit: limit) }
    return contents
  }

  /// The size of the file in bytes; 0 if the system does not return it.
  package var byteCount: Int { stat(of: descriptor).map { Int($0.st_size) } ?? 0 }

  /// Appends a line in one write, so that lines of other programs come before it or after it.
  package func append(_ line: String) throws(PrivateFileError) {
    let bytes = Array((line + "\n").utf8)
    while true {
      let count = FileSizeLimit.failing { write(descriptor, bytes, bytes.count) }
      if count < 0 && errno == EINTR { continue }
      // A partly written line is damaged, and writing the rest would add a second damaged line.
      guard count == bytes.count else {
        throw count < 0 ? .system(.last) : .system(SystemError(code: ENOSPC))
      }
      return
    }
  }

  // MARK: Locks

  /// Locks the file while it is open; returns whether no other program has locked it.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

  func isStill(at path: String) -> Bool {
    guard let own = stat(of: descriptor), let named = stat(ofEntryAt: path) else { return false }
    return FileIdentity(own) == FileIdentity(named)
  }

  // MARK: Whole files

  /// The prefix of the suffix of temporary files, before the process; other files do not have it.
  private static let temporary = "formwork-"

  /// The highest process number on Linux (proc(5), `pid_max`).
  private static let processLimit: pid_t = 1 << 22

  /// Replaces a file with new content, as a whole or not at all.
  ///
  /// What another process writes into the old file at the same time may be lost. A program that is killed
  /// meanwhile leaves a temporary file named after its process: see ``sweep(_:)``.
  ///
  /// - Returns: The file, which was locked before it got its name.
  @discardableResult
  package static func replace(
    _ path: String, with bytes: [UInt8]
  ) throws(PrivateFileError) -> PrivateFile {
    var template = "\(path).\(temporary)\(getpid()).XXXXXX".systemCString
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .system(.last) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let file = PrivateFile(owning: descriptor)
    _ = file.lock()
    var error = FileSizeLimit.failing { bytes.withUnsafeBytes { $0.write(to: descriptor) } }
    if error == nil, fsync(descriptor) != 0 || rename(template, path.systemCString) != 0 {
      error = .last
    }
    if let error {
      unlink(template)
      throw .system(error)
    }
    return file
  }

  /// Removes the temporary files that ended programs have left in a directory.
  static func sweep(_ directory: String) {
    for name in Directory.names(in: directory) {
      let path = "\(directory)/\(name)"
      guard let process = writer(ofTemporary: name),
        kill(process, 0) != 0 && errno == ESRCH || process == getpid(),
        // The process may be in another container that shares the directory.
        let file = try? open(path, for: .reading), file.lock()
      else { continue }
      unlink(path.systemCString)
    }
  }

  /// Returns the process that a temporary file is named after; `nil` for other files.
  private static func writer(ofTemporary name: String) -> pid_t? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[parts.count - 1].utf8.count == 6,
      let process = pid_t(parts[parts.count - 2].dropFirst(temporary.count)),
      parts[parts.count - 2] == "\(temporary)\(process)", (1...processLimit).contains(process)
    else { return nil }
    return process
  }

  /// Checks that no other user could write to a directory or its parents; creates it if `isMade`.
  static func checkDirectory(_ path: String, isMade: Bool = false) throws(PrivateFileError) {
    do { try DirectoryDistrust.check(path, isMade: isMade) } catch {
      if case .unknown(let code) = error { throw .system(SystemError(code: code)) }
      throw .untrustedDirectory(error)
    }
  }
}

/// The reason why a file cannot be used.
package enum PrivateFileError: UserMessageError, Equatable {
  case system(SystemError)
  case symbolicLink
  case noFile
  case belongsToOthers
  case writableByOthers

  /// Others may read the file, and the system does not allow a change of its mode.
  case readableByOthers

  /// Other users could write to its directory.
  case untrustedDirectory(DirectoryDistrust)
  case notText

  /// The file is larger than the program could have made it.
  case tooLarge(limit: Int)

  /// The maximum number of files of this kind exists.
  case tooMany(limit: Int)

  package var message: Message {
    switch self {
    case .system(let error): Message(explaining: error)
    case .symbolicLink, .noFile, .belongsToOthers, .writableByOthers, .readableByOthers, .notText:
      .key("privateFile", of: caseName(of: self))
    case .untrustedDirectory(.otherOwner(let path, _)):
      .key("privateFile.directoryOfOthers", ["path": .path(path)])
    case .untrustedDirectory(.writable(let path)):
      .key("privateFile.writableDirectory", ["path": .path(path)])
    case .untrustedDirectory(.unknown(let code)): Message(explaining: SystemError(code: code))
    case .tooMany(let limit), .tooLarge(let limit):
      .key("privateFile", of: caseName(of: self), count: limit)
    }
  }
}

/// The directories for the persistent state of a user.
enum StateDirectory {
  /// Returns a directory for state in `$XDG_STATE_HOME`, or in a home directory that `isHome` accepts.
  static func path(
    of name: String, in variable: String = "XDG_STATE_HOME", or folder: String = ".local/state",
    environment: (String) -> String? = Environment.value, isHome: (String) -> Bool = { _ in true }
  ) -> String? {
    let home = Environment.path("HOME", in: environment).flatMap { isHome($0) ? $0 : nil }
    return (Environment.path(variable, in: environment) ?? home.map { "\($0)/\(folder)" })
      .map { "\($0)/formwork/\(name)" }
  }
}
