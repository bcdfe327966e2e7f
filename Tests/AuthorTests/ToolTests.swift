import Foundation
import TestSupport
import Testing

/// The tools on the page of FormworkArguments, from this build.
struct ToolTests {
  private let home: TemporaryDirectory
  private let environment: [String: String]

  init() throws {
    home = try TemporaryDirectory()
    environment = Child.environment.merging(["HOME": home.path]) { $1 }
  }

  private func terminal(_ program: String, _ arguments: [String] = []) throws -> PseudoTerminal {
    try PseudoTerminal(
      [Program.path(named: program)] + arguments,
      environment: environment.merging(["FORMWORK_FRONT_END": "plain"]) { $1 })
  }

  @Test func theProgramsAreThoseOfTheExamples() throws {
    let page = try PackageFile(Page.arguments).text()
    let programs = try Page.tools.map { try PackageFile($0).text() }
    #expect(Array(Transcript.blocks(of: page, language: "swift").dropFirst()) == programs)
  }

  @Test func theCommandsDoWhatIsWritten() async throws {
    let page = try PackageFile(Page.arguments).text()
    // The first block builds the programs.
    let blocks = Transcript.blocks(of: page, language: "console").dropFirst()
    let transcript = Transcript(Array(blocks))
    let folder = home.path(of: ".build/debug")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["setup", "publish", "kit"] {
      try Program.copy(Program.path(named: name), to: "\(folder)/\(name)")
    }
    let typed = try await onThreadOfItsOwn { [home, environment] in
      try transcript.typed(in: home.path, environment: environment)
    }
    #expect(transcript.steps.count == 9)
    #expect(typed == transcript.steps)
  }

  /// Each way to leave, with its last line and the exit status of each kind of command.
  @Test(
    arguments: ["setup", "publish", "kit init", "kit deploy"],
    [
      ("\u{3}", ": nothing was submitted", Child.Status.signalled(2)),
      ("\u{4}", ": nothing was submitted", .exited(130)),
      (":quit\r", ": nothing was submitted", .exited(130)),
    ])
  func aFormIsLeft(
    _ command: String, by end: (typed: String, line: String, status: Child.Status)
  ) async throws {
    let words = command.split(separator: " ").map { String($0) }
    let program = words[0]
    try await onThreadOfItsOwn {
      let terminal = try terminal(program, Array(words.dropFirst()))
      try terminal.expect(" (required): ")
      try terminal.type(end.typed)
      try terminal.expect("\r\n\(program)\(end.line)")
      #expect(try terminal.expectEnd() == end.status)
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  @Test func aDraftIsResumed() async throws {
    try await onThreadOfItsOwn {
      let (name, hasTests) = ("Name (required): ", "With tests ")
      for (arguments, prompts) in [
        (["--no-drafts"], [name, hasTests]), ([], [name, hasTests]), (["--no-drafts"], [name]),
        (["--resume"], [hasTests]), (["--no-resume"], [name]), (["--resume"], [name]),
      ] {
        let terminal = try terminal("setup", arguments)
        for prompt in prompts {
          try terminal.expect(prompt)
          try terminal.type(prompt == prompts.last ? "\u{3}" : "Apple\r")
        }
        #expect(try terminal.expectEnd() == .signalled(2))
      }
    }
  }

  @Test(arguments: [["--no-drafts"], ["--no-input"], ["--answers", "-"]])
  func optionsThatExcludeResumption(_ arguments: [String]) async throws {
    let outcome = try await onThreadOfItsOwn { [environment] in
      try Child.run(
        [Program.path(named: "setup"), "--resume"] + arguments, environment: environment)
    }
    let line = "Error: --resume cannot be combined with --no-drafts, --no-input or --answers -"
    #expect(outcome.errorText.split(separator: "\n").first.map { String($0) } == line)
    #expect(outcome.status == .exited(64))
  }
}
