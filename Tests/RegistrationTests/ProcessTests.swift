import Foundation
import TestSupport
import Testing

/// The program as other processes see it.
@Suite struct ProcessTests {
  /// Whatever is typed later, no file with the memory of the program is ever written.
  @Test(arguments: [["register"], []])
  func coreFilesAreSwitchedOff(_ arguments: [String]) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        office.command(arguments), environment: office.homeEnvironment)
      try terminal.expect(arguments.isEmpty ? "registration: " : "Username (required): ")
      let limits = try String(
        contentsOfFile: "/proc/\(terminal.child.process)/limits", encoding: .utf8)
      let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
      #expect(line?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
      try terminal.type("\u{4}")
      _ = try terminal.expectEnd()
    }
  }
}
