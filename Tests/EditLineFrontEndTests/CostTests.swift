import TestSupport
import Testing

/// What a key costs that changes nothing but the line: counted, not timed.
struct CostTests {
  /// However long the line is by then.
  @Test func aKeyIsOneByteOnTheTerminal() async throws {
    try await onThreadOfItsOwn {
      let terminal = try Trip().terminal()
      try terminal.type("\u{18}n")
      try terminal.expect("Story (^X e: several lines): ")
      try terminal.type("a")
      try terminal.expect("✓ ok")
      // The cursor goes back to the line first.
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
