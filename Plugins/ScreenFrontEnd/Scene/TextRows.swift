/// A text of several lines in rows of a width.
struct TextRows: Equatable {
  struct Row: Equatable {
    /// Where the row begins, in bytes.
    let start: Int
    let text: String
  }

  private(set) var rows: [Row] = []

  /// Breaks a text at newlines, between words, and within those that are longer than a row.
  ///
  /// The last row of a limit has all that is left.
  init(_ text: String, width: Int, limit: Int = .max) {
    let width = max(1, width)
    guard limit > 0 else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = line
      repeat {
        let isLast = rows.count == limit - 1
        let row = isLast ? text[rest.startIndex...] : Self.firstRow(of: rest, width)
        rows.append(Row(start: text.byte(of: row.startIndex), text: String(row)))
        if isLast { return }
        rest = rest[row.endIndex...]
      } while !rest.isEmpty
    }
  }

  private static func firstRow(of rest: Substring, _ width: Int) -> Substring {
    let part = rest.prefix(columns: width)
    guard part.endIndex < rest.endIndex else { return part }
    guard let blank = part.lastIndex(of: " "), blank > part.startIndex else {
      return part.isEmpty ? rest.prefix(1) : part
    }
    return rest[...blank]
  }

  /// The row that a byte is in.
  func row(of byte: Int) -> Int { (rows.lastIndex { $0.start <= byte }) ?? 0 }

  /// The byte at a column of a row.
  func byte(row: Int, column: Int) -> Int {
    guard rows.indices.contains(row) else { return 0 }
    var text = rows[row].text
    // A blank at a break belongs to the row, and the next one begins behind it.
    if row + 1 < rows.count, rows[row + 1].start == rows[row].start + text.utf8.count {
      text = String(text.dropLast())
    }
    return rows[row].start + text[...].prefix(columns: column).utf8.count
  }

  /// The column of a byte in its row.
  func column(of byte: Int) -> Int {
    let row = rows[row(of: byte)]
    let text = row.text
    let head = text[..<text.index(atByte: byte - row.start)]
    return head.reduce(0) { $0 + $1.columnCount }
  }
}
