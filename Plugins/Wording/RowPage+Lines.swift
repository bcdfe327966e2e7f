package import FormworkFrontEnd
import Interaction

extension RowPage {
  /// Returns the names of the columns and the rows with their numbers, aligned if there is a width.
  package func lines(in columns: [PictureNode], layout: ListLayout, width: Int) -> [OutputLine] {
    let digits = "\(entries.last?.number ?? 0)".utf8.count
    let room = width - digits - 1
    let numbers = entries.map { "\($0.number) ".padded(to: digits + 1, .end) }
    let texts = entries.map { $0.row.text.cut(room) }
    let hasCells = !columns.isEmpty && entries.contains { !$0.row.cells.isEmpty }
    if layout == .table, width > 0, hasCells {
      let (aligned, hidden) = table(of: columns, room: room)
      var lines = [OutputLine(String(repeating: " ", count: digits + 1) + aligned[0], .help)]
      for (index, row) in aligned.dropFirst().enumerated() {
        let text = entries[index].row.cells.isEmpty ? texts[index] : row
        lines.append(OutputLine(numbers[index] + text))
      }
      return hidden.isEmpty
        ? lines : lines + [OutputLine(FrontEndMessages.hiddenColumns(hidden), .help)]
    }
    guard layout == .grid else { return zip(numbers, texts).map { OutputLine($0 + $1) } }
    let widest = texts.map(\.columnCount).max() ?? 0
    let cells = zip(numbers, texts).map { $0 + $1.padded(to: widest, .start) }
    return cells.sideBySide(in: width).map { OutputLine($0) }
  }

  /// Returns the heading and the rows with aligned cells, and the names of the columns that have no room.
  private func table(
    of columns: [PictureNode], room: Int
  ) -> (lines: [String], hidden: [String]) {
    let rows = entries.map(\.row)
    let cells = [columns.map(\.spokenName)] + rows.map { Array($0.cells.prefix(columns.count)) }
    let needs = columns.indices.map { column in
      cells.reduce(0) { max($0, column < $1.count ? $1[column].columnCount : 0) }
    }
    let notes = rows.map { FrontEndMessages.row("", $0.notes).columnCount }.max() ?? 0
    // The usual widths count if all columns have room for them: pages of a list look alike then.
    let usual = zip(needs, columns).map { max($0, min($1.count(.extent), room)) }
    let total = usual.reduce(2 * (usual.count - 1), +)
    let widths = ColumnWidths.shared(
      needs: needs, usual: total <= room - notes ? usual : needs, room: room - notes)
    let lines = zip(cells, [[]] + rows.map(\.notes)).map { cells, notes in
      let padded = zip(zip(cells, widths), columns).map { cell, column in
        let alignment = column.number(.align).flatMap(CellAlignment.init(rawValue:)) ?? .start
        return cell.0.cut(cell.1).padded(to: cell.1, alignment)
      }
      return FrontEndMessages.row(padded.joined(separator: "  ").withoutBlanksAtEnd, notes)
    }
    return (lines, columns.dropFirst(widths.count).map(\.spokenName))
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

  fileprivate func cut(_ width: Int) -> String { width > 0 ? echo(columns: width) : self }
}

/// The widths of the columns of a table, in columns of the terminal.
package enum ColumnWidths {
  /// The most that a single column may take: a longer cell would hide the columns after it.
  package static let limit = 60

  /// Returns the widths of the columns that have room, with two blanks between them: one at least.
  ///
  /// A column is shown whole or not at all: the last ones give way first. Only a column that is left
  /// alone may be narrower than its cells.
  package static func shared(needs: [Int], usual: [Int], room: Int) -> [Int] {
    let needs = needs.map { min($0, limit) }
    guard let first = needs.first else { return [] }
    var widths = [min(first, max(1, room))]
    var rest = room - widths[0]
    for need in needs.dropFirst() {
      guard need + 2 <= rest else { break }
      widths.append(need)
      rest -= need + 2
    }
    for index in widths.indices where rest > 0 {
      let more = min(rest, max(0, usual[index] - widths[index]))
      widths[index] += more
      rest -= more
    }
    return widths
  }
}
