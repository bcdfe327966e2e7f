import TestSupport
import Testing

/// The front ends of the package.
enum FrontEndKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case plain, editline, screen

  var testDescription: String { rawValue }

  /// The path of the plug-in.
  var path: String {
    get throws { try Program.path(named: "libformwork-front-end-\(self).so") }
  }
}
