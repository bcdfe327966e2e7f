package import FormworkCore
package import FormworkSystem
import Glibc

/// An open file of the person's own state.
///
/// What others could have laid there is refused: a link, what is no file, what another user may
/// write to. A file that others may read becomes its owner's alone.
package final class PrivateFile: Sendable {
  package enum Purpose {
    case reading, adding

    /// To have a name that no file has.
    case claiming
  }

  private let descriptor: CInt

  private init(owning descriptor: CInt) { self.descriptor = descriptor }

  /// Opens the file; `nil` where there is none to read, or one where none may be.
  ///
  /// One that is to be added to is made where there is none, for its owner alone.
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
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw .system(.last) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile }
    guard status.st_uid == geteuid() else { throw .belongsToOthers }
    guard status.st_mode & 0o022 == 0 else { throw .writableByOthers }
    // Another program, such as one that copies files, may have given it the usual mode.
    guard status.st_mode & 0o077 == 0 || fchmod(opened, status.st_mode & 0o700) == 0 else {
      throw .readableByOthers
    }
    return file
  }

  deinit {
    // A child that has not begun its program yet has the file open too: closing is not enough.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  func contents(limit: Int) throws(PrivateFileError) -> [UInt8] {
    let contents: [UInt8]
    do { contents = try [UInt8](readingFrom: descriptor, limit: limit) } catch {
      throw .system(error)
    }
    if contents.count > limit { throw .tooLarge(limit: limit) }
    return contents
  }

  /// How many bytes it has; 0 where the system does not tell.
  package var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Adds a line at the end, in one write: lines of others come before it or behind it.
  package func append(_ line: String) throws(PrivateFileError) {
    let bytes = Array((line + "\n").utf8)
    while true {
      let count = FileSizeLimit.failing { write(descriptor, bytes, bytes.count) }
      if count < 0 && errno == EINTR { continue }
      // What was written in part is one damaged line; the rest of it would be another.
      guard count == bytes.count else {
        throw count < 0 ? .system(.last) : .system(SystemError(code: ENOSPC))
      }
      return
    }
  }

  // MARK: Locks

  /// Locks the file for as long as it is open here: the kernel lets go of it however the program ends.
  ///
  /// - Returns: Whether no other program has it locked. A file system without locks has none.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

  /// Whether the file is the one that a path names.
  func isStill(at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(path.systemCString, &named) == 0
      && FileIdentity(own) == FileIdentity(named)
  }

  // MARK: Whole files

  /// What a temporary file has in its name, before the process: other files of a person have it not.
  private static let temporary = "formwork-"

  /// Linux has no process of a higher number (proc(5), `pid_max`).
  private static let processLimit: pid_t = 1 << 22

  /// Puts a new file in the place of what is there, whole or not at all.
  ///
  /// What another process writes there in this moment may be lost. A program that is killed in the midst
  /// leaves a file that is named after its process: see ``sweep(_:)``.
  ///
  /// - Returns: The file, which was locked before it got its name.
  @discardableResult
  static func replace(
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

  /// Removes from a directory what programs that are no more have left of ``replace(_:with:)``.
  static func sweep(_ directory: String) {
    for name in Directory.names(in: directory) {
      let path = "\(directory)/\(name)"
      guard let process = writer(ofTemporary: name),
        kill(process, 0) != 0 && errno == ESRCH || process == getpid(),
        // The process may be one of another container, which shares the directory.
        let file = try? open(path, for: .reading), file.lock()
      else { continue }
      unlink(path.systemCString)
    }
  }

  /// The process that a temporary file is named after; `nil` of any other file.
  private static func writer(ofTemporary name: String) -> pid_t? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[parts.count - 1].utf8.count == 6,
      let process = pid_t(parts[parts.count - 2].dropFirst(temporary.count)),
      parts[parts.count - 2] == "\(temporary)\(process)", (1...processLimit).contains(process)
    else { return nil }
    return process
  }

  /// Sees whether no other user could put files into a directory, or into one that it lies in; it is
  /// made, if wanted, where it is not there.
  static func checkDirectory(_ path: String, isMade: Bool = false) throws(PrivateFileError) {
    do { try DirectoryDistrust.check(path, isMade: isMade) } catch {
      if case .unknown(let code) = error { throw .system(SystemError(code: code)) }
      throw .untrustedDirectory(error)
    }
  }
}

/// Why a file cannot be used.
package enum PrivateFileError: Explained, Equatable {
  case system(SystemError)
  case symbolicLink

  /// The file is a directory, a pipe or a device.
  case noFile

  case belongsToOthers
  case writableByOthers

  /// Others may read the file, and the system does not let its mode be changed.
  case readableByOthers

  /// Other users could put files where it lies.
  case untrustedDirectory(DirectoryDistrust)

  /// The file is not UTF-8.
  case notText

  /// The file has more bytes than it can have come to.
  case tooLarge(limit: Int)

  /// There are as many files of its kind as there can be.
  case tooMany(limit: Int)

  package var message: Message {
    switch self {
    case .system(let error): Message(explaining: error)
    case .symbolicLink: "privateFile.symbolicLink"
    case .noFile: "privateFile.noFile"
    case .belongsToOthers: "privateFile.belongsToOthers"
    case .writableByOthers: "privateFile.writableByOthers"
    case .readableByOthers: "privateFile.readableByOthers"
    case .untrustedDirectory(.otherOwner(let path, _)):
      Message("privateFile.directoryOfOthers", ["path": .path(path)])
    case .untrustedDirectory(.writable(let path)):
      Message("privateFile.writableDirectory", ["path": .path(path)])
    case .untrustedDirectory(.unknown(let code)): Message(explaining: SystemError(code: code))
    case .notText: "privateFile.notText"
    case .tooMany(let limit): Message("privateFile.tooMany", count: limit)
    case .tooLarge(let limit): Message("privateFile.tooLarge", count: limit)
    }
  }
}

/// Where what outlives the program lies, for one person.
enum StateDirectory {
  /// A folder in `$XDG_STATE_HOME/formwork`, or else in `~/.local/state/formwork`.
  ///
  /// A home that `isHome` does not take for one counts as absent.
  static func path(
    of name: String, environment: (String) -> String?, isHome: (String) -> Bool = { _ in true }
  ) -> String? {
    if let state = Environment.path("XDG_STATE_HOME", in: environment) {
      return "\(state)/formwork/\(name)"
    }
    guard let home = Environment.path("HOME", in: environment), isHome(home) else { return nil }
    return "\(home)/.local/state/formwork/\(name)"
  }
}
