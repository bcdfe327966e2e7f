import Foundation
import TestSupport
import Testing

/// The README and the page of `registration` describe the actual behaviour.
@Suite struct ReadmeTests {
  private static let readme = "README.md"
  static let registration = "Sources/registration/Manual/registration.md"

  /// Returns the fenced blocks of a language, without their fences.
  private static func blocks(_ language: String, of page: String) throws -> [String] {
    Transcript.blocks(of: try PackageFile(page).text(), language: language)
  }

  /// The console blocks, one after the other, in one directory.
  @Test(arguments: [(readme, 14), (registration, 49)])
  func transcriptsAreWhatHappens(_ page: String, _ count: Int) async throws {
    let written = Transcript(try Self.blocks("console", of: page))
    #expect(written.steps.count == count)
    let directory = try TemporaryDirectory()
    let program = try Program.path(named: "registration")
    let environment = Child.environment.merging([
      "HOME": directory.path,
      "PATH": "\(URL(filePath: program).deletingLastPathComponent().path()):/usr/bin:/bin",
    ]) { $1 }
    let shown = try await onThreadOfItsOwn {
      try written.typed(in: directory.path, environment: environment)
    }
    for (step, shown) in zip(written.steps, shown) { #expect(shown == step) }
  }

  @Test func theFormOfTheSchemaIsWhatIsSeen() async throws {
    let written = try Self.blocks("text", of: Self.readme)[0].split(separator: "\n").map(
      String.init)
    let directory = try TemporaryDirectory()
    let schema = try Self.blocks("console", of: Self.readme)[0]
      .components(separatedBy: "$ formwork")[0]
    let program = try Program.path(named: "formwork")
    let environment = Child.environment.merging(["HOME": directory.path]) { $1 }
    let shown = try await onThreadOfItsOwn {
      _ = try Transcript([schema]).typed(
        in: directory.path, environment: environment)
      let screen = try Screen(
        [program, "ask", directory.path(of: "visit.yaml"), "--front-end", "plain", "--no-drafts"],
        environment: environment, size: PseudoTerminal.Size(columns: 80, rows: 40))
      try screen.answer([
        ("Name (required):", "A\r"), ("Name (required) [A]:", "Ann\r"),
        ("Day (required):", "2026-12-01\r"), ("Meal [none]:", "meat\r"),
        ("Guests (Enter continues):", "\r"), ("Button [1]:", "\r"),
      ])
      #expect(try screen.expectEnd() == .exited(0))
      return try screen.lines
    }
    #expect(shown.filter { !$0.isEmpty } == written)
  }

  @Test func theLineEditorIsWhatIsSeen() async throws {
    // Leave each line after its status is final. Enter stays at a fault.
    try await expectBlock(
      0, frontEnd: "",
      [
        ("Username (required):", "ann", "✓ ok"), ("Given name:", "Ann", "✓ ok"),
        ("Family name:", "Lee", "✓ ok"), ("E-mail:", "ann", "name@example.org"),
        ("E-mail: ann", "@example.org", "✓ ok"), ("Contacts (Enter continues):", "", ""),
        ("Password (required):", RegistrationBench.password, "✓ ok"),
        ("Password again (required):", RegistrationBench.password, "✓ ok"), ("Button [1]:", "", ""),
      ])
  }

  @Test func theScreenIsWhatIsSeen() async throws {
    try await expectBlock(
      1, frontEnd: "plain",
      [
        ("Username (required):", "ann", ""), ("Given name:", "Ann", ""),
        ("Family name:", "Lee", ""), ("E-mail:", "ann", ""),
        ("E-mail [ann]:", "ann@example.org", ""),
        ("Contacts (Enter continues):", "", ""),
        ("Password (required, not shown):", RegistrationBench.password, ""),
        ("Password again (required, not shown):", RegistrationBench.password, ""),
        ("Button [1]:", "", ""),
      ])
  }

  /// Answers a form on a screen, and compares that with a block of the page.
  private func expectBlock(
    _ index: Int, frontEnd: String, _ steps: [(prompt: String, answer: String, status: String)]
  ) async throws {
    let written = try Self.blocks("text", of: Self.registration)[index].split(separator: "\n").map(
      String.init)
    let bench = try RegistrationBench()
    try await bench.makeAccounts()
    let shown = try await onThreadOfItsOwn {
      let screen = try bench.screen("register", frontEnd: frontEnd, rows: 40)
      for step in steps {
        try screen.answer([(step.prompt, step.answer)])
        try screen.waitUntil { $0.last?.hasSuffix(step.status) == true }
        try screen.type("\r")
      }
      #expect(try screen.expectEnd() == .exited(0))
      return try screen.lines
    }
    #expect(RegistrationBench.withoutWaiting(shown).filter { !$0.isEmpty } == written)
  }

  @Test func theShellIsWhatIsSeen() async throws {
    let block = try #require(try Self.blocks("text", of: Self.registration).dropFirst(2).first)
    let written = block.split(separator: "\n").map(String.init)
    let bench = try RegistrationBench()
    try await bench.register("ann", "Ann")
    let shown = try await onThreadOfItsOwn {
      let screen = try Screen(
        bench.command(["--front-end", "plain"]), environment: bench.homeEnvironment,
        size: PseudoTerminal.Size(columns: 80, rows: 50))
      for (count, answer) in ["regster", "help", "sh ann", "exit"].enumerated() {
        // All lines were entered, and the next one is requested.
        _ = try screen.waitUntil { lines in
          lines.last { !$0.isEmpty } == "registration:"
            && lines.count { $0.hasPrefix("registration: ") } == count
        }
        try screen.type(answer + "\r")
      }
      #expect(try screen.expectEnd() == .exited(0))
      return try screen.lines
    }
    #expect(shown.filter { !$0.isEmpty && !$0.hasPrefix("Registration: ") } == written)
  }

  @Test func theExampleIsCompiled() throws {
    let program = try PackageFile("Tests/FrontEnds/Swift/Sources/Visitor/main.swift").text()
    #expect(try Self.blocks("swift", of: Self.readme).first == program)
  }
}
