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
    try files.createSymbolicLink(
      atPath: folder.path(of: "formwork"), withDestinationPath: PackageFile("").path)
    for (path, text) in zip(["Package.swift", "Sources/visitor/main.swift"], listings) {
      try Data(text.utf8).write(to: URL(filePath: "\(package)/\(path)"))
    }
    let environment = Child.environment.merging([
      "HOME": folder.path, "XDG_CACHE_HOME": Workshop.caches,
    ]) { $1 }
    try await onThreadOfItsOwn {
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
}
