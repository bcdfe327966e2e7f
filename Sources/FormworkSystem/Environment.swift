import Glibc

/// The environment of the program.
package enum Environment {
  /// A variable; `nil` where it is not set, or empty.
  package static func value(_ name: String) -> String? {
    getenv(name).map { String(systemText: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A variable that names a directory; where the path is not absolute it counts as absent (XDG Base
  /// Directory Specification, version 0.8).
  package static func path(_ name: String, in environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.isAbsolutePath ? $0 : nil }
  }

  /// Returns whether to use colours: by `FORMWORK_COLOR` (`always` or `never`), or else by `NO_COLOR` and `TERM`.
  ///
  /// The terminals of the VT series have none: to the codes of colours they may blink.
  package static func hasColors(_ environment: (String) -> String? = value) -> Bool {
    switch environment("FORMWORK_COLOR") {
    case "always": return true
    case "never": return false
    default:
      let term = environment("TERM") ?? ""
      return environment("NO_COLOR") == nil
        && !(term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true)
    }
  }
}
