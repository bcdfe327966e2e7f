import Glibc

package enum Environment {
  /// The name of the executable, as the program was started.
  package static var programName: String { CommandLine.arguments.first?.pathComponents.last ?? "" }

  /// Returns the value of a variable; `nil` if it is not set or empty.
  package static func value(_ name: String) -> String? {
    getenv(name).map { String(systemText: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns a variable for a directory, as XDG requires; `nil` unless the path is absolute.
  package static func path(_ name: String, in environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.isAbsolutePath ? $0 : nil }
  }

  /// Returns the directories for files that end with the program, the most private one first.
  package static func temporaryDirectories(
    _ environment: (String) -> String? = value
  ) -> [String] {
    ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { path($0, in: environment) } + ["/tmp"]
  }

  /// Returns whether to use colours.
  ///
  /// `FORMWORK_COLOR` may be `always` or `never`; otherwise `NO_COLOR` and `TERM` decide. Terminals of the VT series have no colours, and may blink instead.
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
