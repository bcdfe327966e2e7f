package import FormworkFrontEnd
import Interaction

/// The rows of a page as lines, each with its number before it.
package struct RowLines: Equatable {
  /// A column: its heading, and where its cells stand in it.
  package struct Column: Equatable {
    let label: String
    let alignment: CellAlignment
    /// How wide it usually is.
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

  /// The names of the columns, above the rows; `nil` where each row is one text.
  package private(set) var heading: String?
  package private(set) var rows: [String] = []

  /// The names of the columns that have no room, below the rows; `nil` if all are shown.
  package private(set) var note: String?

  /// Lays rows out.
  ///
  /// - Parameters:
  ///   - entries: The rows.
  ///   - columns: The columns of the cells, of which the last ones give way.
  ///   - layout: How the host would have them.
  ///   - width: The columns of the terminal; 0 where there is none, and nothing is aligned or cut.
  package init(
    _ entries: [RowPage.Entry], in columns: [Column], layout: ListLayout, width: Int
  ) {
    let digits = "\(entries.last?.number ?? 0)".utf8.count
    let numbers = entries.map { "\($0.number) ".padded(to: digits + 1, .end) }
    if layout == .table, width > 0,
      let table = Table(entries.map(\.row), in: columns, room: width - digits - 1)
    {
      heading = String(repeating: " ", count: digits + 1) + table.lines[0]
      rows = zip(numbers, zip(entries, table.lines.dropFirst())).map { number, line in
        number + (line.0.row.cells.isEmpty ? line.0.row.text.cut(width - digits - 1) : line.1)
      }
      if !table.hidden.isEmpty { note = Words.hiddenColumns(table.hidden) }
      return
    }
    let texts = entries.map { $0.row.text.cut(width - digits - 1) }
    if layout == .grid {
      let widest = texts.map(\.columnCount).max() ?? 0
      let cells = zip(numbers, texts).map { $0 + $1.padded(to: widest, .start) }
      rows = cells.sideBySide(in: width)
    } else {
      rows = zip(numbers, texts).map { $0 + $1 }
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
  /// The texts in lines, as many beside each other as there is room for.
  ///
  /// - Parameter width: The columns of a line; 0 where each text is a line.
  /// - Returns: The lines.
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
  /// The text with as many blanks before or behind it as a place of that many columns has.
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

  /// The text as far as there is room for it.
  fileprivate func cut(_ width: Int) -> String { width > 0 ? echo(columns: width) : self }
}
