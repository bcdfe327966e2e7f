import Foundation
import Glibc
import TestSupport
import Testing

/// The states of a list, on the screen of a terminal emulator.
///
/// The directory `Snapshots` contains the exact screens. `FORMWORK_SNAPSHOTS=write` writes each file that
/// is missing or differs, and the test fails nevertheless: read what was written.
struct ListSnapshotTests {
  private static let states = [
    "loading", "loaded", "grid", "empty", "unmatched", "failed", "refreshing", "refreshFailed",
  ]

  @Test(arguments: ["plain", "editline"], states)
  func screenIsAsItsSnapshot(frontEnd: String, state: String) async throws {
    let trip = try Trip(frontEnd: frontEnd)
    let file = PackageFile("Tests/EditLineFrontEndTests/Snapshots/\(frontEnd)-\(state).txt")
    try await onThreadOfItsOwn {
      let screen = try trip.screen(
        size: PseudoTerminal.Size(columns: 100, rows: 30), environment: ["FORM_FIXTURE_LIST": state]
      )
      let isThere = access(file.path, F_OK) == 0
      let snapshot = isThere ? try file.text() : ""
      do {
        try screen.waitUntil { isThere && Self.text($0) == snapshot }
      } catch SupportError.limitReached {
        let shown = try Self.text(screen.lines)
        Issue.record("\(file.path) is missing or has something else; the screen shows\n\(shown)")
        if ProcessInfo.processInfo.environment["FORMWORK_SNAPSHOTS"] == "write" {
          try shown.write(toFile: file.path, atomically: true, encoding: .utf8)
        }
      }
    }
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { "\($0)\n" }.joined()
  }
}
