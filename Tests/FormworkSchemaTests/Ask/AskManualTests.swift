import TestSupport
import Testing

/// The manual page of `formwork ask` has what the program does.
@Suite struct AskManualTests {
  private static let page = "Sources/FormworkCLI/Manual/formwork-ask.1"

  @Test func everyOptionIsThere() async throws {
    let help = try await onThreadOfItsOwn {
      try Child.run([Program.path(named: "formwork"), "ask", "--help"]).outputText
    }
    let listed = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
      .flatMap { $0.split { " ,/".contains($0) } }.filter { $0.hasPrefix("--") }.map(String.init)
    let written = try ManualPage(Self.page)["OPTIONS"]
      .flatMap { $0.tag.split { " ,".contains($0) } }.map(String.init)
    #expect(Set(listed) == Set(written.filter { $0.hasPrefix("--") }))
  }

  @Test func everyStatusIsThere() throws {
    #expect(try ManualPage(Self.page)["EXIT STATUS"].map(\.tag) == ["0", "1", "2", "3", "130"])
  }

  /// An example: its place on the page, the files before it, the dialogue, and the last output.
  struct Script: CustomTestStringConvertible, Sendable {
    let index: Int
    let files: [String]
    let dialogue: [(prompt: String, typed: String)]
    let output: String
    var status: CInt = 0

    var testDescription: String { "\(index)" }
  }

  static let scripts = [
    Script(
      index: 2, files: ["project.yaml"],
      dialogue: [
        ("Name (required): ", "demo\r"), ("Licence (required)", "\r"), ("Tests (", "\r"),
        ("[1]: ", "\r"),
      ], output: "LICENCE  tests\r\n"),
    Script(
      index: 3, files: [],
      dialogue: [
        ("Install in (required) [", "\r"), ("Parts (", "programs, manual\r"), ("[y]: ", "\r"),
      ],
      output: "installing programs in HOME/.local\r\ninstalling manual in HOME/.local\r\n"),
    Script(
      index: 4, files: [], dialogue: [("(y/n) [n]: ", "n\r")], output: "not deployed\r\n",
      status: 1),
    Script(
      index: 4, files: [],
      dialogue: [
        ("(y/n) [n]: ", "y\r"), ("Type shop to deploy (required): ", "shp\r"),
        ("does not match", ""), (": ", "shop\r"),
      ], output: "deploying shop\r\n"),
    Script(
      index: 7, files: ["settings.schema.yaml", "settings.yaml"],
      dialogue: [
        ("[localhost]: ", "\r"), ("[80]: ", "8080\r"), ("[3 lines]: ", "\r"), ("[1]: ", "\r"),
      ],
      output: "host: \"localhost\"\r\nport: 8080\r\nowner: \"ann\"\r\n"),
    Script(
      index: 9, files: ["issue.yaml"],
      dialogue: [
        ("Title (required): ", "It crashes\r"), ("Kind (required)", "bug\r"),
        ("Version (required): ", "1.2\r"), ("[1]: ", "\r"),
      ], output: "thank you\r\n"),
    Script(
      index: 9, files: ["issue.yaml"],
      dialogue: [
        ("Title (required): ", "It crashes\r"), ("Kind (required)", "idea\r"), ("[1]: ", "2\r"),
      ], output: "no report\r\n"),
  ]

  @Test(arguments: scripts)
  func theScriptsOfThePageRun(_ script: Script) async throws {
    let examples = try ManualPage(Self.page).examples
    try #require(examples.count == 10)
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let before = examples[..<script.index].suffix(script.files.count)
      for (name, text) in zip(script.files, before) { _ = try directory.write(text, to: name) }
      _ = try directory.write(examples[script.index], to: "script")
      let program = try Program.path(named: "formwork")
      let programs = program.prefix(program.count - "/formwork".count)
      let terminal = try PseudoTerminal(
        ["sh", "script"],
        environment: Child.environment.merging([
          "PATH": "\(programs):/usr/bin:/bin", "HOME": directory.path,
          "FORMWORK_FRONT_END": "plain",
        ]) { $1 }, directory: directory.path)
      for (prompt, typed) in script.dialogue {
        try terminal.expect(prompt)
        try terminal.type(typed)
      }
      try terminal.expect(script.output.replacing("HOME", with: directory.path))
      #expect(try terminal.expectEnd() == .exited(script.status))
    }
  }
}
