import Foundation

package struct PackageFile: Sendable {
  package let path: String

  /// Creates a file by its path in the package.
  package init(_ path: String) {
    var package = URL(filePath: #filePath)
    for _ in ["PackageFile.swift", "TestSupport", "Tests"] { package.deleteLastPathComponent() }
    self.path = package.appending(path: path).path(percentEncoded: false)
  }

  package func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
