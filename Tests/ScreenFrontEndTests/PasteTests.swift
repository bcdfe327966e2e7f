import TestSupport
import Testing

/// Pastes without an end, in the whole program.
struct PasteTests {
  @Test(arguments: ["never", "always"])
  func aPasteWithoutAnEndIsTaken(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let folder = try TemporaryDirectory()
      defer { withExtendedLifetime(folder) {} }
      let screen = try Self.screen(in: folder, isolation: isolation)
      try screen.type("\u{1B}[200~bob")
      try screen.expect("The end of the paste did not come: what came before was taken")
      try screen.waitUntil { $0.contains { $0.contains("[bob ") } }
      // A late end is not text, and keys work again.
      try screen.type("b\u{1B}[201~y\tonce")
      try screen.waitUntil { lines in
        ["[bobby ", "[once "].allSatisfy { part in lines.contains { $0.contains(part) } }
      }
    }
  }

  @Test func aSignalEndsWhatHasNoEnd() async throws {
    try await onThreadOfItsOwn {
      let folder = try TemporaryDirectory()
      defer { withExtendedLifetime(folder) {} }
      let screen = try Self.screen(in: folder, isolation: "never")
      try screen.type("\u{1B}[200~bob\u{3}")
      #expect(try screen.expectEnd() == .signalled(2))
    }
  }

  private static func screen(in folder: TemporaryDirectory, isolation: String) throws -> Screen {
    let screen = try Screen(
      [try Program.path(named: "FormFixture"), "screen"],
      environment: Child.environment.merging(
        ["HOME": folder.path, "FORM_FIXTURE_ISOLATION": isolation]) { $1 })
    try screen.expect("› Name *")
    return screen
  }
}
