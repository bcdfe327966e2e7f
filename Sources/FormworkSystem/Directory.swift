import Glibc

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
