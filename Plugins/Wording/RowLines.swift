package import FormworkFrontEnd
import Interaction

/// The rows of a page as lines, each with its number before it.
package struct RowLines {
  /// A column: its heading, the place of its cells in it, and its usual width.
  package struct Column {
    let label: String
    let alignment: CellAlignment
    let extent: Int

    package init(_ label: String, _ alignment: CellAlignment = .start, extent: Int = 0) {
      (self.label, self.alignment, self.extent) = (label, alignment, extent)
    }

    package init(_ node: PictureNode) {
      self.init(
        node.spokenName, node.number(.align).flatMap(CellAlignment.init(rawValue:)) ?? .start,
        extent: node.count(.extent))
    }
  }

  /// The names of the columns, the rows, and the names of the columns that have no room.
  package private(set) var lines: [Remark] = []

  /// Lays rows out, aligned and cut to a width unless that is 0; the last columns give way first.
  package init(
    _ entries: [RowPage.Entry], in columns: [Column], layout: ListLayout, width: Int
  ) {
    let digits = "\(entries.last?.number ?? 0)".utf8.count
    let numbers = entries.map { "\($0.number) ".padded(to: digits + 1, .end) }
    let texts = entries.map { $0.row.text.cut(width - digits - 1) }
    if layout == .table, width > 0,
      let table = Table(entries.map(\.row), in: columns, room: width - digits - 1)
    {
      lines = [Remark(String(repeating: " ", count: digits + 1) + table.lines[0], .help)]
      for (index, row) in table.lines.dropFirst().enumerated() {
        lines.append(
          Remark(numbers[index] + (entries[index].row.cells.isEmpty ? texts[index] : row)))
      }
      if !table.hidden.isEmpty { lines.append(Remark(Words.hiddenColumns(table.hidden), .help)) }
    } else if layout == .grid {
      let widest = texts.map(\.columnCount).max() ?? 0
      let cells = zip(numbers, texts).map { $0 + $1.padded(to: widest, .start) }
      lines = cells.sideBySide(in: width).map { Remark($0) }
    } else {
      lines = zip(numbers, texts).map { Remark($0 + $1) }
    }
  }

  /// Rows whose cells are aligned, and the columns that have no room.
  private struct Table {
    /// The heading, and a line for each row.
    let lines: [String]
    /// The labels of the columns that are not shown.
    let hidden: [String]

    /// Aligns rows; `nil` if there are no columns or no cells.
    init?(_ rows: [PageRow], in columns: [Column], room: Int) {
      guard !columns.isEmpty, rows.contains(where: { !$0.cells.isEmpty }) else { return nil }
      let cells = [columns.map(\.label)] + rows.map { Array($0.cells.prefix(columns.count)) }
      let needs = columns.indices.map { column in
        cells.reduce(0) { max($0, column < $1.count ? $1[column].columnCount : 0) }
      }
      let remarks = rows.map { Words.row("", $0.remarks).columnCount }.max() ?? 0
      // The usual widths count if all columns have room for them: pages of a list look alike then.
      let usual = zip(needs, columns).map { max($0, min($1.extent, room)) }
      let total = usual.reduce(2 * (usual.count - 1), +)
      let widths = ColumnWidths(
        needs: needs, usual: total <= room - remarks ? usual : needs, room: room - remarks
      ).shared()
      hidden = columns.dropFirst(widths.count).map(\.label)
      lines = zip(cells, [[]] + rows.map(\.remarks)).map { cells, remarks in
        let padded = zip(zip(cells, widths), columns).map { cell, column in
          cell.0.cut(cell.1).padded(to: cell.1, column.alignment)
        }
        return Words.row(padded.joined(separator: "  ").withoutBlanksAtEnd, remarks)
      }
    }
  }
}

extension [String] {
  /// Returns the texts in lines, side by side as far as there is room; with a width of 0, in a line each.
  package func sideBySide(in width: Int) -> [String] {
    var lines: [String] = []
    for text in self {
      let end = lines.last.map { $0.columnCount + 2 + text.withoutBlanksAtEnd.columnCount }
      if let end, end <= width, let last = lines.popLast() {
        lines.append(last + "  " + text)
      } else {
        lines.append(text)
      }
    }
    return lines.map(\.withoutBlanksAtEnd)
  }
}

extension String {
  /// Returns the text in a place of a width, with blanks around it.
  fileprivate func padded(to width: Int, _ alignment: CellAlignment) -> String {
    let blanks = Swift.max(0, width - columnCount)
    let before =
      switch alignment {
      case .start: 0
      case .center: blanks / 2
      case .end: blanks
      }
    return String(repeating: " ", count: before) + self
      + String(repeating: " ", count: blanks - before)
  }

  fileprivate var withoutBlanksAtEnd: String {
    var text = Substring(self)
    while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    return String(text)
  }

  /// Returns the text as far as there is room for it.
  fileprivate func cut(_ width: Int) -> String { width > 0 ? echo(columns: width) : self }
}
