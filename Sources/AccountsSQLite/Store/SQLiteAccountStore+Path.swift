import Foundation
import Glibc

extension SQLiteAccountStore {
  /// Where the accounts of the person are who runs the program.
  ///
  /// `$XDG_DATA_HOME/formwork/accounts.sqlite`, or else in `~/.local/share`. A variable that names
  /// no absolute path counts as absent (XDG Base Directory Specification, version 0.8). Without a
  /// `HOME`, the password database knows the home.
  package static func defaultPath(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let name = "formwork/accounts.sqlite"
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/\(name)" }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? registeredHome
    return "\(home)/.local/share/\(name)"
  }

  /// The home that the password database has for the user; the root directory where it has none.
  private static var registeredHome: String {
    var buffer = [CChar](repeating: 0, count: max(1024, sysconf(CInt(_SC_GETPW_R_SIZE_MAX))))
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let home = entry.pw_dir
    else { return "" }
    return String(cString: home)
  }
}
