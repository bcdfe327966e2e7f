import TestSupport
import Testing

/// The counted cost of a key that changes only the line.
struct CostTests {
  /// The length of the line does not matter.
  @Test func aKeyIsOneByteOnTheTerminal() async throws {
    try await onThreadOfItsOwn {
      let terminal = try Trip().terminal()
      try terminal.type("\u{18}n")
      try terminal.expect("Story (^X e: several lines): ")
      try terminal.type("a")
      try terminal.expect("✓ ok")
      // The cursor returns to the line first.
      try terminal.type("b")
      try terminal.expect("b")
      for letter in "cdefghijklmnopqrstuvwxyz" {
        try terminal.type(String(letter))
        #expect(try terminal.expect(String(letter)) == String(letter))
      }
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
    }
  }
}
