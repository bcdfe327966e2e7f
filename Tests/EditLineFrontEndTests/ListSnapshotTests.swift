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
      if ["loaded", "refreshing", "refreshFailed"].contains(state) {
        try Self.expectColumns(try screen.lines)
      }
    }
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { "\($0)\n" }.joined()
  }

  /// Checks that the numbers of the last column end in the same column of the terminal.
  private static func expectColumns(_ lines: [String]) throws {
    let visits = (0..<11).map { "\($0 * $0 * 1000 + $0)" }
    let ends = try visits.map { number in
      let line = try #require(lines.first { $0.hasSuffix(" \(number)") }, "no line of \(number)")
      return try width(line)
    }
    #expect(Set(ends).count == 1, "\(ends)")
  }

  /// Returns the number of columns of a text, as the C library counts them.
  ///
  /// - SeeAlso: wcwidth(3), which the Glibc module lacks.
  private static func width(_ text: String) throws -> Int {
    typealias Function = @convention(c) (wchar_t) -> CInt
    let symbol = try #require(dlsym(nil, "wcwidth"))
    let width = unsafeBitCast(symbol, to: Function.self)
    let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let former = uselocale(locale)
    defer {
      uselocale(former)
      freelocale(locale)
    }
    return text.unicodeScalars.reduce(0) { $0 + max(0, Int(width(wchar_t($1.value)))) }
  }
}
