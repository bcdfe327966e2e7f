import TestSupport
import Testing

/// Secrets have the same keys as texts, and the keys of `~/.editrc` work there too.
struct SecretKeyTests {
  @Test func keysOfOursDoWhatTheyDoElsewhere() async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r\r\r\r\r")
      try screen.expectLine("Word:")
      try screen.type("ab\u{C}")
      try screen.waitUntil { $0.first?.hasPrefix("Word: ••") == true }
      try screen.type("c\u{2}\u{2}d\u{6}")
      try screen.expectLine("Word: •••• ✓ ok", cursor: 9)
      try screen.type("\u{10}")
      try screen.expectLine("Gift (y/n) [n]: ✓ ok")
      try screen.type("\u{E}")
      try screen.expectLine("Word: ✓ kept: 4 characters; type to replace")
      try screen.type("\u{E}")
      try screen.expectLine("Button [1]:")
    }
  }

  /// A function of ours, a function of libedit that works in a secret, and one that does not.
  @Test(arguments: ["", "bind -v\n"])
  func aPersonsKeysCount(mode: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(
        editrc: """
          \(mode)bind ^G formwork-previous
          bind ^T ed-move-to-beg
          bind "^Xa" ed-move-to-end
          bind "\\e[20~" formwork-reveal
          bind ^Y ed-transpose-chars
          bind ^N formwork-reveal

          """)
      defer { withExtendedLifetime(trip) {} }
      let screen = try trip.screen()
      try screen.type("ann\r\r\r\r\r")
      try screen.expectLine("Word:")
      try screen.type("abc\u{14}-\u{19}")
      try screen.expectLine("Word: •••• ✓ ok", cursor: 7)
      try screen.type("\u{18}a\u{1B}[20~")
      try screen.expectLine("Word: -abc ✓ ok", cursor: 10)
      try screen.type("\u{E}")
      try screen.expectLine("Word: •••• ✓ ok", cursor: 10)
      try screen.type("\u{7}")
      try screen.expectLine("Gift (y/n) [n]: ✓ ok")
    }
  }

  /// Keys without a function that secrets have only ring the bell; other keys keep theirs.
  @Test(arguments: [
    ("bind -r ^W", "\u{17}", false), ("bind ^K ed-transpose-chars", "\u{1}\u{B}", false),
    ("bind ^E vi-next-word", "\u{1}\u{5}", false), ("bind -r \"\\ed\"", "\u{1}\u{1B}d", false),
    ("bind ^G em-kill-line", "\u{7}", true), ("bind -v", "\u{B}", false),
    ("bind -v", "\u{17}", true), ("bind -v", "\u{1B}[D\u{15}\u{1B}[3~", true),
  ])
  func whatASecretDoesNotKnowRings(_ editrc: String, _ keys: String, _ isEmptied: Bool) async throws
  {
    try await Trip(editrc: editrc + "\n").atTerminal { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type("ann\r\r\r\r\r")
      try terminal.expect("Word: ")
      try terminal.type("abc\(keys)\u{18}v")
      try terminal.expect(isEmptied ? "what you type is shown" : "abc")
      #expect(terminal.output.contains("\u{7}") == !isEmptied)
    }
  }
}
