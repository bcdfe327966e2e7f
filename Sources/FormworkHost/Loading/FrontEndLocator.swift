import Glibc

/// The directories in which front ends are looked for, the first one first.
package struct FrontEndLocator: Sendable {
  /// The directories' canonical paths, none of which comes from the environment.
  package let directories: [String]

  /// Looks in `directories`, in that order; those that are not there are left out.
  package init(directories: [String]) {
    self.directories = directories.compactMap { directory in
      guard let path = realpath(directory, nil) else { return nil }
      defer { free(path) }
      return String(cString: path)
    }
  }

  /// Looks in the directory of the running program, which is trusted as the program is.
  package static func besideProgram() -> FrontEndLocator {
    FrontEndLocator(
      directories: ["/proc/self/exe"].compactMap { link in
        guard let path = realpath(link, nil) else { return nil }
        defer { free(path) }
        return String(cString: dirname(path))
      })
  }

  /// The file of a front end: an entry of that name, whatever it is.
  func path(of name: FrontEndName) throws(FrontEndError) -> String {
    for directory in directories {
      let path = directory + "/" + name.fileName
      var status = stat()
      if lstat(path, &status) == 0 { return path }
    }
    throw .unknown(name, available: names())
  }

  /// The names of all front ends that there are, sorted, whether or not they can be loaded.
  package func names() -> [FrontEndName] {
    Set(directories.flatMap(Self.entries).compactMap(FrontEndName.init(fileName:))).sorted()
  }

  private static func entries(of directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var entries: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      entries.append(name)
    }
    return entries
  }
}
