import Testing

@testable import ScreenFrontEnd

/// A text in rows, and a part of one in a box.
struct TextRowsTests {
  /// A text, a width, and its rows: where each begins, and what stands there.
  @Test(arguments: [
    ("", 5, "0:"), ("one two", 5, "0:one |4:two"), ("one two", 7, "0:one two"),
    ("abcdefg", 3, "0:abc|3:def|6:g"), ("a\n\nb\n", 3, "0:a|2:|3:b|5:"),
    ("漢字漢", 5, "0:漢字|6:漢"), ("漢字", 1, "0:漢|3:字"), (" abc", 3, "0: ab|3:c"),
    ("abc d", 3, "0:abc|3: d"), ("ab", 0, "0:a|1:b"),
  ])
  func aTextIsBroken(_ text: String, _ width: Int, _ rows: String) {
    #expect(Self.shown(TextRows(text, width: width)) == rows)
  }

  @Test(arguments: [(0, ""), (1, "0:a\nb\nc"), (2, "0:a|2:b\nc"), (3, "0:a|2:b|4:c")])
  func theLastRowOfALimitHasTheRest(_ limit: Int, _ rows: String) {
    #expect(Self.shown(TextRows("a\nb\nc", width: 5, limit: limit)) == rows)
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

  /// A row, a column behind its end or within a character, and the nearest byte before that.
  @Test(arguments: [(0, 9, 3), (1, 9, 7), (2, 1, 8), (2, 9, 12), (7, 0, 0)])
  func aColumnHasAByte(_ row: Int, _ column: Int, _ byte: Int) {
    #expect(Self.rows.byte(row: row, column: column) == byte)
  }

  /// A text with `|` where the cursor is, the byte it was seen from, the width of the box; and that box, with `<` and
  /// `>` where there is more, the byte it begins at, and the column of the cursor.
  @Test(arguments: [
    ("abc|", 0, 4, "[abc] 0 3"), ("abc|d", 0, 4, "[abcd] 0 3"), ("abcdef|", 0, 4, "<ef] 4 2"),
    ("a|bcdef", 2, 4, "[abcd> 0 1"), ("abcde|fgh", 2, 4, "<cdef> 2 3"),
    ("漢字漢字|", 0, 5, "<字] 9 2"), ("|漢字漢", 0, 5, "[漢字> 0 0"), ("|", 0, 4, "[] 0 0"),
    ("|ab", 9, 0, "[a> 0 0"),
  ])
  func aPartIsSeen(_ text: String, _ former: Int, _ width: Int, _ shown: String) {
    let cursor = text.prefix { $0 != "|" }.utf8.count
    let window = TextWindow(
      TextEditor(text.filter { $0 != "|" }, cursor: cursor), from: former, width: width)
    let (left, right) = (window.hasMore.left ? "<" : "[", window.hasMore.right ? ">" : "]")
    #expect("\(left)\(window.text)\(right) \(window.start) \(window.cursor)" == shown)
  }
}
