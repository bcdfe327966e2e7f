import Foundation
import TestSupport
import Testing

@Suite struct ProcessTests {
  /// No file with the program's memory is ever written, as it may contain secrets.
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
