import Foundation
import Glibc

/// The programs and plug-ins that the package builds.
package enum Program {
  /// Returns the path of a product, such as `registration` or `libformwork-front-end-plain.so`.
  ///
  /// It is beside the test program, or in the directory in `FORMWORK_TEST_PROGRAMS`, by which
  /// `Scripts/check` tests the release.
  package static func path(named name: String) throws(SupportError) -> String {
    if let directory = ProcessInfo.processInfo.environment["FORMWORK_TEST_PROGRAMS"] {
      return try found("\(directory)/\(name)")
    }
    let link = "/proc/self/exe"
    guard let runner = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
      throw .missing(path: link, fix: "mount /proc")
    }
    return try found(
      URL(filePath: runner).deletingLastPathComponent().appending(path: name).path(
        percentEncoded: false))
  }

  private static func found(_ path: String) throws(SupportError) -> String {
    guard access(path, F_OK) == 0 else {
      throw .missing(path: path, fix: "run `swift build` with the settings of the tests")
    }
    return path
  }

  /// The value for `--isolate` in this test run, or `nil` to use the default of the programs.
  package static let isolation = ProcessInfo.processInfo.environment["FORMWORK_TEST_ISOLATION"]
}
