import FormworkFrontEnd
import TestSupport
import Testing

@testable import Conversation
@testable import Interaction
@testable import Wording

/// Lines on a terminal break only between words.
@Suite struct RowsTests {
  @Test(
    arguments: [
      ("", 10, [""]), ("short", 10, ["short"]), ("ten column", 10, ["ten column"]),
      ("eleven cols", 10, ["eleven", "cols"]),
      ("one two three four", 10, ["one two", "three four"]),
      ("one two three four", 0, ["one two three four"]), ("one two", 1, ["one", "two"]),
      // Blanks are kept, except at a break.
      ("  one   two three", 10, ["  one", "two three"]), ("a         b", 10, ["a", "b"]),
      ("Password (required): ", 20, ["Password (required): "]),
      ("Button [1]: ", 11, ["Button [1]: "]),
      // Words longer than a row stay whole, and the rest follows them.
      (
        "see https://example.org/terms.html now", 10,
        ["see", "https://example.org/terms.html", "now"]
      ),
      ("https://example.org/a/b.html now", 10, ["https://example.org/a/b.html", "now"]),
      ("https://example.org/ab and", 10, ["https://example.org/ab and"]),
      // Pairs of keys are not separated.
      ("go on ^X n", 8, ["go on", "^X n"]), ("a (^X e: b)", 7, ["a", "(^X e:", "b)"]),
      ("^X ", 3, ["^X "]),
      // Columns are counted, not characters.
      ("漢字 漢字 漢字", 9, ["漢字 漢字", "漢字"]),
      ("e\u{301}e\u{301} e\u{301}e\u{301}", 5, ["e\u{301}e\u{301} e\u{301}e\u{301}"]),
    ])
  func rows(text: String, columns: Int, rows: [String]) {
    #expect(text.rows(of: columns) == rows)
  }

  /// The joined rows are the text, and no row that can be broken is wider than the terminal.
  @Test(.serialized, arguments: UInt64(0)..<200)
  func nothingIsLostOrCut(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let words = (0..<draw(30) + 1).map { _ in String(repeating: "x", count: draw(12) + 1) }
    let columns = draw(30) + 1
    let rows = words.joined(separator: " ").rows(of: columns)
    #expect(rows.joined(separator: " ") == words.joined(separator: " "))
    for row in rows where row.count > columns {
      #expect(row.split(separator: " ")[0].count > columns)
    }
  }

  @Test(
    arguments: [
      (":x", ":x"), (":\u{1B}[2J", ":\u{FFFD}[2J"),
      (":" + String(repeating: "x", count: 79), ":" + String(repeating: "x", count: 79)),
    ])
  func echoes(typed: String, shown: String) {
    #expect(typed.echo() == shown)
  }

  @Test func anEchoIsCutAndSaysSo() {
    let sign = TerminalLocale.ellipsis
    let shown = (":" + String(repeating: "漢", count: 60)).echo()
    #expect(shown.hasSuffix("漢" + sign))
    #expect(78...80 ~= shown.columnCount)
  }
}
