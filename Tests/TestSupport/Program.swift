import Foundation
import Glibc

/// The programs and plug-ins that the package builds.
package enum Program {
  /// Returns the path of a product, such as `registration` or `libformwork-front-end-plain.so`.
  ///
  /// It is beside the test program, or in the directory in `FORMWORK_TEST_PROGRAMS`, by which
  /// `Scripts/check` tests the release.
  package static func path(named name: String) throws(SupportError) -> String {
    guard let directory = ProcessInfo.processInfo.environment["FORMWORK_TEST_PROGRAMS"] else {
      return try Child.path(ofProgram: name)
    }
    let path = "\(directory)/\(name)"
    guard access(path, F_OK) == 0 else { throw .missing(path: path, fix: "run Scripts/release") }
    return path
  }

  /// Copies a program that is about to run.
  ///
  /// A separate process writes the copy. If this process did, a child that another test starts meanwhile would hold
  /// the file open for writing, and the system refuses to run such a file.
  package static func copy(_ path: String, to copy: String) throws(SupportError) {
    let outcome = try Child.run(["/bin/cp", path, copy])
    guard outcome.status == .exited(0) else {
      throw .refused(command: "cp", answer: [outcome.description])
    }
  }

  /// The value for `--isolate` in this test run, or `nil` to use the default of the programs.
  package static let isolation = ProcessInfo.processInfo.environment["FORMWORK_TEST_ISOLATION"]
}
