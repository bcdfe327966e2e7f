import Foundation
import TestSupport
import Testing

/// The page that starts with an empty folder.
///
/// Building all of Formwork for it takes minutes, so it runs only with `FORMWORK_TEST_LONG`.
struct FirstFormTests {
  @Test(
    .enabled(
      if: isLongRun,
      "FORMWORK_TEST_LONG is not set"))
  func fromAnEmptyFolder() async throws {
    let page = try PackageFile(Page.first).text()
    let listings = Transcript.blocks(of: page, language: "swift")
    let transcript = Transcript(Transcript.blocks(of: page, language: "console"))
    let shown = try #require(Transcript.blocks(of: page, language: "text").first)
    let folder = try TemporaryDirectory()
    let files = FileManager.default
    let package = folder.path(of: "visitor")
    try files.createDirectory(
      atPath: "\(package)/Sources/visitor", withIntermediateDirectories: true)
    for (path, text) in zip(["Package.swift", "Sources/visitor/main.swift"], listings) {
      try Data(text.utf8).write(to: URL(filePath: "\(package)/\(path)"))
    }
    let environment = Child.environment.merging([
      "HOME": folder.path, "XDG_CACHE_HOME": Workshop.caches,
    ]) { $1 }
    let address = try #require(listings[0].firstMatch(of: /url: "(.*?)"/)?.1)
    try await onThreadOfItsOwn {
      let mirror = try Self.repository(in: folder)
      let setting = try Child.run(
        [
          "swift", "package", "config", "set-mirror", "--original", "\(address)", "--mirror",
          mirror,
        ], environment: environment, directory: package, limit: .seconds(60))
      #expect(setting.status == .exited(0))
      let typed = try transcript.typed(
        in: package, environment: environment, limit: .seconds(900))
      #expect(typed == transcript.steps)
      let screen = try Screen(["\(package)/.build/debug/visitor"], environment: environment)
      for (prompt, answer) in [
        ("Name (required):", "Ann\r"), ("Age:", "36\r"), ("Button [1]:", "\r"),
      ] {
        try screen.waitUntil { $0.last?.hasPrefix(prompt) == true }
        try screen.type(answer)
      }
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines == shown.split(separator: "\n").map { String($0) })
    }
  }

  /// Returns the path of a repository with this package, under the tag of its version.
  private static func repository(in folder: TemporaryDirectory) throws -> String {
    let header = try PackageFile("Sources/CFormworkWire/include/formwork_version.h").text()
    let version = try #require(header.firstMatch(of: /FORMWORK_VERSION "(.*?)"/)?.1)
    let repository = folder.path(of: "formwork.git")
    for command in [
      ["init", "--bare"], ["add", "--all"], ["commit", "--message", "The package"],
      ["tag", "\(version)"],
    ] {
      let tree = command.first == "init" ? [] : ["--work-tree", PackageFile("").path]
      let settings = ["-c", "core.bare=false", "-c", "user.name=A", "-c", "user.email=a@localhost"]
      let git = ["git"] + settings + ["--git-dir", repository] + tree
      let outcome = try Child.run(git + command, limit: .seconds(60))
      try #require(outcome.status == .exited(0), "\(outcome)")
    }
    return repository
  }
}
