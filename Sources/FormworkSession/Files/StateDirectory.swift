import Glibc

/// Where what outlives the program lies, for one person.
enum StateDirectory {
  /// A folder in `$XDG_STATE_HOME/formwork`, or else in `~/.local/state/formwork`.
  ///
  /// A variable that names no absolute path counts as absent (XDG Base Directory Specification,
  /// version 0.8).
  static func path(of name: String, environment: (String) -> String?) -> String? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/formwork/\(name)"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state/formwork/\(name)"
  }

  /// As above; `nil` too where the home is not there, as that of some who are no person.
  static func pathAtHome(of name: String, environment: (String) -> String?) -> String? {
    guard let path = path(of: name, environment: environment) else { return nil }
    if let home = environment("HOME"), path.hasPrefix("\(home)/.local"), !isDirectory(home) {
      return nil
    }
    return path
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
