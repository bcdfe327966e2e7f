import Glibc

/// An open file of the person's own state.
///
/// What others could have laid there is refused: a link, what is no file, what somebody else may
/// write to.
struct PrivateFile: ~Copyable {
  /// What it is opened for.
  enum Purpose { case reading, adding }

  private let descriptor: CInt

  private init(owning descriptor: CInt) { self.descriptor = descriptor }

  /// Opens the file; `nil` where there is none to read.
  ///
  /// One that is to be added to is made where there is none, for its owner alone.
  static func open(
    _ path: String, for purpose: Purpose
  ) throws(PrivateFileError) -> PrivateFile? {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    let opened =
      switch purpose {
      case .reading: Glibc.open(path, flags | O_RDONLY)
      case .adding: Glibc.open(path, flags | O_WRONLY | O_APPEND | O_CREAT, 0o600)
      }
    guard opened >= 0 else {
      if errno == ENOENT, purpose == .reading { return nil }
      if errno == ELOOP { throw .symbolicLink }
      throw .system(errno)
    }
    let file = PrivateFile(owning: opened)
    var status = stat()
    guard fstat(opened, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile }
    guard status.st_uid == geteuid() else { throw .belongsToOthers }
    guard status.st_mode & 0o022 == 0 else { throw .writableByOthers }
    return file
  }

  deinit { close(descriptor) }

  /// All that is in it.
  func contents(limit: Int) throws(PrivateFileError) -> [UInt8] {
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno) }
      if count == 0 { return contents }
      contents += chunk[..<count]
      if contents.count > limit { throw .tooLarge(limit: limit) }
    }
  }

  /// Adds a line at the end, in one write: lines of others come before it or behind it.
  func append(_ line: String) throws(PrivateFileError) {
    let bytes = Array((line + "\n").utf8)
    while true {
      let count = write(descriptor, bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      // What was written in part is one damaged line; the rest of it would be another.
      guard count == bytes.count else { throw .system(count < 0 ? errno : ENOSPC) }
      return
    }
  }

  /// Puts a new file in the place of what is there, whole or not at all.
  ///
  /// What somebody else writes there in this moment may be lost.
  static func replace(_ path: String, with bytes: [UInt8]) throws(PrivateFileError) {
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .system(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var isWritten = true
    var rest = bytes[...]
    while isWritten, !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      isWritten = count > 0 || count < 0 && errno == EINTR
      rest = rest.dropFirst(max(0, count))
    }
    isWritten = isWritten && fsync(descriptor) == 0 && rename(template, path) == 0
    let code = errno
    close(descriptor)
    if !isWritten {
      unlink(template)
      throw .system(code)
    }
  }

  /// Makes a directory with all that it lies in, each for its owner alone.
  static func makeDirectory(_ path: String) throws(PrivateFileError) {
    var made = ""
    for name in path.split(separator: "/") {
      made += "/" + name
      if mkdir(made, 0o700) != 0 && errno != EEXIST { throw .system(errno) }
    }
  }
}

/// Why a file cannot be used.
enum PrivateFileError: Error, Equatable, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(CInt)

  /// The file is a symbolic link.
  case symbolicLink

  /// The file is a directory, a pipe or a device.
  case noFile

  /// The file is another user's.
  case belongsToOthers

  /// Others may write to the file.
  case writableByOthers

  /// The file is not UTF-8.
  case notText

  /// The file has more bytes than it can have come to.
  case tooLarge(limit: Int)

  /// What is wrong, and the mend.
  var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .symbolicLink: "is a symbolic link: put a file there, or nothing"
    case .noFile: "is no file: move it away"
    case .belongsToOthers: "belongs to another user: move it away"
    case .writableByOthers: "others may write to it: chmod 600 it"
    case .notText: "is no text in UTF-8: move it away"
    case .tooLarge(let limit): "more than \(limit) bytes: move it away"
    }
  }
}
