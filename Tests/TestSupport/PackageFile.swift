import Foundation

/// A file of the package's sources.
package struct PackageFile: Sendable {
  /// Where it is.
  package let path: String

  /// Names a file by its path in the package.
  package init(_ path: String) {
    var package = URL(filePath: #filePath)
    for _ in ["PackageFile.swift", "TestSupport", "Tests"] { package.deleteLastPathComponent() }
    self.path = package.appending(path: path).path(percentEncoded: false)
  }

  /// All that is in it.
  package func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
