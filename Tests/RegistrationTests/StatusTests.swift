import TestSupport
import Testing

struct StatusTests {
  @Test(
    arguments: [
      (["register"], nil, true), (["register"], "live", true), (["register"], "leaving", false),
      (["register"], "sometimes", true), (["register"], "", true),
      (["register", "--status", "leaving"], nil, false),
      (["--status", "leaving", "register"], nil, false),
      (["register", "--status", "live"], "leaving", true),
    ] as [([String], String?, Bool)])
  func isToldWhenThePersonWantsIt(
    _ arguments: [String], _ variable: String?, _ isLive: Bool
  ) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      var environment = Child.environment
      environment["FORMWORK_STATUS"] = variable
      let terminal = try PseudoTerminal(bench.command(arguments), environment: environment)
      try terminal.expect("Username (required): ")
      try terminal.type("a")
      try terminal.expect(isLive ? "2 more" : "a")
      try terminal.type("b")
      try terminal.expect(isLive ? "1 more" : "b")
      try terminal.type("\r")
      if !isLive { try terminal.expect("1 more") }
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
      // Between the first letter and the second.
      #expect(terminal.output.contains("2 more") == isLive)
    }
  }

  /// Two faults have no space beside the password: the message is truncated.
  @Test func ofASecretIsCutWhereThereIsNoRoom() async throws {
    try await RegistrationBench().converse(
      "register", frontEnd: "editline",
      steps: [
        ("Username (required): ", "ann\u{18}n\u{18}n\u{18}n\u{18}n\u{18}n"),
        ("Password (required): ", "xyzann"),
        ("15 characters at least: 9 more; must not contain…", "\u{3}"),
      ], end: .signalled(2))
  }
}
