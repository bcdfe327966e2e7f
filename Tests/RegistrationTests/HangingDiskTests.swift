import Glibc
import TestSupport
import Testing

/// A draft on a disk that hangs, which the user does not notice.
@Suite(.enabled(if: CCompiler.path != nil, "\(CCompiler.reason)")) struct HangingDiskTests {
  @Test(arguments: ["plain", "editline"])
  func keysAreAnsweredAndTheEndComes(frontEnd: String) async throws {
    let office = try Office()
    let library = try await hangingLibrary(in: office)
    let hang = try office.directory.write("", to: "hang")
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        office.command(["--front-end", frontEnd, "register"]),
        environment: office.homeEnvironment.merging(
          ["LD_PRELOAD": library, "HANG": hang, "TERM": "xterm"]) { _, new in new })
      try terminal.expect("Username (required): ")
      // Each commit should be saved, and none can be.
      for (answer, prompt) in [
        ("ann", "Given name: "), ("Ann", "Family name: "), ("Lee", "E-mail: "),
      ] {
        try terminal.type(answer + "\r")
        try terminal.expect(prompt)
      }
      try terminal.type("ann")
      try terminal.expect("ann")
      terminal.child.send(SIGTERM)
      #expect(try terminal.expectEnd() == .signalled(SIGTERM))
      // An unwritten draft is not announced.
      try terminal.expect("No account was made.\r\n")
    }
  }

  enum End: CaseIterable {
    case formBySignal, formByHangUp, formLeft, shellBySignal, shellByHangUp, shellLeft

    var isOfShell: Bool { [.shellBySignal, .shellByHangUp, .shellLeft].contains(self) }

    func happen(to terminal: PseudoTerminal) throws -> Child.Status {
      switch self {
      case .formBySignal, .shellBySignal: terminal.child.send(SIGTERM)
      case .formByHangUp, .shellByHangUp: terminal.child.send(SIGHUP)
      case .formLeft, .shellLeft:
        try terminal.type("\u{4}")
        try terminal.expect("Leave? ")
        try terminal.expect("[1]: ")
        try terminal.type("2\r")
        guard self == .shellLeft else { break }
        try terminal.expect("registration: ")
        try terminal.type("exit\r")
      }
      return try terminal.expectEnd()
    }
  }

  /// A draft, the history and a log hang at the same time, and share the second for which the form
  /// waits.
  @Test(arguments: End.allCases)
  func allIsWaitedForTogether(end: End) async throws {
    let office = try Office()
    let library = try await hangingLibrary(in: office)
    let hang = try office.directory.write("", to: "hang")
    let waits = try office.directory.write("", to: "waits")
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        office.command(["--log", office.path(of: "log")] + (end.isOfShell ? [] : ["register"])),
        environment: office.homeEnvironment.merging(
          ["LD_PRELOAD": library, "HANG": hang, "WAITS": waits]) { _, new in new })
      if end.isOfShell {
        try terminal.expect("registration: ")
        try terminal.type("register\r")
      }
      try terminal.expect("Username (required): ")
      try terminal.type("ann\r")
      try terminal.expect("Given name: ")
      let status = try end.happen(to: terminal)
      switch end {
      case .formBySignal, .shellBySignal: #expect(status == .signalled(SIGTERM))
      case .formByHangUp, .shellByHangUp: #expect(status == .signalled(SIGHUP))
      case .formLeft: #expect(status == .exited(130))
      case .shellLeft: #expect(status == .exited(0))
      }
      // The shell continues after its form, and ends later.
      #expect(try Child.run(["cat", waits]).outputText == (end == .shellLeft ? "w" : ""))
    }
  }

  private func hangingLibrary(in office: Office) async throws -> String {
    let library = office.path(of: "hanging.so")
    try await CCompiler.build(
      "Tests/RegistrationTests/Fixtures/hanging.c", ["-shared", "-fPIC"], to: library)
    return library
  }
}
