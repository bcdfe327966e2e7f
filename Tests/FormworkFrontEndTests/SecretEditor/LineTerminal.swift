@testable import FormworkFrontEnd
import Testing

/// One line of a terminal, which knows the control sequences that a line is drawn with.
struct LineTerminal {
  /// What each column shows; the second half of a wide character is empty.
  private(set) var cells: [String]
  private(set) var cursor = 0
  private var saved = 0
  /// How many rows the cursor is below the line's beginning, which a smaller width has wrapped.
  private var row = 0

  init(columns: Int) {
    cells = Array(repeating: "?", count: columns)
  }

  /// What is seen, without blanks at the end.
  var text: String {
    let end = cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return cells[..<end].joined()
  }

  /// Gives the line another width: the cursor goes on to the row that its place is wrapped to; what stands there is
  /// lost, as it is to be cleared.
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
      case "\u{1B}": try obey(&rest)
      default: try show(scalar)
      }
    }
  }

  private mutating func obey(_ rest: inout ArraySlice<Unicode.Scalar>) throws {
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
      // With nothing before it in the content, it would change the prompt: the rows tell.
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

  /// The width of a character of those that the tests use.
  static func columnCount(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\u{301}", "\u{200D}", "\u{200B}": 0
    case "漢", "👩", "🚀": 2
    default: 1
    }
  }
}
