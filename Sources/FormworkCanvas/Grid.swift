/// Cells in rows and columns.
struct Grid {
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

  /// How many cells of some rows are others in another grid, once that has moved these rows by so many.
  func differences(in range: Range<Int>, to other: Grid, moved count: Int) -> Int {
    range.reduce(0) { sum, row in
      let source = row + count
      let isThere = range.contains(source)
      return sum
        + (0..<columns).count { self[row, $0] != (isThere ? other[source, $0] : .blank) }
    }
  }

  /// Gives each cell what a function makes of it.
  mutating func replaceAll(_ replacement: (Cell) -> Cell) {
    for index in cells.indices { cells[index] = replacement(cells[index]) }
  }
}
