import Foundation
import Glibc

/// The programs and plug-ins that the package builds.
package enum Program {
  /// The path of something built, such as `registration` or `libformwork-front-end-plain.so`.
  ///
  /// It lies beside the program that runs the tests, or in the directory that
  /// `FORMWORK_TEST_PROGRAMS` names: `Scripts/check` has the release tested so.
  package static func path(named name: String) throws(SupportError) -> String {
    if let directory = ProcessInfo.processInfo.environment["FORMWORK_TEST_PROGRAMS"] {
      return try found("\(directory)/\(name)")
    }
    let link = "/proc/self/exe"
    guard let runner = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
      throw .missing(path: link, mend: "mount /proc")
    }
    return try found(
      URL(filePath: runner).deletingLastPathComponent().appending(path: name).path(
        percentEncoded: false))
  }

  private static func found(_ path: String) throws(SupportError) -> String {
    guard access(path, F_OK) == 0 else {
      throw .missing(path: path, mend: "run `swift build` with the settings of the tests")
    }
    return path
  }

  /// Which front ends are to have a process of their own in this run of the tests, as the programs'
  /// `--isolate` names it; `nil` leaves it to them.
  package static let isolation = ProcessInfo.processInfo.environment["FORMWORK_TEST_ISOLATION"]
}
