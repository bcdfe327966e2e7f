@testable import FormworkFrontEnd
import Testing

/// A line of a terminal, with the control sequences that drawing a line uses.
struct LineTerminal {
  // The content of each column. The second half of a wide character is empty.
  private(set) var cells: [String]
  private(set) var cursor = 0
  private var saved = 0
  /// The row of the cursor, counted from the first row of a line that a smaller width has wrapped.
  private var row = 0

  init(columns: Int) {
    cells = Array(repeating: "?", count: columns)
  }

  /// The visible text, without trailing blanks.
  var text: String {
    let end = cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return cells[..<end].joined()
  }

  // Resizes the line. The cursor moves to the row of its wrapped position. The content is lost, because
  // it has to be cleared.
  mutating func resize(to columns: Int) {
    let place = row * cells.count + cursor
    cells = Array(
      (cells + Array(repeating: "?", count: max(columns - cells.count, 0))).prefix(columns))
    (row, cursor) = (place / columns, place % columns)
  }

  mutating func write(_ output: String) throws {
    var rest = Array(output.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": cursor = 0
      case "\u{8}":
        try #require(cursor > 0)
        cursor -= 1
      case "\u{1B}": try execute(&rest)
      default: try show(scalar)
      }
    }
  }

  private mutating func execute(_ rest: inout ArraySlice<Unicode.Scalar>) throws {
    switch rest.popFirst() {
    case "7": saved = cursor
    case "8": cursor = saved
    case "[":
      let digits = rest.prefix { "0"..."9" ~= $0 }
      rest = rest.dropFirst(digits.count)
      let number = Int(String(String.UnicodeScalarView(digits))) ?? 0
      switch rest.popFirst() {
      case "K", "J": for column in cursor..<cells.count { cells[column] = " " }
      case "A": row -= number
      case "C": cursor += number
      case "D": cursor -= number
      case "G": cursor = number - 1
      case let other: Issue.record("CSI \(String(describing: other))")
      }
      try #require(cells.indices.contains(cursor))
    case let other: Issue.record("ESC \(String(describing: other))")
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar) throws {
    try #require(!scalar.steersTerminals)
    try #require(row == 0)
    let width = Self.columnCount(of: scalar)
    // The last column is never written.
    try #require(cursor + width < cells.count)
    switch width {
    case 0:
      // Without a character before it in the content, it would change the prompt, as the rows show.
      try #require(cursor > 0)
      let place = cells[cursor - 1].isEmpty ? cursor - 2 : cursor - 1
      cells[place].unicodeScalars.append(scalar)
    case 2:
      (cells[cursor], cells[cursor + 1]) = (String(scalar), "")
    default:
      cells[cursor] = String(scalar)
    }
    cursor += width
  }

  /// Returns the width of the characters that the tests use.
  static func columnCount(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\u{301}", "\u{200D}", "\u{200B}": 0
    case "漢", "👩", "🚀": 2
    default: 1
    }
  }
}
