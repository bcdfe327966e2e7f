import Glibc
import TestSupport
import Testing

/// Typing ahead of a slow check and a slow store, in the whole program.
struct TypedAheadTests {
  @Test(arguments: ["never", "always"])
  func nothingIsLostAndNothingIsMisplaced(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let folder = try TemporaryDirectory()
      for name in ["ann", "submit"] {
        guard mkfifo(folder.path(of: name), 0o600) == 0 else {
          throw SupportError.system(call: "mkfifo", errno: errno)
        }
      }
      func answer(_ word: String, to name: String) throws {
        _ = try Child.run(
          ["sh", "-c", "printf %s \"$1\" >\"$2\"", "sh", word, folder.path(of: name)])
      }
      let screen = try Screen(
        [try Program.path(named: "FormFixture"), "screen", folder.path],
        environment: Child.environment.merging(
          ["HOME": folder.path, "FORM_FIXTURE_ISOLATION": isolation]) { $1 })
      try screen.expect("› Name *")
      // The check of the name is slow, and a field appears meanwhile.
      try screen.type("ann\tonce\t\t\ty\tBob\thunter2")
      try screen.waitUntil { lines in
        ["[ann ", "[once ", "[Bob ", "[••••••• "].allSatisfy { part in
          lines.contains { $0.contains(part) }
        }
      }
      try answer("free", to: "ann")
      try screen.waitUntil { $0.contains { $0.contains("[ann ") && $0.contains("ok") } }
      try screen.type("\u{13}")
      try screen.expect("ubmitting")
      // The form is submitted without later changes.
      try screen.type("x\tlost\r")
      try answer("stored", to: "submit")
      try screen.waitUntil { lines in
        ["name \"ann\"", "story \"once\"", "gift true", "for \"Bob\"", "word 7"].allSatisfy {
          lines.contains($0)
        }
      }
      #expect(try screen.expectEnd() == .exited(0))
    }
  }
}
