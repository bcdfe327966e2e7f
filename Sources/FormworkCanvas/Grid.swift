/// Cells in rows and columns.
struct Grid {
  /// What it takes about to go to a place and draw a cell there, in bytes.
  private static let moveCost = 6

  let rows: Int
  let columns: Int
  private var cells: [Cell]

  /// A blank one.
  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    cells = Array(repeating: .blank, count: rows * columns)
  }

  subscript(row: Int, column: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// Makes cells of a row blank.
  mutating func blank(row: Int, columns range: Range<Int>) {
    for column in range { self[row, column] = .blank }
  }

  /// Moves what stands in some rows up, or down by less than 0, and blanks the rows that nothing moves to.
  mutating func move(rows range: Range<Int>, by count: Int) {
    let order = count > 0 ? Array(range) : range.reversed()
    for row in order {
      let source = row + count
      for column in 0..<columns {
        self[row, column] = range.contains(source) ? self[source, column] : .blank
      }
    }
  }

  /// What it takes about to make some rows of another grid like these, in bytes, once it has moved them by so many.
  func cost(of range: Range<Int>, from other: Grid, moved count: Int) -> Int {
    var cost = 0
    for row in range {
      let source = row + count
      let isThere = range.contains(source)
      var isAtEqual = true
      for column in 0..<columns {
        let isEqual = self[row, column] == (isThere ? other[source, column] : .blank)
        if !isEqual { cost += isAtEqual ? Self.moveCost : 1 }
        isAtEqual = isEqual
      }
    }
    return cost
  }

  /// Gives each cell what a function makes of it.
  mutating func replaceAll(_ replacement: (Cell) -> Cell) {
    for index in cells.indices { cells[index] = replacement(cells[index]) }
  }
}
