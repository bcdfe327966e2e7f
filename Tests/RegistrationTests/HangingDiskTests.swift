import Glibc
import TestSupport
import Testing

/// A draft on a disk that hangs, which the user does not notice.
@Suite(.enabled(if: CCompiler.path != nil, "\(CCompiler.reason)")) struct HangingDiskTests {
  @Test(arguments: ["plain", "editline"])
  func keysAreAnsweredAndTheEndComes(frontEnd: String) async throws {
    let bench = try RegistrationBench()
    let library = try await hangingLibrary(in: bench)
    let hang = try bench.directory.write("", to: "hang")
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal(
        atHome: "register", frontEnd: frontEnd,
        environment: ["LD_PRELOAD": library, "HANG": hang])
      // Each commit should be saved, and none can be.
      try terminal.answer([
        ("Username (required): ", "ann\r"), ("Given name: ", "Ann\r"), ("Family name: ", "Lee\r"),
        ("E-mail: ", "ann"), ("ann", ""),
      ])
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
        try terminal.answer([("", "\u{4}"), ("Leave? ", ""), ("[1]: ", "2\r")])
        if self == .shellLeft { try terminal.answer([("registration: ", "exit\r")]) }
      }
      return try terminal.expectEnd()
    }
  }

  /// A draft, the history and a log hang at the same time, and share the time for which the form
  /// waits.
  @Test(arguments: End.allCases)
  func allIsWaitedForTogether(end: End) async throws {
    let bench = try RegistrationBench()
    let library = try await hangingLibrary(in: bench)
    let hang = try bench.directory.write("", to: "hang")
    let waits = try bench.directory.write("", to: "waits")
    try await onThreadOfItsOwn {
      let arguments = ["--log", bench.path(of: "log")] + (end.isOfShell ? [] : ["register"])
      let terminal = try PseudoTerminal(
        bench.command(arguments),
        environment: bench.homeEnvironment.merging(
          ["LD_PRELOAD": library, "HANG": hang, "WAITS": waits]) { _, new in new })
      try terminal.answer(end.isOfShell ? [("registration: ", "register\r")] : [])
      try terminal.answer([("Username (required): ", "ann\r"), ("Given name: ", "")])
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

  private func hangingLibrary(in bench: RegistrationBench) async throws -> String {
    let library = bench.path(of: "hanging.so")
    try await CCompiler.build(
      "Tests/RegistrationTests/Fixtures/hanging.c", ["-shared", "-fPIC"], to: library)
    return library
  }
}
