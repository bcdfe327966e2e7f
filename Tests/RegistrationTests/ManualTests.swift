import Foundation
import FormworkCore
import TestSupport
import Testing

@testable import registration

/// The manual pages document everything that the programs have.
struct ManualTests {
  private static let page = "Sources/registration/Manual/registration.1"
  private static let pages = [page, "Plugins/Manual/formwork.7"]

  @Test func everyOptionIsThere() async throws {
    let listed = try await onThreadOfItsOwn { try CompletedValues(of: "registration").options }
    let written = try ManualPage(Self.page)["OPTIONS"]
      .flatMap { $0.tag.split { " ,".contains($0) } }.map(String.init)
    #expect(
      listed.union(["--generate-completion-script"])
        == Set(written.filter { $0.hasPrefix("--") }))
  }

  @Test func everyCommandIsThereInTheWordsOfTheProgram() async throws {
    let bench = try RegistrationBench()
    let help = try await onThreadOfItsOwn { try bench.run("--help").outputText }
    let commands = CommandCatalogue.commands(frontEnds: [])
    #expect(Set(commands.map(\.name)).isSuperset(of: Self.subcommands(in: help)))
    #expect(Self.subcommands(in: help).count == 11)
    let written = try ManualPage(Self.page)["COMMANDS"]
    #expect(
      written.map { $0.tag.components(separatedBy: " ")[0] }.sorted()
        == commands.map(\.name).sorted())
    for command in commands {
      let summary = Catalogue.registration.text(for: command.summary)
      #expect(written.contains { $0.tag.hasPrefix(command.name) && $0.text.hasPrefix(summary) })
    }
  }

  /// Returns the names in the list of subcommands.
  private static func subcommands(in help: String) -> [String] {
    help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().prefix(1)
      .flatMap { $0.components(separatedBy: "\n\n")[0].split(separator: "\n") }
      // A description may continue in the next line, indented further.
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test(arguments: pages)
  func everyExitStatusIsThere(page: String) throws {
    #expect(
      try ManualPage(page)["EXIT STATUS"].map(\.tag) == ["0", "1", "2", "3", "130", "128 + n"])
  }

  /// A command that checks the syntax of a page.
  private static let formatter = [
    ["/usr/bin/groff", "-man", "-Tutf8", "-ww", "-z"], ["/usr/bin/mandoc", "-T", "lint"],
  ].first { FileManager.default.isExecutableFile(atPath: $0[0]) }

  @Test(.enabled(if: formatter != nil, "neither groff nor mandoc is installed"), arguments: pages)
  func theFormatterHasNothingToSay(page: String) async throws {
    let formatter = try #require(Self.formatter)
    let outcome = try await onThreadOfItsOwn {
      try Child.run(formatter + [PackageFile(page).path])
    }
    #expect(outcome == Child.Outcome(.exited(0)))
  }
}
