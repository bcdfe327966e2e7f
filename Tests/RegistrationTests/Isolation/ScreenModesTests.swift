import TestSupport
import Testing

/// The terminal's modes are restored however a front end ends.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct ScreenModesTests {
  /// The modes of a pane.
  ///
  /// - SeeAlso: tmux(1), "Formats".
  private static let modes =
    "alternate #{alternate_on} insert #{insert_flag} wrap #{wrap_flag} "
    + "region #{scroll_region_upper}-#{scroll_region_lower} mouse #{mouse_any_flag}"
    + "#{mouse_standard_flag}#{mouse_sgr_flag} keypad #{keypad_flag}#{keypad_cursor_flag} "
    + "cursor #{cursor_flag}"

  /// The ways in which a front end ends or stops.
  enum Way: String, CaseIterable { case crash, killed, stop, ends, returns }

  @Test(.serialized, arguments: ["always", "never"], Way.allCases)
  func allModesAreOff(_ isolation: String, _ way: Way) async throws {
    let bench = try RegistrationBench()
    let file = bench.path(of: "libformwork-front-end-all-modes.so")
    // One front end declares its modes, the other does not.
    try await CCompiler.build(
      "Tests/RegistrationTests/Isolation/Fixtures/all_modes.c",
      ["-shared", "-fPIC"] + (isolation == "never" ? ["-DNAMED"] : []), to: file)
    try await onThreadOfItsOwn {
      let screen = try bench.shell(isolation: isolation)
      try screen.waitUntil { $0 == ["shell>"] }
      let found = try screen.format(Self.modes)
      try screen.type("seq 5; form --front-end-file '\(file)' register\r")
      try screen.expect("modes on")
      #expect(try screen.format(Self.modes) != found)
      switch way {
      case .crash: try screen.type("c\r")
      case .killed:
        let host = try Child.run(["pgrep", "-f", "--", bench.accounts]).outputText
        _ = try Child.run(["kill", "-USR1"] + host.split(separator: "\n").map(String.init))
      case .stop: try screen.type("\u{1A}")
      case .ends: try screen.type("e\r")
      case .returns: try screen.type("r\r")
      }
      let told: [Way: String] =
        isolation == "always"
        ? [
          .crash: "crashed (Segmentation fault): using",
          .ends: "exited early, with status 0: using", .returns: "ended by itself: using",
        ] : [.ends: "ended the program", .returns: "ended by itself: using"]
      if let told = told[way] {
        try screen.expect("front end \"all-modes\" \(told)")
        if told.hasSuffix("using") {
          try screen.expect("Username (required):")
          try screen.type("\u{3}")
        }
      }
      try screen.waitUntil { $0.last == "shell>" }
      #expect(try screen.format(Self.modes) == found)
      if way == .ends, isolation == "never" {
        try screen.type("echo \"status $?\"\r")
        try screen.waitUntil { $0.last == "shell>" && $0.contains("status 1") }
      }
      // No mouse, no colours, and the contents of the screen are back.
      try screen.type("echo abc; seq 30\r")
      let lines = try screen.waitUntil { $0.last == "shell>" && $0.contains("30") }
      #expect(Array(lines.suffix(3)) == ["29", "30", "shell>"])
    }
  }
}
