import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  /// How many rows can be asked for at once.
  static let windowLimit = 1000

  /// The most rows of a list that are shown, one below another: those of a screen, except its name, its heading, the
  /// columns that are not shown, and what follows it.
  var listRoom: Int {
    let notes = listShapes.values.contains { $0.widths.count < $0.columns.count } ? 1 : 0
    return min(Self.windowLimit, max(2, layout.body.count - 3 - notes))
  }

  /// How the rows of a list stand.
  struct ListShape: Equatable {
    /// How many there are, as far as is known.
    let count: Int
    /// The places of those that the host has told, and which these are.
    let told: Range<Int>
    let rows: [NodeID]
    /// The columns of a table, and how wide those are that have room.
    let columns: [PictureNode]
    let widths: [Int]
    /// How many rows stand side by side, and how wide each of these is with what is between two.
    let perLine: Int
    let cellWidth: Int

    /// How many lines they take.
    var lineCount: Int { (count + perLine - 1) / perLine }

    /// The row at a place, if the host has told it.
    func row(at place: Int) -> NodeID? {
      told.contains(place) ? rows[place - told.lowerBound] : nil
    }

    /// The place of a row, from 0.
    func place(of row: NodeID) -> Int? {
      rows.firstIndex(of: row).map { told.lowerBound + $0 }
    }

    /// The places on view from a line on.
    func places(fromLine line: Int, count lines: Int) -> Range<Int> {
      min(line * perLine, count)..<min(count, (line + lines) * perLine)
    }
  }

  /// How the rows of a list stand: the same as before, where nothing in it has changed.
  func shape(of list: PictureNode) -> ListShape {
    if !changedLists.contains(list.id), let known = listShapes[list.id] { return known }
    return newShape(of: list)
  }

  private func newShape(of list: PictureNode) -> ListShape {
    let rows = picture.rows(of: list)
    let first = list.count(.firstRow)
    let isGrid = list.layout == .grid
    let columns = isGrid ? [] : picture.columns(of: list)
    let cellWidth =
      isGrid ? min((columnNeeds[list.id]?.first ?? 1) + 2, layout.textWidth) : layout.textWidth
    return ListShape(
      count: max(list.count(.rowCount), rows.isEmpty ? 0 : first + rows.count),
      told: first..<first + rows.count, rows: rows, columns: columns,
      widths: widths(of: columns, in: list),
      // What is on view can be asked for at once.
      perLine: max(1, min(layout.textWidth / max(1, cellWidth), Self.windowLimit / listRoom)),
      cellWidth: cellWidth)
  }

  /// The lines of a list: its name, its columns and the rows on view.
  func listLines(of list: PictureNode) -> [SceneLine] {
    let shape = shape(of: list)
    var lines = [titleLine(of: list, shape)]
    let explanation = Words.verdict(on: list) ?? list.text(.explanation)
    if list.status == .failed || shape.count == 0, !explanation.isEmpty {
      return lines
        + texts(
          statusText.marked(explanation, list.statusStyle), depth: 0,
          style: signs.style(of: list.statusStyle))
    }
    guard shape.count > 0 else {
      return lines
        + texts(Words.line(list.isLoading ? "list.loading" : "list.empty.rows"), depth: 0)
    }
    // What was scrolled on a smaller terminal, or while the list was longer, is not at its end by now.
    let first = min((listTops[list.id] ?? 0) / shape.perLine, max(0, shape.lineCount - listRoom))
    if list.layout == .grid { return lines + gridLines(of: shape, first: first) }
    let (columns, widths) = (shape.columns, shape.widths)
    if !columns.isEmpty { lines.append(headingLine(columns, widths)) }
    lines += shape.places(fromLine: first, count: listRoom).map { place in
      guard let row = shape.row(at: place).flatMap({ picture[$0] }) else {
        return SceneLine(spans: [.init(column: layout.labelColumn, text: signs.ellipsis)])
      }
      return rowLine(row, widths, columns)
    }
    let hidden = columns.dropFirst(widths.count).map(\.spokenName)
    return hidden.isEmpty ? lines : lines + texts(Words.hiddenColumns(hidden), depth: 0).prefix(1)
  }

  private func titleLine(of list: PictureNode, _ shape: ListShape) -> SceneLine {
    var text = list.spokenName
    if shape.count > 0, let place = focusedPlace(in: list) {
      text = Words.line(
        "list.position", ["name": text, "place": "\(place + 1)"], count: shape.count)
      // Where there is little room, what changes says more.
      if Canvas.width(of: text) > layout.textWidth {
        text = Words.line(
          "list.position.short", ["place": "\(place + 1)"], count: shape.count)
      }
    }
    return SceneLine(spans: [
      .init(column: layout.labelColumn - 1, text: text, width: layout.textWidth, style: .bold)
    ])
  }

  /// The place of the row that has the focus, from 0.
  func focusedPlace(in list: PictureNode) -> Int? {
    guard let id = picture.focus, picture[id]?.parent == list.id, picture[id]?.kind == .row
    else { return nil }
    return shape(of: list).place(of: id)
  }

  // MARK: A table

  /// Sees how the rows of lists stand that have changed, and how wide their columns have to be for what stands in them:
  /// where rows come, these only get wider, so that nothing moves while the list scrolls.
  mutating func noteLists() {
    for id in changedLists {
      guard let list = picture[id] else {
        listShapes[id] = nil
        continue
      }
      let rows = picture.rows(of: list).prefix(200).compactMap { picture[$0] }.map {
        PageRow($0)
      }
      let isGrid = list.layout == .grid
      let columns = isGrid ? [] : picture.columns(of: list)
      var needs = columns.map { Canvas.width(of: heading(of: $0).prefix(60)) }
      if isGrid { needs = [1] }
      if let known = columnNeeds[list.id], known.count == needs.count {
        needs = zip(needs, known).map { max($0, $1) }
      }
      for row in rows {
        for (index, cell) in zip(needs.indices, isGrid ? [row.text] : row.cells) {
          needs[index] = max(needs[index], Canvas.width(of: cell.prefix(60)))
        }
      }
      columnNeeds[list.id] = needs
      listShapes[list.id] = newShape(of: list)
    }
    changedLists = []
  }

  /// How wide the columns of a table are that have room.
  private func widths(of columns: [PictureNode], in list: PictureNode) -> [Int] {
    guard let needs = columnNeeds[list.id], needs.count == columns.count else { return [] }
    let usual = zip(columns, needs).map { column, need in
      max(
        column.number(.extent) == nil ? need : min(column.count(.extent), layout.columns),
        Canvas.width(of: heading(of: column).prefix(60)))
    }
    return ColumnWidths(needs: needs, usual: usual, room: layout.textWidth).shared()
  }

  /// The name of a column, with an arrow where the rows are sorted by it.
  private func heading(of column: PictureNode) -> String {
    let name = column.spokenName
    return switch column.number(.order).flatMap(SortOrder.init) {
    case .ascending?: name + (signs.hasMarks ? " ↑" : " ^")
    case .descending?: name + (signs.hasMarks ? " ↓" : " v")
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

  /// How many blanks stand before a text in its column, by the alignment of that.
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
    let told = PageRow(row)
    if told.cells.isEmpty || columns.isEmpty {
      line.spans.append(
        .init(
          column: layout.labelColumn, text: told.text, width: layout.textWidth,
          style: style, target: .node(row.id)))
    } else {
      var start = layout.labelColumn
      for ((cell, width), column) in zip(zip(told.cells, widths), columns) {
        let text = cell.cut(columns: width, sign: signs.ellipsis)
        let offset = offset(of: text, in: width, column)
        line.spans.append(
          .init(
            column: start, text: String(repeating: " ", count: offset) + text, width: width,
            style: style, target: .node(row.id)))
        start += width + 2
      }
      if !told.remarks.isEmpty, start < layout.columns - 4 {
        line.spans.append(.init(column: start, text: Words.list(told.remarks)))
      }
    }
    if isFocus {
      line.cursor = layout.labelColumn
      mark(&line)
    }
    return line
  }

  // MARK: A grid

  private func gridLines(of shape: ListShape, first: Int) -> [SceneLine] {
    let width = shape.cellWidth
    let places = shape.places(fromLine: first, count: listRoom)
    return stride(from: places.lowerBound, to: places.upperBound, by: shape.perLine).map { start in
      var line = SceneLine()
      for place in start..<min(start + shape.perLine, places.upperBound) {
        guard let row = shape.row(at: place).flatMap({ picture[$0] }) else { continue }
        let isFocus = picture.focus == row.id
        let column = layout.labelColumn + (place - start) * width
        line.spans.append(
          .init(
            column: column, text: PageRow(row).text, width: max(1, width - 2),
            style: isFocus ? .reverse : [], target: .node(row.id)))
        if isFocus {
          line.isFocus = true
          line.cursor = column
          mark(&line, at: column - 2)
        }
      }
      return line
    }
  }
}
