import TestSupport
import Testing

/// The keys are the same in a secret as in a text, and those of `~/.editrc` count there, too.
struct SecretKeyTests {
  @Test func keysOfOursDoWhatTheyDoElsewhere() async throws {
    try await onThreadOfItsOwn {
      let screen = try Trip().screen()
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

  /// A function of ours, one of libedit's that a secret has, and one that it has not.
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
}
