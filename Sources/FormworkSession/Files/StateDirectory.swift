import FormworkSystem

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
