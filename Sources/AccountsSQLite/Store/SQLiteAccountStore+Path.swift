import FormworkSystem
import Glibc

extension SQLiteAccountStore {
  /// Where the accounts of the person are who runs the program.
  ///
  /// `$XDG_DATA_HOME/formwork/accounts.sqlite`, or else in `~/.local/share`. A variable that names
  /// no absolute path counts as absent (XDG Base Directory Specification, version 0.8). Without a
  /// `HOME`, the password database knows the home; where it has none, that is the root directory.
  package static func defaultPath(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> String {
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let data =
      absolute("XDG_DATA_HOME")
      ?? (absolute("HOME") ?? Directory.registeredHome() ?? "") + "/.local/share"
    return "\(data)/formwork/accounts.sqlite"
  }
}
