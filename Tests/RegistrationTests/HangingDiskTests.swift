import Glibc
import TestSupport
import Testing

/// A draft on a disk that does not answer: the person at the terminal does not notice.
@Suite(.enabled(if: CCompiler.path != nil, "\(CCompiler.reason)")) struct HangingDiskTests {
  @Test(arguments: ["plain", "editline"])
  func keysAreAnsweredAndTheEndComes(frontEnd: String) async throws {
    let office = try Office()
    let library = office.path(of: "hanging.so")
    try await CCompiler.build(
      "Tests/RegistrationTests/Fixtures/hanging.c", ["-shared", "-fPIC"], to: library)
    let hang = try office.directory.write("", to: "hang")
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        office.command(["--front-end", frontEnd, "register"]),
        environment: office.homeEnvironment.merging(
          ["LD_PRELOAD": library, "HANG": hang, "TERM": "xterm"]) { _, new in new })
      try terminal.expect("Username (required): ")
      // Each commit is to be kept, and none can be.
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
      // What is not written is not promised.
      try terminal.expect("No account was made.\r\n")
    }
  }
}
