/// A terminal as a line editor needs it: rows of cells that scroll, with a delayed wrap.
///
/// It records unknown sequences, so that no test passes with them.
struct TerminalModel {
  private(set) var columns: Int
  private(set) var rows: [[String]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var unknown: [String] = []
  private(set) var rings = 0
  private var noted = (row: 0, column: 0, isWrapDue: false)

  /// Whether the last column is written: the next character goes to the next row.
  private var isWrapDue = false

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows without blanks at their ends, and without empty rows at the end.
  var lines: [String] {
    var lines = rows.map { row in
      String(row.joined().reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  mutating func write(_ output: String) {
    var rest = output.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": move(to: row, 0)
      case "\n": lineFeed()
      case "\u{8}": move(to: row, max(0, column - 1))
      case "\u{7}": rings += 1
      case "\u{1B}": sequence(&rest)
      default: put(scalar)
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = min(Self.width(of: scalar), columns)
    if width == 0 {
      let place = isWrapDue ? column : column - 1
      if place >= 0 { rows[row][place].unicodeScalars.append(scalar) }
      return
    }
    if isWrapDue || column + width > columns {
      lineFeed()
      move(to: row, 0)
    }
    rows[row][column] = String(scalar)
    if width == 2 { rows[row][column + 1] = "" }
    if column + width >= columns {
      (column, isWrapDue) = (columns - 1, true)
    } else {
      column += width
    }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200D, 0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1FAFF: 2
    default: 1
    }
  }

  private mutating func lineFeed() {
    isWrapDue = false
    if row + 1 < rows.count {
      row += 1
    } else {
      rows.removeFirst()
      rows.append(Array(repeating: " ", count: columns))
    }
  }

  private mutating func move(to row: Int, _ column: Int) {
    (self.row, self.column) = (min(max(0, row), rows.count - 1), min(max(0, column), columns - 1))
    isWrapDue = false
  }

  private mutating func sequence(_ rest: inout Substring.UnicodeScalarView) {
    switch rest.popFirst() {
    case "[": break
    case "7": return noted = (row, column, isWrapDue)
    case "8": return (row, column, isWrapDue) = noted
    case "M" where row > 0: return move(to: row - 1, column)
    case let other: return unknown.append("ESC \(String(describing: other))")
    }
    var parameters = ""
    while let scalar = rest.popFirst() {
      if scalar.value < 0x40 {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      return perform(scalar, parameters)
    }
    unknown.append("CSI without an end")
  }

  private mutating func perform(_ final: Unicode.Scalar, _ parameters: String) {
    let count = max(1, Int(parameters) ?? 1)
    switch (final, parameters) {
    case ("A", _): move(to: row - count, column)
    case ("B", _): move(to: row + count, column)
    case ("C", _): move(to: row, column + count)
    case ("D", _): move(to: row, column - count)
    case ("G", _): move(to: row, count - 1)
    case ("K", ""): erase(from: column)
    case ("J", ""):
      erase(from: column)
      for below in rows.indices.dropFirst(row + 1) { blank(below) }
    case ("H", ""): move(to: 0, 0)
    case ("J", "2"): rows.indices.forEach { blank($0) }
    case ("h", "?2004"), ("l", "?2004"), ("m", _): break
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }

  private mutating func erase(from column: Int) {
    for index in column..<columns { rows[row][index] = " " }
  }

  private mutating func blank(_ row: Int) {
    rows[row] = Array(repeating: " ", count: columns)
  }
}
