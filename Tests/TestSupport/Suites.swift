import Foundation

/// The conformance suites of other projects, which are not part of the package.
package enum Suites {
  /// The folder in `FORMWORK_SUITES`, else `../shared/suites` beside the package, if there is one.
  package static let folder = folder(
    named: ProcessInfo.processInfo.environment["FORMWORK_SUITES"], source: #filePath)

  /// Finds the folder by its name, else by the path of this source file.
  package static func folder(named name: String?, source: String) -> String? {
    var package = URL(filePath: source).resolvingSymlinksInPath()
    for _ in ["Suites.swift", "TestSupport", "Tests"] { package.deleteLastPathComponent() }
    let beside = package.deletingLastPathComponent().appending(path: "shared/suites")
    let folder = name ?? beside.path(percentEncoded: false)
    var isDirectory: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory)
    return isThere && isDirectory.boolValue ? folder : nil
  }
}
