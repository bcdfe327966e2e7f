package import Glibc

/// Directories, by their paths.
package enum Directory {
  /// The home that the password database has for the user, whatever the environment says; `nil` where it
  /// has none.
  package static func registeredHome() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let home = entry.pw_dir
    else { return nil }
    return String(systemText: home)
  }

  /// The path up to the last slash; `/` above all.
  package static func parent(of path: String) -> String {
    let slash = path.lastSlash ?? path.startIndex
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path without links, `.` and `..`; `nil`, and `errno`, where nothing is there.
  package static func canonicalPath(of path: String) -> String? {
    guard let canonical = realpath(path.systemCString, nil) else { return nil }
    defer { free(canonical) }
    return String(systemText: canonical)
  }

  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemCString, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names of all that lies in a directory; none where it cannot be read.
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

/// Why a directory is not used: another user could put other files there.
package enum DirectoryDistrust: Error, Equatable {
  /// A directory on the way belongs to a user who is neither root nor the one who runs the program.
  case otherOwner(path: String, uid_t)

  /// Others than the owner may write to a directory on the way.
  case writable(path: String)

  /// The system cannot tell; with its errno.
  case unknown(CInt)

  /// Checks each component of the canonical path of a directory.
  ///
  /// Where all are in order, no other user can put another file in the place of one that was checked.
  /// In a sticky directory of root's, such as `/tmp`, each entry is its owner's. An access list that
  /// lets others write shows in the group's bits, so that these are enough.
  ///
  /// Where `isMade`, a directory that is not there is made, with all that it lies in: for its owner alone,
  /// as the XDG Base Directory Specification asks, and where no other user may write.
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
    var status = stat()
    guard lstat(path.systemCString, &status) == 0 else { throw .unknown(errno) }
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      throw .otherOwner(path: path, status.st_uid)
    }
    guard status.isStickyOfRoot || status.othersWriting == 0 else { throw .writable(path: path) }
  }
}

extension stat {
  /// What lets others than the owner write.
  ///
  /// An access list that does so shows in the group's bits.
  package var othersWriting: mode_t { st_mode & (S_IWGRP | S_IWOTH) }

  /// Whether it is a directory of root's, such as `/tmp`, in which each entry is its owner's.
  package var isStickyOfRoot: Bool { st_uid == 0 && st_mode & S_ISVTX != 0 }
}

/// Which file something is, by whatever path.
package struct FileIdentity: Hashable, Sendable {
  /// The number of the device that holds the file.
  package let device: UInt64

  /// The number of the file on its device.
  package let inode: UInt64

  /// Takes what stat(2) tells of a file.
  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file that a path leads to; `nil` where there is none.
  package init?(at path: String) {
    var status = stat()
    guard stat(path.systemCString, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The limit of the size of files, which a shell's `ulimit -f` sets.
///
/// - SeeAlso: setrlimit(2), `RLIMIT_FSIZE`.
package enum FileSizeLimit {
  /// Whether there is a limit.
  package static var isSet: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(1), &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  /// Does work in which a write beyond the limit fails with `EFBIG`, instead of ending the process by `SIGXFSZ`.
  ///
  /// The signal goes to the thread that writes: the work has to write on the thread that calls.
  package static func failing<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var (signal, before) = (sigset_t(), sigset_t())
    sigemptyset(&signal)
    sigaddset(&signal, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &signal, &before)
    guard sigismember(&before, SIGXFSZ) == 0 else { return try work() }
    defer {
      var moment = timespec()
      while sigtimedwait(&signal, nil, &moment) == SIGXFSZ {}
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try work()
  }
}
