import FormworkSystem

extension SQLiteAccountStore {
  /// The file of the user's accounts.
  ///
  /// It is `$XDG_DATA_HOME/formwork/accounts.sqlite`, or else in `~/.local/share`. Without `HOME`, the home
  /// is that of the password database, or else the root directory.
  package static func defaultPath(
    environment: (String) -> String? = Environment.value
  ) -> String {
    let home = Environment.path("HOME", in: environment) ?? Directory.registeredHome() ?? ""
    let data = Environment.path("XDG_DATA_HOME", in: environment) ?? home + "/.local/share"
    return "\(data)/formwork/accounts.sqlite"
  }
}
