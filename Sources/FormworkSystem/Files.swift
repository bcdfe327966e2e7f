package import Glibc

/// Directories and their paths.
package enum Directory {
  /// Returns the user's home in the password database, ignoring the environment; `nil` if missing.
  package static func registeredHome() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let home = entry.pw_dir
    else { return nil }
    return String(systemText: home)
  }

  /// Returns the path up to the last slash; `/` for the root.
  package static func parent(of path: String) -> String {
    let slash = path.lastSlash ?? path.startIndex
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the path without links, `.` and `..`; `nil`, with `errno`, if it does not exist.
  package static func canonicalPath(of path: String) -> String? {
    guard let canonical = realpath(path.systemCString, nil) else { return nil }
    defer { free(canonical) }
    return String(systemText: canonical)
  }

  package static func exists(_ path: String) -> Bool {
    stat(at: path)?.isDirectory == true
  }

  /// Returns the names of the entries of a directory; empty if it cannot be read.
  package static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory.systemCString) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(systemText: $0) }
        })
    }
    return names
  }
}

/// The reason why a directory is not trusted: another user could replace its files.
package enum DirectoryDistrust: Error, Equatable {
  /// A directory on the path belongs to a user other than root and the current user.
  case otherOwner(path: String, uid_t)

  /// Users other than the owner may write to a directory on the path.
  case writable(path: String)

  /// The system cannot tell, with this errno.
  case unknown(CInt)

  /// Checks each component of the canonical path of a directory.
  ///
  /// If all are safe, no other user can replace a file that was checked. In a sticky directory of root, such as
  /// `/tmp`, each entry belongs to its owner. The group's bits include write access from access control lists, so
  /// checking the bits is enough.
  ///
  /// If `isMade`, missing directories are created with access for their owner only, as the XDG Base Directory
  /// Specification requires, and only where no other user may write.
  package static func check(_ path: String, isMade: Bool = false) throws(DirectoryDistrust) {
    if isMade { try make(path) }
    guard let canonical = Directory.canonicalPath(of: path) else { throw .unknown(errno) }
    try check(component: "/")
    var directory = ""
    for name in canonical.pathComponents {
      directory += "/" + name
      try check(component: directory)
    }
  }

  private static func make(_ path: String) throws(DirectoryDistrust) {
    if access(path.systemCString, F_OK) == 0 { return }
    guard errno == ENOENT else { throw .unknown(errno) }
    try check(Directory.parent(of: path), isMade: true)
    guard mkdir(path.systemCString, 0o700) == 0 || errno == EEXIST else { throw .unknown(errno) }
  }

  private static func check(component path: String) throws(DirectoryDistrust) {
    guard let status = stat(ofEntryAt: path) else { throw .unknown(errno) }
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      throw .otherOwner(path: path, status.st_uid)
    }
    guard status.isStickyOfRoot || status.othersWriting == 0 else { throw .writable(path: path) }
  }
}

extension stat {
  /// Returns the status of the file at a path; `nil`, with `errno`, if there is none.
  package init?(at path: String) {
    self.init()
    guard fstatat(AT_FDCWD, path.systemCString, &self, 0) == 0 else { return nil }
  }

  /// Returns the status of an entry, without following links; `nil`, with `errno`, if there is none.
  package init?(ofEntryAt path: String) {
    self.init()
    guard lstat(path.systemCString, &self) == 0 else { return nil }
  }

  /// Returns the status of an open file; `nil`, with `errno`, if the system has none.
  package init?(of descriptor: CInt) {
    self.init()
    guard fstat(descriptor, &self) == 0 else { return nil }
  }

  package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  package var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  package var isLink: Bool { st_mode & S_IFMT == S_IFLNK }

  /// Whether this is `/dev/null`, which is makedev(1, 3).
  package var isNullDevice: Bool { st_mode & S_IFMT == S_IFCHR && st_rdev == 0x103 }

  /// Whether users other than the owner have any permission.
  package var isOpenToOthers: Bool { st_mode & 0o077 != 0 }

  /// The write permissions of users other than the owner; an access list is in the group's bits.
  package var othersWriting: mode_t { st_mode & (S_IWGRP | S_IWOTH) }

  /// Whether this is a sticky directory of root, such as `/tmp`, where each entry belongs to its owner.
  package var isStickyOfRoot: Bool { st_uid == 0 && st_mode & S_ISVTX != 0 }
}

/// The identity of a file, independent of its path.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Returns the identity of the file at a path; `nil` if there is none.
  package init?(at path: String) {
    guard let status = stat(at: path) else { return nil }
    self.init(status)
  }
}

/// The limit on the size of files, as set by a shell's `ulimit -f`: setrlimit(2).
package enum FileSizeLimit {
  package static var isSet: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(1), &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  /// Performs work in which a write beyond the limit fails with `EFBIG` instead of ending the process.
  package static func failing<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withoutSignal(SIGXFSZ, work)
  }
}

/// Performs work without a signal that the system sends to a writing thread, which must be this one.
package func withoutSignal<Result, Failure: Error>(
  _ number: CInt, _ work: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var (signal, before) = (sigset_t(), sigset_t())
  sigemptyset(&signal)
  sigaddset(&signal, number)
  pthread_sigmask(SIG_BLOCK, &signal, &before)
  guard sigismember(&before, number) == 0 else { return try work() }
  defer {
    let error = errno
    var moment = timespec()
    while sigtimedwait(&signal, nil, &moment) == number {}
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = error
  }
  return try work()
}
