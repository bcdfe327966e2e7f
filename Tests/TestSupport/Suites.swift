import Foundation

/// The conformance suites of others, which are no part of the package.
package enum Suites {
  /// The folder that `FORMWORK_SUITES` names, or else `../shared/suites`, seen from the package;
  /// `nil` where there is none.
  package static let folder = folder(
    named: ProcessInfo.processInfo.environment["FORMWORK_SUITES"], source: #filePath)

  /// Finds the folder by its name, or else by the path of this source file.
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
