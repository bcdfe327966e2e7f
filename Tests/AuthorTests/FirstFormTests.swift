import Foundation
import TestSupport
import Testing

/// The pages that start with an empty folder.
///
/// Building all of Formwork for them takes minutes, so they run only with `FORMWORK_TEST_LONG`.
@Suite(.enabled(if: isLongRun, "FORMWORK_TEST_LONG is not set"), .serialized)
struct FirstFormTests {
  /// Follows the commands of a page in a package of its listings; returns its folder and environment.
  private func follow(
    _ page: String, in folder: TemporaryDirectory, _ paths: [String]
  ) async throws -> (package: String, environment: [String: String]) {
    let page = try PackageFile(page).text()
    let listings = Transcript.blocks(of: page, language: "swift")
    let transcript = Transcript(Transcript.blocks(of: page, language: "console"))
    let files = FileManager.default
    let package = folder.path(of: "package")
    try files.createSymbolicLink(
      atPath: folder.path(of: "formwork"), withDestinationPath: PackageFile("").path)
    #expect(listings.count == paths.count)
    for (path, text) in zip(paths, listings) {
      let file = URL(filePath: "\(package)/\(path)")
      try files.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let environment = Child.environment.merging([
      "HOME": folder.path, "XDG_CACHE_HOME": Workshop.caches,
    ]) { $1 }
    let address = listings[0].firstMatch(of: /url: "(.*?formwork.git)"/)?.1
    let typed = try await onThreadOfItsOwn {
      if let address {
        let mirror = try Self.repository(in: folder)
        let setting = try Child.run(
          [
            "swift", "package", "config", "set-mirror", "--original", "\(address)", "--mirror",
            mirror,
          ], environment: environment, directory: package, limit: .seconds(60))
        try #require(setting.status == .exited(0), "\(setting)")
      }
      return try transcript.typed(in: package, environment: environment, limit: .seconds(900))
    }
    #expect(typed == transcript.steps)
    return (package, environment)
  }

  @Test func aFormFromAnEmptyFolder() async throws {
    let folder = try TemporaryDirectory()
    let (package, environment) = try await follow(
      Page.first, in: folder, ["Package.swift", "Sources/visitor/main.swift"])
    let page = try PackageFile(Page.first).text()
    let shown = try #require(Transcript.blocks(of: page, language: "text").first)
    try await onThreadOfItsOwn {
      let screen = try Screen(["\(package)/.build/debug/visitor"], environment: environment)
      for (prompt, answer) in [
        ("Name (required):", "Ann\r"), ("Age (required):", "36\r"), ("Button [1]:", "\r"),
      ] {
        try screen.waitUntil { $0.last?.hasPrefix(prompt) == true }
        try screen.type(answer)
      }
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines == shown.split(separator: "\n").map { String($0) })
    }
  }

  @Test func toolsFromAnEmptyFolder() async throws {
    _ = try await follow(
      Page.arguments, in: TemporaryDirectory(),
      [
        "Package.swift", "Sources/setup/Setup.swift", "Sources/publish/Publish.swift",
        "Sources/kit/Kit.swift",
      ])
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
