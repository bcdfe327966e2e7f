import Foundation
import Glibc
import TestSupport
import Testing

/// A list in each of its states, as a terminal emulator has it on its screen.
///
/// What the screen has to show is in a file of `Snapshots`, to the letter. `FORMWORK_SNAPSHOTS=write` writes each file
/// that is missing or differs, and the test fails all the same: what is written is to be read by a person.
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

  /// The numbers of the last column end in one column of the terminal, whatever comes before them.
  private static func expectColumns(_ lines: [String]) throws {
    let visits = (0..<11).map { "\($0 * $0 * 1000 + $0)" }
    let ends = try visits.map { number in
      let line = try #require(lines.first { $0.hasSuffix(" \(number)") }, "no line of \(number)")
      return try width(line)
    }
    #expect(Set(ends).count == 1, "\(ends)")
  }

  /// How many columns a text has, as the system's library counts.
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
