import Foundation
import Glibc
import TestSupport
import Testing

/// The processes do not grow, however often a form is shown again.
@Suite(.serialized) struct AttachmentTests {
  static let count = isLongRun ? 10_000 : 500

  /// A separate process has the front end alone; in one process there is the host, too.
  @Test(arguments: isLongRun ? ["never", "always"] : ["always"])
  func attachmentsLeaveNothingBehind(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        [
          try Program.path(named: "formwork"), "demo", "--front-end", "screen", "--isolate",
          isolation, "form",
        ])
      try terminal.expect("Esc leave")
      let host = terminal.child.process
      let children = try Child.run(["pgrep", "-P", "\(host)"]).outputText
      let processes = [host] + children.split(separator: "\n").compactMap { pid_t($0) }
      #expect(processes.count == (isolation == "always" ? 2 : 1))
      var early: [Int] = []
      for count in 1...Self.count {
        // A program that continues after a stop redraws everything.
        terminal.child.send(SIGCONT)
        try terminal.expect("\u{1B}[?1049h")
        try terminal.expect("Esc leave")
        if count == Self.count / 5 { early = try processes.map(Self.residentByteCount) }
      }
      let late = try processes.map(Self.residentByteCount)
      for (early, late) in zip(early, late) { #expect(late - early < 1 << 19) }
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  private static func residentByteCount(of process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return try #require(pages) * Int(getpagesize())
  }
}
