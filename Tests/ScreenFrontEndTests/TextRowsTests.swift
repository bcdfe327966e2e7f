import TestSupport
import Testing

@testable import ScreenFrontEnd

/// The rows of a text, and the part that a box shows.
struct TextRowsTests {
  /// A text, a width, and its rows with their beginnings.
  @Test(arguments: [
    ("", 5, "0:"), ("one two", 5, "0:one |4:two"), ("one two", 7, "0:one two"),
    ("abcdefg", 3, "0:abc|3:def|6:g"), ("a\n\nb\n", 3, "0:a|2:|3:b|5:"),
    ("漢字漢", 5, "0:漢字|6:漢"), ("漢字", 1, "0:漢|3:字"), (" abc", 3, "0: ab|3:c"),
    ("abc d", 3, "0:abc|3: d"), ("ab", 0, "0:a|1:b"), ("ab 漢字", 5, "0:ab |3:漢字"),
    ("ab \u{301}c", 3, "0:ab \u{301}|5:c"), ("a\tb", 5, "0:a\t|2:b"),
  ])
  func aTextIsBroken(_ text: String, _ width: Int, _ rows: String) {
    #expect(Self.shown(TextRows(text, width: width)) == rows)
  }

  @Test(arguments: [(0, ""), (1, "0:a\nb\nc"), (2, "0:a|2:b\nc"), (3, "0:a|2:b|4:c")])
  func theLastRowOfALimitHasTheRest(_ limit: Int, _ rows: String) {
    #expect(Self.shown(TextRows("a\nb\nc", width: 5, limit: limit)) == rows)
  }

  /// Pieces of a random text: words that break, and characters that combine across a change.
  private static let pieces = [
    "a", "bc", "wonderful", " ", "  ", "\n", "\t", "漢", "\u{301}", "é", "🇨", "🇭", "👩", "\u{200D}",
    "ж",
  ]

  /// The rows are those of the whole text, whatever the text was before.
  @Test(arguments: 0..<40 as Range<UInt64>) func rowsFollowTheText(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...9, using: &generator)
    var editor = TextEditor("", hasLines: true)
    var rows = TextRows(notLaidOut: "", width: width)
    for _ in 0..<150 {
      if Int.random(in: 0..<3, using: &generator) == 0 {
        editor.moveCursor(to: Int.random(in: 0...editor.text.utf8.count, using: &generator))
      }
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: _ = editor.perform(.backspace)
      case 1: _ = editor.perform(.delete)
      case 2: _ = editor.perform(.killToBlank)
      default: editor.insert(Self.pieces.randomElement(using: &generator) ?? "")
      }
      let count = Int.random(in: 0...3, using: &generator)
      rows.change(to: editor.text)
      rows.layOut(to: editor.cursor, andMore: count)
      let whole = TextRows(editor.text, width: width)
      let row = whole.row(of: editor.cursor)
      #expect(rows.text == editor.text)
      #expect(rows.row(of: editor.cursor) == row)
      #expect(rows.rows == Array(whole.rows.prefix(rows.rows.count)))
      #expect(rows.rows.count >= min(whole.rows.count, row + 1 + count))
      for index in rows.rows.indices {
        #expect(rows.byte(row: index, column: 9) == whole.byte(row: index, column: 9))
      }
    }
  }

  private static func shown(_ rows: TextRows) -> String {
    rows.rows.map { "\($0.start):\($0.text)" }.joined(separator: "|")
  }

  /// The rows are "one ", "two" and "漢x".
  private static let rows = TextRows("one two\n漢x", width: 5)

  @Test(arguments: [
    (0, 0, 0), (3, 0, 3), (4, 1, 0), (5, 1, 1), (7, 1, 3), (8, 2, 0), (11, 2, 2), (12, 2, 3),
  ])
  func aByteIsInARowAndAColumn(_ byte: Int, _ row: Int, _ column: Int) {
    #expect(Self.rows.row(of: byte) == row)
    #expect(Self.rows.column(of: byte) == column)
    #expect(Self.rows.byte(row: row, column: column) == byte)
  }

  /// A row, a column after its end or within a character, and the nearest byte before it.
  @Test(arguments: [(0, 9, 3), (1, 9, 7), (2, 1, 8), (2, 9, 12), (7, 0, 0)])
  func aColumnHasAByte(_ row: Int, _ column: Int, _ byte: Int) {
    #expect(Self.rows.byte(row: row, column: column) == byte)
  }

  /// A text, the first visible byte and the width of the box; then the box and where it begins.
  ///
  /// The text has `|` at the cursor. The box has `<` and `>` for hidden text, and is followed by its first
  /// byte and the column of the cursor.
  @Test(arguments: [
    ("abc|", 0, 4, "[abc] 0 3"), ("abc|d", 0, 4, "[abcd] 0 3"), ("abcdef|", 0, 4, "<ef] 4 2"),
    ("a|bcdef", 2, 4, "[abcd> 0 1"), ("abcde|fgh", 2, 4, "<cdef> 2 3"),
    ("漢字漢字|", 0, 5, "<字] 9 2"), ("|漢字漢", 0, 5, "[漢字> 0 0"), ("|", 0, 4, "[] 0 0"),
    ("|ab", 9, 0, "[a> 0 0"),
  ])
  func aPartIsSeen(_ text: String, _ previous: Int, _ width: Int, _ shown: String) {
    let cursor = text.prefix { $0 != "|" }.utf8.count
    let window = TextWindow(
      TextEditor(text.filter { $0 != "|" }, cursor: cursor), from: previous, width: width)
    let (left, right) = (window.hasMore.left ? "<" : "[", window.hasMore.right ? ">" : "]")
    #expect("\(left)\(window.text)\(right) \(window.start) \(window.cursor)" == shown)
  }
}
