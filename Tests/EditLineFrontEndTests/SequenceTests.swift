import TestSupport
import Testing

/// Keys that send sequences perform their functions, and are never text.
@Suite(.serialized)
struct SequenceTests {
  static let terminals = [
    "xterm", "xterm-256color", "tmux", "tmux-256color", "screen", "linux", "vt220", "rxvt",
    "rxvt-unicode",
  ]
  static let modes = ["", "bind -v\n"]

  /// The effect of a key on a line; other keys ring the bell.
  private enum Effect { case left, right, wordLeft, wordRight, home, end, delete, erase, nothing }

  /// Returns the effect of a key by its terminfo name; `nil` for a key that leaves the line.
  private static func effect(of key: TerminalKeys.Key) -> Effect? {
    switch key.name {
    // On the Linux console this is ^Z.
    case "kspd": nil
    case "kcuu1", "kcud1", "kcbt", "kcbt2", "kent", "kf1", "kf10": nil
    // rxvt uses these sequences for arrows with Shift and Control, and other terminals for plain arrows.
    case "kUP6" where key.bytes.count == 3, "kDN6" where key.bytes.count == 3: nil
    case "kLFT6" where key.bytes.count == 3, "kcub1", "kLFT": .left
    case "kRIT6" where key.bytes.count == 3, "kcuf1", "kRIT": .right
    case "kLFT3", "kLFT4", "kLFT5", "kLFT6", "kLFT7": .wordLeft
    case "kRIT3", "kRIT4", "kRIT5", "kRIT6", "kRIT7": .wordRight
    case "khome", "kfnd", "kFND", "kFND5", "kFND6", "kHOM": .home
    case "kHOM3", "kHOM4", "kHOM5", "kHOM6", "kHOM7": .home
    case "kend", "kel", "kslt", "kEND", "kEND3", "kEND4", "kEND5", "kEND6", "kEND7": .end
    case "kdch1", "kDC": .delete
    case "kbs": .erase
    default: .nothing
    }
  }

  /// A naive model of a line.
  private struct Line {
    var head = ""
    var tail = ""

    mutating func apply(_ effect: Effect, isWord: (Character) -> Bool) {
      func goLeft() { if let last = head.popLast() { tail = String(last) + tail } }
      func goRight() { if !tail.isEmpty { head.append(tail.removeFirst()) } }
      switch effect {
      case .left: goLeft()
      case .right: goRight()
      case .wordLeft:
        while let last = head.last, !isWord(last) { goLeft() }
        while let last = head.last, isWord(last) { goLeft() }
      case .wordRight:
        while let first = tail.first, !isWord(first) { goRight() }
        while let first = tail.first, isWord(first) { goRight() }
      case .home: while !head.isEmpty { goLeft() }
      case .end: while !tail.isEmpty { goRight() }
      case .delete: if !tail.isEmpty { tail.removeFirst() }
      case .erase: _ = head.popLast()
      case .nothing: break
      }
    }
  }

  /// Returns all keys of a terminal with letters between them, and the expected text.
  private static func typing(on terminal: String) throws -> (bytes: [UInt8], text: String) {
    var line = Line()
    var bytes: [UInt8] = []
    let letters = "abc de,f"
    for (index, key) in try TerminalKeys(terminal).keys.enumerated() {
      guard let effect = effect(of: key) else { continue }
      let letter = Array(letters)[index % letters.count]
      line.head.append(letter)
      // A mouse report contains more bytes than the beginning in terminfo.
      let report =
        key.bytes.last == 0x3C ? "0;1;1M" : key.bytes.elementsEqual("\u{1B}[M".utf8) ? " !!" : ""
      bytes += String(letter).utf8 + key.bytes + report.utf8
      line.apply(effect) { $0.isLetter }
    }
    return (bytes, line.head + line.tail)
  }

  @Test(arguments: terminals, modes)
  func keysOfATextDoWhatTheyAreBoundTo(terminal kind: String, editrc: String) async throws {
    try await Trip(editrc: editrc).atTerminal(environment: ["TERM": kind]) { terminal in
      try terminal.type("ann\r")
      try terminal.expect("several lines): ")
      let (bytes, text) = try Self.typing(on: kind)
      #expect(text.count > 15)
      try terminal.type(bytes)
      try terminal.type("\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("story \(text.debugDescription)")
    }
  }

  /// At a secret, a choice, a toggle and a button.
  @Test(arguments: terminals)
  func keysThatAreBoundToNothingAreNotTyped(terminal kind: String) async throws {
    try await Trip().atTerminal(environment: ["TERM": kind]) { terminal in
      let keys = try TerminalKeys(kind).keys.filter { Self.effect(of: $0) == .nothing }
      let rest = keys.flatMap(\.bytes)
      #expect(keys.count > 12)
      for answer in ["ann", "", "gold", "hat", "n", "secret", "1"] {
        let (first, last) = (answer.prefix(1), answer.dropFirst())
        try terminal.type(first.utf8 + rest + last.utf8 + rest + "\r".utf8)
      }
      #expect(try terminal.expectEnd() == .exited(0))
      for line in ["name \"ann\"", "story \"\"", "plan gold", "extras hat", "gift false", "word 6"]
      {
        try terminal.expect(line)
      }
    }
  }

  @Test(arguments: modes)
  func aSequenceMayComeInPieces(editrc: String) async throws {
    try await Trip(editrc: editrc).atTerminal { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type("ann")
      for sequence in ["[D", "[1;5D", "[5~", "OC", "[[A", "[3~", "[15;2~"] {
        // In vi mode Escape alone is a key after a pause: with the rest it comes at once.
        try terminal.type("\u{1B}" + sequence.prefix(1))
        for byte in sequence.utf8.dropFirst() {
          try terminal.waitUntilRead()
          try terminal.type([byte])
        }
      }
      try terminal.type("x\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("name \"axn\"")
    }
  }

  /// On a slow link the rest of a sequence comes after the escape has counted as a key.
  @Test func theRestOfASequenceMayBeLate() async throws {
    try await Trip().atTerminal { terminal in
      try terminal.type("ann\r\r\r\r\r")
      try terminal.expect("Word: ")
      try terminal.type("ab")
      try terminal.expect("✓ ok")
      try terminal.type("\u{1B}")
      try terminal.expect("\u{7}")
      try terminal.type("[Dx\r\r")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("word 3")
    }
  }

  /// Settings for a sequence, or for one that begins like one of ours.
  @Test(arguments: [
    ("bind \"\\e[15~\" ed-move-to-beg", "\u{1B}[15~", "|ab cd", 18),
    ("bind \"\\e[1;5D\" ed-move-to-beg", "\u{1B}[1;5D", "|ab cd", 18),
    ("bind \"\\e[A\" ed-move-to-beg", "\u{1B}[A", "|ab cd", 18),
    ("bind \"\\e[5~x\" ed-move-to-beg", "\u{1B}[5~x", "|ab cd", 18),
    ("bind \"^X\\e[D\" ed-move-to-beg", "\u{18}\u{1B}[D", "|ab cd", 18),
    ("bind -s \"\\e[15~\" hello", "\u{1B}[15~", "ab cdhello|", 28),
    ("bind \"^Gx\" formwork-home", "\u{7}x", "|ab cd", 18),
    ("bind \"\\e\\e[D\" ed-move-to-beg", "\u{1B}\u{1B}[D", "|ab cd", 18),
    ("bind -v\nbind \"\\e[15~\" ed-move-to-beg", "\u{1B}[15~", "|ab cd", 18),
    ("bind -v\nbind -a \"\\e[15~\" vi-insert-at-bol", "\u{1B}[15~", "|ab cd", 18),
    ("bind -v\nbind -a \"[15~\" vi-insert-at-bol", "\u{1B}[15~", "|ab cd", 18),
    ("bind -v\nbind -a \"[D\" vi-insert-at-bol", "\u{1B}[D", "|ab cd", 18),
    ("", "\u{1B}b", "ab |cd", 21), ("", "\u{1B}\u{1B}[D", "ab |cd", 21),
    ("", "\u{1B}\u{1B}OD", "ab |cd", 21), ("", "\u{1B}\u{1B}[1;5D", "ab |cd", 21),
    ("", "\u{1B}\u{1B}[1~", "|ab cd", 18), ("", "\u{1B}\u{1B}OP", "ab cd|", 23),
    ("bind -v", "\u{1B}\u{1B}[D", "ab |cd", 21), ("", "\u{1B}\u{1}", "|ab cd", 18),
    ("", "\u{1B}[M !!\u{1B}[M#!!\u{1B}[32;1;1M", "ab cd|", 23),
    ("bind -v", "\u{1B}[M !!\u{1B}[M \u{A1}\u{101}", "ab cd|", 23),
    ("", "\u{1B}2x", "ab cdxx|", 25), ("", "\u{1B}\u{8}", "ab |", 21),
    ("", "\u{18}\u{1B}[D", "ab cd|", 23), ("", "\u{18}q", "ab cd|", 23),
    ("bind -v", "\u{1B}0i", "|ab cd", 18), ("bind -v", "\u{1B}[5~", "ab cd|", 23),
    ("bind -v", "\u{1B}[D", "ab c|d", 22),
  ])
  func whatAPersonBindsGoesOnWorking(
    _ editrc: String, _ typed: String, _ text: String, _ column: Int
  ) async throws {
    try await Trip(editrc: editrc + "\n").onScreen { screen in
      try screen.type("ab cd" + typed + "|")
      try screen.expectLine("Name (required): \(text) ✓ ok", cursor: column)
    }
  }
}
