import Foundation
import TestSupport
import Testing

/// The manual pages have what the program says of itself.
struct ManualTests {
  private static func path(_ path: String) -> String {
    URL(filePath: #filePath).appending(path: "../../../\(path)").standardized.path(
      percentEncoded: false)
  }

  private static let pages = [
    "Sources/registration/Manual/registration.1", "Plugins/Manual/formwork.7",
  ]

  @Test func everyOptionAndCommandIsThere() async throws {
    let page = try String(contentsOfFile: Self.path(Self.pages[0]), encoding: .utf8)
      .replacingOccurrences(of: "\\-", with: "-")
    let office = try Office()
    let commands = ["register", "list", "show", "policy", "front-ends"]
    let helps = try await onThreadOfItsOwn {
      try [office.run("--help")] + commands.map { try office.run($0, "--help") }
    }
    let words = helps.flatMap { $0.outputText.split { " /\n[](),.".contains($0) } }.map(String.init)
    let options = Set(words.filter { $0.hasPrefix("--") })
    #expect(
      options.isSuperset(of: ["--front-end", "--accounts", "--status", "--answers", "--no-input"]))
    for word in options.union(commands) { #expect(page.contains(word), "\(word)") }
    #expect(words.filter { commands.contains($0) }.count >= commands.count)
  }

  private static let formatter = ["/usr/bin/groff"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: formatter != nil, "groff is not installed"), arguments: pages)
  func theFormatterHasNothingToSay(page: String) async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run(["groff", "-man", "-Tutf8", "-ww", "-z", Self.path(page)])
    }
    #expect(outcome == Child.Outcome(.exited(0)))
  }
}
