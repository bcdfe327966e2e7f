import Foundation
import FormworkConformance
import TestSupport
import Testing

/// The manual page has what the program says of itself.
struct ManualTests {
  private static let page = "Sources/FormworkCLI/Manual/formwork.1"

  private func help(_ arguments: String...) async throws -> String {
    let program = try Program.path(named: "formwork")
    return try await onThreadOfItsOwn {
      try Child.run([program] + arguments + ["--help"]).outputText
    }
  }

  @Test func everyCheckIsThereInTheWordsOfTheProgram() throws {
    let entries = try ManualPage(Self.page)["CHECKS"]
    #expect(entries.map(\.tag) == Conformance.checks.map(\.name))
    #expect(entries.map(\.text) == Conformance.checks.map(\.requirement.inEnglish))
  }

  private static let commands = [
    "ask", "show", "validate", "input", "password", "choose", "confirm", "mcp", "front-ends",
    "demo", "check-front-end",
  ]

  @Test func everyOptionIsThere() async throws {
    var helps = try await help()
    for command in Self.commands { helps += try await help(command) }
    let listed =
      helps
      .split(separator: "\n").filter { $0.hasPrefix("  -") }
      .flatMap { $0.split { " ,/".contains($0) } }.filter { $0.hasPrefix("--") }.map(String.init)
    let written = try ManualPage(Self.page)["OPTIONS"]
      .flatMap { $0.tag.split { " ,".contains($0) } }.map(String.init)
    #expect(
      Set(listed).union(["--generate-completion-script"])
        == Set(written.filter { $0.hasPrefix("--") }))
  }

  @Test func everyCommandIsThereInTheWordsOfTheProgram() async throws {
    let help = try await help()
    let entries = try ManualPage(Self.page)["COMMANDS"]
    #expect(entries.count == Self.commands.count)
    for (entry, name) in zip(entries, Self.commands) {
      let summary = try #require(entry.text.split(separator: ". ").first)
      #expect(entry.tag.hasPrefix(name))
      // Long lines of the help are broken.
      let words = help.split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains("\(name) \(summary)"))
    }
  }

  /// A program that validates the page.
  private static let formatter = [
    ["/usr/bin/groff", "-man", "-Tutf8", "-ww", "-z"], ["/usr/bin/mandoc", "-T", "lint"],
  ].first { FileManager.default.isExecutableFile(atPath: $0[0]) }

  @Test(
    .enabled(if: formatter != nil, "neither groff nor mandoc is installed"),
    arguments: [
      page, "Sources/FormworkCLI/Manual/formwork-ask.1",
      "Sources/FormworkCLI/Manual/formwork-mcp.1",
    ])
  func theFormatterHasNothingToSay(page: String) async throws {
    let formatter = try #require(Self.formatter)
    let outcome = try await onThreadOfItsOwn {
      try Child.run(formatter + [PackageFile(page).path])
    }
    #expect(outcome == Child.Outcome(.exited(0)))
  }
}
