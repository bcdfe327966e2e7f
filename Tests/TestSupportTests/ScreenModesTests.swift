import CFormwork
import Glibc
import TestSupport
import Testing

/// The modes that the output of a front end switches on.
struct ScreenModesTests {
  /// The modes that are left, and those that were used without their bit.
  @Test(
    arguments: [
      ("\u{1B}[1mName\u{1B}[m", [], []),
      ("\u{1B}[1mName", ["attributes on"], []),
      // The cursor is saved with the attributes, and comes back with them.
      ("\u{1B}7\u{1B}[A\u{1B}[31mtoo short\u{1B}8", [], []),
      ("\u{1B}[1m\u{1B}7\u{1B}[m\u{1B}8", ["attributes on"], []),
      ("\u{1B}7\u{1B}[1m\u{1B}8\u{1B}[1m", ["attributes on"], []),
      ("\u{1B}7\u{1B}[1m\u{1B}8\u{1B}[1m\u{1B}8", [], []),
      ("\u{1B}[1m\u{1B}7", ["attributes on"], []),
      // Nothing was saved.
      ("\u{1B}[1m\u{1B}8", [], []),
      // The sets of characters as well, and nothing else.
      ("\u{1B}7\u{E}\u{1B}(0\u{1B}8", [], ["lineDrawing on"]),
      (
        "\u{1B}7\u{1B}[?25l\u{1B}[4h\u{1B}8", ["insert on", "cursor off"], ["insert on"]
      ),
      // On from the start.
      ("\u{1B}[?25l", ["cursor off"], []),
      ("\u{1B}[?7l", ["wrapping off"], ["wrapping off"]),
      ("\u{1B}[?25l\u{1B}[?25h", [], []), ("\u{1B}[?7l\u{1B}[?7h", [], ["wrapping off"]),
      // Neither questions nor what is kept and asked for by other means.
      ("\u{1B}[?25$p\u{1B}[?2r\u{1B}[>4;2m\u{1B}[5h\u{1B}[?u", [], []),
    ] as [(String, [String], [String])])
  func whatIsLeft(output: String, differences: [String], unnamed: [String]) {
    let modes = ScreenModes(after: TerminalOutput(output.utf8))
    #expect(modes.differences.map(\.word) == differences)
    #expect(modes.unnamed(in: FORMWORK_MODES_NAMED.rawValue).map(\.word) == unnamed)
  }

  /// Each mode that a person notices, and the bit of a table that names it.
  @Test(
    arguments: [
      ("\u{1B}[?1h", "\u{1B}[?1l", "cursorKeys", FORMWORK_USES_KEYS),
      ("\u{1B}[?9h", "\u{1B}[?9l", "mouse", FORMWORK_USES_POINTER),
      ("\u{1B}[?1000h", "\u{1B}[?1000l", "mouse", FORMWORK_USES_POINTER),
      ("\u{1B}[?1002h", "\u{1B}[?1003l", "mouse", FORMWORK_USES_POINTER),
      ("\u{1B}[?1003h", "\u{1B}[?1002l", "mouse", FORMWORK_USES_POINTER),
      ("\u{1B}[?1005h", "\u{1B}[?1006l", "mouse", FORMWORK_USES_POINTER),
      ("\u{1B}[?1006h", "\u{1B}[?1005l", "mouse", FORMWORK_USES_POINTER),
      ("\u{1B}[?1015h", "\u{1B}[?1016l", "mouse", FORMWORK_USES_POINTER),
      ("\u{1B}[?1016h", "\u{1B}[?1015l", "mouse", FORMWORK_USES_POINTER),
      ("\u{1B}[?1004h", "\u{1B}[?1004l", "focus", FORMWORK_USES_POINTER),
      ("\u{1B}[?47h", "\u{1B}[?1047l", "alternateScreen", FORMWORK_USES_SCREEN),
      ("\u{1B}[?1047h", "\u{1B}[?47l", "alternateScreen", FORMWORK_USES_SCREEN),
      ("\u{1B}[?1049h", "\u{1B}[?1049l", "alternateScreen", FORMWORK_USES_SCREEN),
      ("\u{1B}[?69h", "\u{1B}[?69l", "margins", FORMWORK_USES_LINES),
      ("\u{1B}[?5;2004h", "\u{1B}[?2004l", "paste", FORMWORK_USES_PASTE),
      ("\u{1B}[?2026h", "\u{1B}[?2026l", "update", nil),
      ("\u{1B}[4h", "\u{1B}[4l", "insert", FORMWORK_USES_LINES),
      ("\u{1B}[2;5r", "\u{1B}[r", "region", FORMWORK_USES_LINES),
      ("\u{1B}[>1u", "\u{1B}[<u", "keyReports", FORMWORK_USES_KEYS),
      ("\u{E}", "\u{F}", "characterSet", FORMWORK_USES_CHARACTERS),
      ("\u{1B}(0", "\u{1B}(B", "lineDrawing", FORMWORK_USES_CHARACTERS),
      ("\u{1B}[31m", "\u{1B}[0m", "attributes", nil),
    ] as [(String, String, String, formwork_need?)])
  func aModeHasToBeNamed(on: String, off: String, name: String, use: formwork_need?) {
    let left = ScreenModes(after: TerminalOutput("a\(on)b".utf8))
    #expect(left.differences.map(\.word) == ["\(name) on"])
    let undone = ScreenModes(after: TerminalOutput("a\(on)b\(off)".utf8))
    #expect(undone.differences.map(\.word) == [])
    let named = FORMWORK_MODES_NAMED.rawValue
    #expect(undone.unnamed(in: named).map(\.word) == (use == nil ? [] : ["\(name) on"]))
    #expect(undone.unnamed(in: named | (use?.rawValue ?? 0)).map(\.word) == [])
    // A table that says nothing of modes promises nothing.
    #expect(undone.unnamed(in: 0).map(\.word) == [])
  }

  /// The text outside of sequences, and that outside of alternate screens if it is less.
  @Test(
    arguments: [
      ("a\u{7F}b\tc é", "abc é", nil),
      ("a\u{1B}[1;2Hb\u{1B}(0c\u{1B}7d\u{1B}8e", "abcde", nil),
      ("a\u{1B}]0;title\u{7}b\u{1B}Ptext\u{1B}\\c\u{1B}_x\u{7}d\u{1B}^y\u{7}e", "abcde", nil),
      ("a\u{1B}=b\u{1B}", "ab", nil), ("a\u{1B}[12", "a", nil), ("a\u{1B}(", "a", nil),
      ("a\u{1B}]0;", "a", nil), ("\u{E}a\u{F}", "a", nil),
      ("a\u{1B}[?1049hb\u{1B}[?25lc\u{1B}[?1049ld", "abcd", "ad"),
      ("a\u{1B}[?25;47hb\u{1B}[?1047lc", "abc", "ac"), ("\u{1B}[?1049$pa", "a", nil),
      ("\u{1B}[1049hb", "b", nil),
    ] as [(String, String, String?)])
  func whatIsRead(output: String, text: String, lasting: String?) {
    let output = TerminalOutput(output.utf8)
    #expect(output.text == Array(text.utf8))
    #expect(output.lastingText == Array((lasting ?? text).utf8))
  }

  @Test(
    arguments: [
      ("[3;4H", 3, 4), ("[3;4f", 3, 4), ("[3H", 3, nil), ("[;4H", nil, 4), ("[H", nil, nil),
      ("[5d", 5, nil), ("[6G", nil, 6), ("[6`", nil, 6), ("[7A", nil, nil),
    ] as [(String, Int?, Int?)])
  func whereTheCursorIsSent(output: String, row: Int?, column: Int?) {
    let places = TerminalOutput("\u{1B}\(output)".utf8).sequences.map(\.place)
    #expect(places.count == 1 && places.allSatisfy { $0 == (row, column) })
  }

  @Test func otherModesOfATerminalAreToldByTheirNames() throws {
    let terminal = try BareTerminal()
    let found = try terminal.modes
    func told(_ change: (inout termios) -> Void) throws -> [String] {
      var before = termios()
      tcgetattr(terminal.descriptor, &before)
      var modes = before
      change(&modes)
      tcsetattr(terminal.descriptor, TCSANOW, &modes)
      defer { tcsetattr(terminal.descriptor, TCSANOW, &before) }
      return try terminal.modes.differences(from: found)
    }
    #expect(try told { _ in } == [])
    #expect(try told { $0.c_iflag ^= tcflag_t(ICRNL | IXON) } == ["ICRNL", "IXON"])
    #expect(try told { $0.c_oflag ^= tcflag_t(OPOST | ONLCR) } == ["OPOST", "ONLCR"])
    #expect(
      try told { $0.c_lflag ^= tcflag_t(ECHO | ICANON | ISIG | IEXTEN | ECHOCTL | ECHOK) }
        == ["ECHO", "ICANON", "ISIG", "IEXTEN", "ECHOCTL", "ECHOK"])
    #expect(try told { $0.c_lflag ^= tcflag_t(NOFLSH) } == ["otherFlags"])
    #expect(try told { $0.c_cflag ^= tcflag_t(HUPCL) } == ["otherFlags"])
    #expect(
      try told { withUnsafeMutableBytes(of: &$0.c_cc) { $0[Int(VKILL)] = 0x0B } }
        == ["specialCharacters"])
  }
}

extension ScreenModes.Mode {
  fileprivate var word: String { "\(name) \(isOn ? "on" : "off")" }
}
