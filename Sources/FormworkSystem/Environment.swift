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

  /// Whether a terminal is to have colours: `FORMWORK_COLOR` may be `always` or `never`, and otherwise it is unless
  /// `NO_COLOR` is set.
  package static func hasColors(_ environment: (String) -> String? = value) -> Bool {
    switch environment("FORMWORK_COLOR") {
    case "always": true
    case "never": false
    default: environment("NO_COLOR") == nil
    }
  }
}
