import Glibc
import TestSupport
import Testing

@testable import FormworkCanvas

@Suite struct CanvasTests {
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  /// Returns a row of the canvas, as a terminal displays it.
  private static func line(_ canvas: inout Canvas, _ row: Int = 0) -> String {
    var terminal = NaiveTerminal(rows: canvas.rows, columns: canvas.columns, joins: true)
    canvas.invalidate()
    terminal.write(canvas.flush())
    return terminal.cells[row].map(\.text).joined()
  }

  @Test func theTerminalIsMadeReadyAndPutBack() {
    var canvas = Canvas(rows: 2, columns: 4, colors: true)
    canvas.enter()
    canvas.cursor = (row: 0, column: 0)
    #expect(
      Self.text(canvas.flush())
        == "^[?1049h^[?2004h^[?1000h^[?1006h^[m^[2J^[H^[?25h")
    #expect(
      Self.text(canvas.leave()) == "^[m^[r^[H^[2J^[?1006l^[?1000l^[?2004l^[?25h^[?1049l")
    canvas.enter(mouse: false)
    #expect(Self.text(canvas.flush()) == "^[?1049h^[?2004h^[m^[2J^[H^[?25h")
    #expect(canvas.flush() == [])
    canvas.invalidate()
    #expect(Self.text(canvas.flush()) == "^[m^[2J^[H^[?25h")
    canvas.cursor = nil
    #expect(Self.text(canvas.flush()) == "^[?25l")
  }

  @Test(arguments: [
    ("abcdef", 0, Int.max, 5, "abcde"), ("abc", 1, 2, 2, " ab  "), ("漢字", 0, 3, 2, "漢   "),
    ("漢字", 2, 9, 2, "  漢 "), ("abc", 5, 3, 0, "     "), ("abc", -1, 3, 0, "     "),
    ("a\u{7}\u{9B}b", 0, 5, 2, "ab   "), ("ab", 0, 0, 0, "     "), ("👨‍👩‍👧x", 2, 3, 3, "  👨x"),
  ])
  func aTextIsClipped(_ text: String, _ column: Int, _ width: Int, _ used: Int, _ line: String) {
    var canvas = Canvas(rows: 1, columns: 5, colors: true)
    #expect(canvas.put(text, row: 0, column: column, width: width) == used)
    #expect(Self.line(&canvas) == line)
  }

  @Test func nothingIsDrawnOutside() {
    var canvas = Canvas(rows: 2, columns: 4, colors: true)
    _ = canvas.flush()
    for row in [-1, 2, .max, .min] {
      #expect(canvas.put("abc", row: row, column: 0) == 0)
      canvas.fill(row: row, columns: 0..<4, with: "x")
    }
    canvas.scroll(rows: 2..<9, by: 1)
    canvas.scroll(rows: -3..<0, by: .max)
    canvas.scroll(rows: 0..<2, by: .min)
    #expect(canvas.flush() == [])
  }

  @Test func aPartOfAWideCharacterIsBlank() {
    var canvas = Canvas(rows: 1, columns: 6, colors: true)
    canvas.put("漢字漢", row: 0, column: 0)
    canvas.put("x", row: 0, column: 1)
    canvas.put("y", row: 0, column: 4)
    #expect(Self.line(&canvas) == " x字y ")
    canvas.fill(row: 0, columns: 1..<4, with: "漢")
    #expect(Self.line(&canvas) == " 漢 y ")
  }

  private static let colored: [(Bool, Canvas.TextAttributes, String)] = [
    (false, .red, "^[mx"), (false, [.bold, .green], "^[m^[;1mx"), (true, .red, "^[m^[;38;5;160mx"),
    (true, [.red, .green, .reverse], "^[m^[;7;38;5;160mx"),
  ]

  @Test(arguments: colored)
  func coloursMayBeLeftOut(_ colors: Bool, _ style: Canvas.TextAttributes, _ written: String) {
    var canvas = Canvas(rows: 1, columns: 3, colors: colors)
    canvas.put("x", row: 0, column: 0, style: style)
    let text = Self.text(canvas.flush()).replacing("^[2J", with: "").replacing("^[H", with: "")
    #expect(text == written + "^[?25l")
  }

  /// After thousands of long clusters the drawn ones are unchanged, and few others are kept.
  @Test func longClustersAreForgotten() {
    var canvas = Canvas(rows: 2, columns: 8, colors: true)
    canvas.put("e\u{301}\u{302}\u{303}\u{304}", row: 1, column: 0)
    for number in 0..<3000 {
      let marks = (0..<4).map { 0x300 + UInt32(number >> ($0 * 3) & 7) }
      var text = "a"
      for mark in marks { Unicode.Scalar(mark).map { text.unicodeScalars.append($0) } }
      canvas.put(text, row: 0, column: number % 8)
      _ = canvas.flush()
      // At most the number of cells.
      #expect(canvas.longClusters.entries.count <= 16)
    }
    #expect(Self.line(&canvas, 1) == "e\u{301}\u{302}\u{303}\u{304}       ")
  }

  @Test func aFlushIsWritten() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var canvas = Canvas(rows: 1, columns: 3, colors: true)
    canvas.put("abc", row: 0, column: 0)
    try canvas.flush(to: ends[1])
    try canvas.flush(to: ends[1])
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(ends[0], &bytes, 100)
    #expect(Self.text(Array(bytes.prefix(max(0, count)))) == "^[m^[2J^[Habc^[?25l")
  }

  @Test(arguments: [
    ("", 0), ("a", 1), ("e\u{301}", 1), ("漢字", 4), ("\u{7}a\r\n\u{202E}b", 2), ("\u{301}", 0),
    ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("1️⃣", 2), ("☺️", 2), ("कि", 2), ("שלום", 4),
  ])
  func aTextTakesColumns(_ text: String, _ width: Int) {
    #expect(Canvas.width(of: text) == width)
  }
}
