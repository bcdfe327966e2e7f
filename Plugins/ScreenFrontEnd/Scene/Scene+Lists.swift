import Conversation
import FormworkCanvas
import FormworkFrontEnd

extension Scene {
  /// How many rows of a list are on view at most: those of a screen, but for its heading.
  var listRoom: Int { max(1, layout.body.count - 2) }

  /// The lines of a list: its name, its columns and the rows on view.
  func listLines(of list: PictureNode) -> [SceneLine] {
    var lines = [titleLine(of: list)]
    let rows = picture.rows(of: list.id)
    let columns = picture.columns(of: list.id).compactMap { picture[$0] }
    let explanation = Words.verdict(on: list) ?? list.text(.explanation)
    let count = rowCount(of: list, told: rows.count)
    if list.status == .failed || count == 0, !explanation.isEmpty {
      return lines + texts(explanation, depth: 0, style: canvasWords.style(of: list.statusStyle))
    }
    guard count > 0 else {
      let isLoading = list.status == .loading || list.number(.busy) == 1
      return lines + texts(Words.line(isLoading ? "list.loading" : "list.empty.rows"), depth: 0)
    }
    let first = min(listTops[list.id] ?? 0, max(0, count - 1))
    let told = list.count(.firstRow)
    if list.number(.layout).flatMap(ListLayout.init) == .grid {
      return lines + gridLines(rows, first: first - told, count: count - first)
    }
    let widths = self.widths(of: columns, rows)
    if !columns.isEmpty { lines.append(headingLine(columns, widths)) }
    for place in first..<min(count, first + listRoom) {
      let index = place - told
      guard rows.indices.contains(index), let row = picture[rows[index]] else {
        lines.append(
          SceneLine(spans: [.init(column: layout.labelColumn, text: canvasWords.ellipsis)]))
        continue
      }
      lines.append(rowLine(row, widths, columns))
    }
    return lines
  }

  /// How many rows there are, as far as is known.
  func rowCount(of list: PictureNode, told: Int) -> Int {
    max(list.count(.rowCount), told == 0 ? 0 : list.count(.firstRow) + told)
  }

  private func titleLine(of list: PictureNode) -> SceneLine {
    let told = picture.rows(of: list.id).count
    let count = rowCount(of: list, told: told)
    var text = list.spokenName
    if count > 0, let place = focusedPlace(in: list) {
      text = Words.line(
        "list.position", ["name": text, "place": "\(place + 1)"], count: count)
    }
    return SceneLine(spans: [
      .init(
        column: layout.labelColumn - 1, text: text, width: layout.textWidth, style: .bold)
    ])
  }

  /// The place of the row that has the focus, from 0.
  func focusedPlace(in list: PictureNode) -> Int? {
    guard let id = picture.focus, picture[id]?.parent == list.id, picture[id]?.kind == .row,
      let index = picture.rows(of: list.id).firstIndex(of: id)
    else { return nil }
    return list.count(.firstRow) + index
  }

  // MARK: A table

  private func cells(of row: PictureNode) -> [String] {
    let text = row.text(.cells)
    return text.isEmpty
      ? [] : text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  /// How much is on view of a column at least, where it is as wide.
  private static let leastWidth = 8

  /// How wide the columns are that have room: what is usual, or what the rows need that are told.
  private func widths(of columns: [PictureNode], _ rows: [NodeID]) -> [Int] {
    guard !columns.isEmpty else { return [] }
    var widths = columns.map { column in
      max(
        min(column.count(.extent), layout.columns), Canvas.width(of: heading(of: column).prefix(60))
      )
    }
    if columns.contains(where: { $0.number(.extent) == nil }) {
      for row in rows.prefix(200).compactMap({ picture[$0] }) {
        for (index, cell) in cells(of: row).enumerated()
        where columns.indices.contains(index) && columns[index].number(.extent) == nil {
          widths[index] = max(widths[index], Canvas.width(of: cell.prefix(60)))
        }
      }
    }
    // The last ones are left out of which too little would be on view, and of the others the widest gives.
    while widths.count > 1,
      widths.reduce(-2, { $0 + min($1, Self.leastWidth) + 2 }) > layout.textWidth
    {
      widths.removeLast()
    }
    let room = max(widths.count, layout.textWidth - 2 * (widths.count - 1))
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 1 {
      let over = widths.reduce(0, +) - room
      let index = widths.firstIndex(of: widest) ?? 0
      widths[index] = max(widest - over, max(1, room / widths.count), 1)
      if widths[index] == widest { widths[index] -= 1 }
    }
    return widths
  }

  private func heading(of column: PictureNode) -> String {
    let name = column.spokenName
    return switch column.number(.order).flatMap(SortOrder.init) {
    case .ascending?: name + (canvasWords.hasMarks ? " ↑" : " ^")
    case .descending?: name + (canvasWords.hasMarks ? " ↓" : " v")
    case .sortable?, nil: name
    }
  }

  private func headingLine(_ columns: [PictureNode], _ widths: [Int]) -> SceneLine {
    var line = SceneLine()
    var start = layout.labelColumn
    for (column, width) in zip(columns, widths) {
      let text = heading(of: column)
      line.spans.append(
        .init(
          column: start + offset(of: text, in: width, column), text: text, width: width,
          style: .bold,
          target: column[.order] == nil ? nil : .node(column.id)))
      start += width + 2
    }
    return line
  }

  private func offset(of text: String, in width: Int, _ column: PictureNode) -> Int {
    let rest = max(0, width - Canvas.width(of: text.prefix(200)))
    return switch column.number(.align).flatMap(CellAlignment.init) {
    case .end?: rest
    case .center?: rest / 2
    case .start?, nil: 0
    }
  }

  private func rowLine(
    _ row: PictureNode, _ widths: [Int], _ columns: [PictureNode]
  ) -> SceneLine {
    let isFocus = picture.focus == row.id
    var line = SceneLine()
    line.isFocus = isFocus
    let style: Canvas.Style = isFocus ? .reverse : []
    let cells = cells(of: row)
    let remarks = Words.remarks(onRow: row)
    if cells.isEmpty || columns.isEmpty {
      let label = row.text(.label).isEmpty ? Words.list(cells) : row.text(.label)
      line.spans.append(
        .init(
          column: layout.labelColumn, text: Words.row(label, remarks), width: layout.textWidth,
          style: style, target: .node(row.id)))
    } else {
      var start = layout.labelColumn
      for ((cell, width), column) in zip(zip(cells, widths), columns) {
        let text = cell.cut(columns: width, sign: canvasWords.ellipsis)
        let offset = offset(of: text, in: width, column)
        line.spans.append(
          .init(
            column: start, text: String(repeating: " ", count: offset) + text, width: width,
            style: style, target: .node(row.id)))
        start += width + 2
      }
      if !remarks.isEmpty, start < layout.columns - 4 {
        line.spans.append(.init(column: start, text: Words.list(remarks)))
      }
    }
    if isFocus {
      line.cursor = layout.labelColumn
      mark(&line)
    }
    return line
  }

  // MARK: A grid

  /// How many rows of a grid stand side by side.
  func gridWidth(_ rows: [NodeID]) -> (count: Int, width: Int) {
    let widest =
      rows.prefix(200).compactMap { picture[$0] }.map {
        Canvas.width(of: text(inGrid: $0).prefix(60))
      }
      .max() ?? 1
    let width = min(widest + 2, layout.textWidth)
    return (max(1, layout.textWidth / max(1, width)), width)
  }

  private func text(inGrid row: PictureNode) -> String {
    Words.row(
      row.text(.label).isEmpty ? row.text(.cells) : row.text(.label), Words.remarks(onRow: row))
  }

  private func gridLines(_ rows: [NodeID], first: Int, count: Int) -> [SceneLine] {
    let (perLine, width) = gridWidth(rows)
    let lineCount = min(listRoom, (count + perLine - 1) / perLine)
    return (0..<lineCount).map { lineIndex in
      var line = SceneLine()
      for offset in 0..<perLine {
        let index = first + lineIndex * perLine + offset
        guard rows.indices.contains(index), let row = picture[rows[index]] else { continue }
        let isFocus = picture.focus == row.id
        let column = layout.labelColumn + offset * width
        line.spans.append(
          .init(
            column: column, text: text(inGrid: row), width: max(1, width - 2),
            style: isFocus ? .reverse : [], target: .node(row.id)))
        if isFocus {
          line.isFocus = true
          line.cursor = column
          mark(&line)
        }
      }
      return line
    }
  }
}
