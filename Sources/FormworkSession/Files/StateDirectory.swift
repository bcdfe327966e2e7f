/// Where what outlives the program lies, for one person.
enum StateDirectory {
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
}
