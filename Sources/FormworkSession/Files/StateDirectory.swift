import Glibc

/// Where what outlives the program lies, for one person.
package enum StateDirectory {
  /// A folder in `$XDG_STATE_HOME/formwork`, or else in `~/.local/state/formwork`.
  ///
  /// A variable that names no absolute path counts as absent (XDG Base Directory Specification,
  /// version 0.8), and so does a home that `isHome` does not take for one.
  static func path(
    of name: String, environment: (String) -> String?, isHome: (String) -> Bool = { _ in true }
  ) -> String? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/formwork/\(name)"
    }
    guard let home = environment("HOME"), home.hasPrefix("/"), isHome(home) else { return nil }
    return "\(home)/.local/state/formwork/\(name)"
  }

  /// Whether a directory is there.
  package static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The names of all that lies in a directory; none where it cannot be read.
  package static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}
