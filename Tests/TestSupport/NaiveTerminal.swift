import FormworkCanvas

/// A terminal that accepts only the sequences that a canvas writes.
///
/// The rest of a wide character that was partly overwritten shows as `?`, which the canvas has to fix.
package struct NaiveTerminal {
  package private(set) var rows: Int
  package private(set) var columns: Int
  package private(set) var cells: [[Look]]
  package private(set) var row = 0
  package private(set) var column = 0
  package private(set) var isCursorVisible = true
  package private(set) var modes: Set<Int> = []
  package private(set) var faults: [String] = []

  /// Whether the terminal draws joined emoji in two columns.
  package let joins: Bool

  private var numbers: [Int] = []
  private var top = 0
  private var bottom: Int

  /// Marks the further columns of a cluster.
  package static let behind = Look("")

  package init(rows: Int, columns: Int, joins: Bool) {
    (self.rows, self.columns, self.joins, bottom) = (rows, columns, joins, rows)
    cells = Array(repeating: Array(repeating: Look(), count: columns), count: rows)
  }

  /// Writes text, as another program or a change of size would leave it.
  package mutating func corrupt(rows: Int, columns: Int, with text: String) {
    (self.rows, self.columns, bottom, top) = (rows, columns, rows, 0)
    cells = Array(
      repeating: Array(repeating: Look(text, [.bold, .red]), count: columns), count: rows)
    (row, column) = (rows / 2, columns / 2)
    (numbers, isCursorVisible) = ([7, 31], false)
  }

  /// Displays the output of a program.
  package mutating func write(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let first = rest.first {
      let text = rest.prefix { $0.value >= 0x20 && $0.value != 0x7F }
      if !text.isEmpty {
        for character in String(text) { print(character) }
        rest = rest.dropFirst(text.count)
        continue
      }
      rest.removeFirst()
      switch first {
      case "\r": column = 0
      case "\u{8}" where column < columns: column = max(0, column - 1)
      case "\n": feed()
      case "\u{1B}": execute(&rest)
      default: faults.append("control \(first.value)")
      }
    }
  }

  private mutating func print(_ character: Character) {
    guard joins || !NaiveWidth.isEmojiSequence(character) else {
      var last = ""
      for scalar in character.unicodeScalars {
        let width = NaiveWidth.width(of: scalar)
        if width > 0 {
          last = String(scalar)
          put(last, width)
        } else {
          last.unicodeScalars.append(scalar)
          let start = lead(of: min(column, columns) - 1)
          cells[row][start].text = last
        }
      }
      return
    }
    put(String(character), NaiveWidth.width(of: character, joining: true))
  }

  private mutating func put(_ text: String, _ width: Int) {
    guard column + width <= columns else {
      faults.append("\(text) goes beyond row \(row)")
      return
    }
    cut(before: column)
    cut(before: column + width)
    cells[row][column] = Look(text, numbers: numbers)
    for index in column + 1..<column + width { cells[row][index] = Self.behind }
    column += width
  }

  private func lead(of column: Int) -> Int {
    var column = column
    while cells[row][column] == Self.behind { column -= 1 }
    return column
  }

  /// Breaks a character that spans a column.
  private mutating func cut(before column: Int) {
    guard column < columns, cells[row][column] == Self.behind else { return }
    var index = lead(of: column)
    repeat {
      cells[row][index] = Look("?")
      index += 1
    } while index < columns && cells[row][index] == Self.behind
  }

  private mutating func feed() {
    guard row == bottom - 1 else {
      faults.append("line feed in row \(row)")
      return
    }
    cells.remove(at: top)
    cells.insert(Array(repeating: Look(), count: columns), at: bottom - 1)
  }

  private mutating func feedBack() {
    guard row == top else {
      faults.append("reverse line feed in row \(row)")
      return
    }
    cells.remove(at: bottom - 1)
    cells.insert(Array(repeating: Look(), count: columns), at: top)
  }

  private mutating func execute(_ rest: inout Substring.UnicodeScalarView) {
    if rest.first == "M" {
      rest.removeFirst()
      return feedBack()
    }
    guard rest.popFirst() == "[" else { return faults.append("escape") }
    let parameters = String(rest.prefix { $0.value < 0x40 })
    rest = rest.dropFirst(parameters.unicodeScalars.count)
    let final = rest.popFirst() ?? "?"
    let words = parameters.drop { $0 == "?" }.split(
      separator: ";", omittingEmptySubsequences: false)
    let given = words.map { Int($0) }
    let first = given.first.flatMap { $0 } ?? 1
    let second = given.count > 1 ? given[1] ?? 1 : 1
    switch (final, parameters) {
    case ("m", _): for number in given { numbers = number ?? 0 == 0 ? [] : numbers + [number ?? 0] }
    case ("H", _): go(first - 1, second - 1)
    case ("G", _): go(row, first - 1)
    case ("C", _) where column < columns: go(row, column + first)
    case ("K", ""): erase()
    case ("J", "2"): cells = Array(repeating: Array(repeating: Look(), count: columns), count: rows)
    case ("r", ""): (top, bottom, row, column) = (0, rows, 0, 0)
    case ("r", _): (top, bottom, row, column) = (first - 1, second, 0, 0)
    case ("h", "?25"), ("l", "?25"): isCursorVisible = final == "h"
    case ("h", _) where parameters.hasPrefix("?"): modes.insert(first)
    case ("l", _) where parameters.hasPrefix("?"): modes.remove(first)
    default: faults.append("\(parameters)\(final)")
    }
  }

  private mutating func go(_ row: Int, _ column: Int) {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else {
      return faults.append("goes to \(row), \(column)")
    }
    (self.row, self.column) = (row, column)
  }

  private mutating func erase() {
    if !numbers.isEmpty { faults.append("erases with \(numbers)") }
    guard column < columns else { return faults.append("erases behind the last column") }
    cut(before: column)
    for index in column..<columns { cells[row][index] = Look() }
  }

  /// The displayed text, as a description.
  package var picture: String {
    cells.map { $0.map(\.description).joined(separator: "|") }.joined(separator: "\n")
  }
}
