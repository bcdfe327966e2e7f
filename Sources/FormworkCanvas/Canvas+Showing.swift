package import FormworkFrontEnd

extension Canvas {
  /// A text in a row.
  public struct Span: Equatable, Sendable {
    /// The column of its beginning.
    public let column: Int

    /// The text.
    public let text: String

    /// The number of columns that it covers; `nil` if these are the columns of the text.
    public var width: Int?

    /// How it looks.
    public var style: Style

    /// What a click on it is for.
    package var target: Target?

    /// Creates a span.
    public init(column: Int, text: String, width: Int? = nil, style: Style = []) {
      (self.column, self.text, self.width, self.style) = (column, text, width, style)
    }

    /// Creates a span that can be clicked on.
    package init(
      column: Int, text: String, width: Int? = nil, style: Style = [], target: Target?
    ) {
      (self.column, self.text, self.width, self.style) = (column, text, width, style)
      self.target = target
    }

    /// The columns that it covers.
    package var columns: Range<Int> {
      column..<column + max(0, width ?? Canvas.width(of: text))
    }
  }

  /// What a click on a span is for.
  package enum Target: Equatable, Sendable {
    case node(NodeID)
    case option(NodeID)
    /// The text of a field that begins with a byte of it.
    case text(NodeID, start: Int)
    /// An entry of the open window.
    case entry(Int)
  }

  /// The spans of a row; a later one covers an earlier one.
  public typealias Row = [Span]

  /// The largest number of rows by which contents are found to have moved.
  private static let moveLimit = 4

  /// Shows rows in the place of everything else.
  ///
  /// Equal rows are skipped, and of the others only the spans that differ are put. A text that has no
  /// room in its columns ends with a sign.
  ///
  /// - Parameters:
  ///   - rows: The rows from the top; missing ones are blank.
  ///   - cursor: The place of the cursor; `nil` hides it.
  ///   - region: The rows whose contents may have moved up or down.
  ///   - sign: The sign at the end of a text that is cut.
  public mutating func show(
    _ rows: [Row], cursor: (row: Int, column: Int)?, region: Range<Int> = 0..<0, sign: String = "…"
  ) {
    if shownRows.count != self.rows {
      clear()
      shownRows = Array(repeating: [], count: self.rows)
    }
    let rows =
      rows.count == self.rows
      ? rows : Array((rows + Array(repeating: [], count: self.rows)).prefix(self.rows))
    var changed = rows.indices.filter { rows[$0] != shownRows[$0] }
    if changed.count > Self.moveLimit, moveRows(to: rows, changed.filter(region.contains)) {
      changed = rows.indices.filter { rows[$0] != shownRows[$0] }
    }
    for row in changed { put(rows[row], over: shownRows[row], row: row, sign) }
    // The caller can change a single row of an array that is not kept here, without a copy.
    if changed.count == 1 { shownRows[changed[0]] = rows[changed[0]] } else { shownRows = rows }
    self.cursor = cursor.map { ($0.row, min($0.column, columns - 1)) }
  }

  /// Moves rows whose contents are a few rows higher or lower now, if these are most of the rows that
  /// changed.
  ///
  /// - Returns: Whether there are such rows.
  private mutating func moveRows(to new: [Row], _ changed: [Int]) -> Bool {
    guard let first = changed.first, let last = changed.last, changed.count > Self.moveLimit
    else { return false }
    let (range, old) = (first..<last + 1, shownRows)
    func keptCount(_ count: Int) -> Int {
      range.count {
        range.contains($0 + count) && !new[$0].isEmpty && new[$0] == old[$0 + count]
      }
    }
    let counts = (-Self.moveLimit...Self.moveLimit).filter { $0 != 0 }
      .map { (count: $0, kept: keptCount($0)) }
    guard let best = counts.max(by: { $0.kept < $1.kept }), best.kept * 2 > changed.count
    else { return false }
    move(rows: range, by: best.count)
    for row in range {
      shownRows[row] = range.contains(row + best.count) ? old[row + best.count] : []
    }
    return true
  }

  /// Puts the spans of a row that differ from those that are shown, and those that these uncover.
  private mutating func put(_ new: Row, over old: Row, row: Int, _ sign: String) {
    let common = min(old.count, new.count)
    var head = 0
    while head < common, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < common - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    let come = head..<new.count - tail
    var changed = (come.isEmpty ? old[head] : new[head]).columns
    for index in head..<old.count - tail { changed = changed.union(old[index].columns) }
    for index in come { changed = changed.union(new[index].columns) }
    // Other spans are put again if they share columns with these, and so on.
    var (former, isShared) = (0..<0, false)
    while former != changed {
      former = changed
      for index in new.indices where !come.contains(index) {
        let columns = new[index].columns
        guard columns.overlaps(changed) else { continue }
        (changed, isShared) = (changed.union(columns), true)
      }
    }
    if come.isEmpty || new[head].columns != changed { blank(row: row, columns: changed) }
    for index in isShared ? new.indices : come where new[index].columns.overlaps(changed) {
      put(new[index], row: row, sign)
    }
  }

  /// Puts a span, and blanks the rest of its columns.
  private mutating func put(_ span: Span, row: Int, _ sign: String) {
    let width = min(span.width ?? .max, columns - span.column)
    guard width > 0 else { return }
    let text = span.text.cut(columns: width, sign: sign)
    let used = write(
      text[...], row: row, column: span.column, width: width, style: span.style)
    if span.width != nil {
      blank(row: row, columns: span.column + used..<span.column + width)
    }
  }

  private mutating func blank(row: Int, columns: Range<Int>) {
    for column in columns.clamped(to: 0..<self.columns) {
      place(.blank, row: row, column: column, width: 1)
    }
  }
}

extension Range<Int> {
  fileprivate func union(_ other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
