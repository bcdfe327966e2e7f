import FormworkSystem

extension SQLiteAccountStore {
  /// Where the accounts of the person are who runs the program.
  ///
  /// `$XDG_DATA_HOME/formwork/accounts.sqlite`, or else in `~/.local/share`. Without a `HOME`, the
  /// password database knows the home; where it has none, that is the root directory.
  package static func defaultPath(
    environment: (String) -> String? = Environment.value
  ) -> String {
    let home = Environment.path("HOME", in: environment) ?? Directory.registeredHome() ?? ""
    let data = Environment.path("XDG_DATA_HOME", in: environment) ?? home + "/.local/share"
    return "\(data)/formwork/accounts.sqlite"
  }
}
