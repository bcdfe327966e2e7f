import Conversation
import FormworkCanvas
import FormworkFrontEnd

extension Scene {
  /// How many rows of a list are on view at most: those of a screen, but for its heading and what stands below it.
  var listRoom: Int { max(2, layout.body.count - 3) }

  /// How the rows of a list stand.
  struct ListShape {
    /// How many there are, as far as is known.
    let count: Int
    /// The places of those that the host has told, and which these are.
    let told: Range<Int>
    let rows: [NodeID]
    /// How many stand side by side.
    let perLine: Int

    /// How many lines they take.
    var lineCount: Int { (count + perLine - 1) / perLine }

    /// The row at a place, if the host has told it.
    func row(at place: Int) -> NodeID? {
      told.contains(place) ? rows[place - told.lowerBound] : nil
    }

    /// The places on view from a line on.
    func places(fromLine line: Int, count lines: Int) -> Range<Int> {
      min(line * perLine, count)..<min(count, (line + lines) * perLine)
    }
  }

  func shape(of list: PictureNode) -> ListShape {
    let rows = picture.rows(of: list)
    let first = list.count(.firstRow)
    return ListShape(
      count: picture.rowCount(of: list), told: first..<first + rows.count, rows: rows,
      perLine: list.layout == .grid ? gridWidth(of: list).count : 1)
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
    if list.layout == .grid { return lines + gridLines(of: list, shape, first: first) }
    let columns = picture.columns(of: list)
    let widths = self.widths(of: columns, in: list)
    if !columns.isEmpty { lines.append(headingLine(columns, widths)) }
    return lines
      + shape.places(fromLine: first, count: listRoom).map { place in
        guard let row = shape.row(at: place).flatMap({ picture[$0] }) else {
          return SceneLine(spans: [.init(column: layout.labelColumn, text: signs.ellipsis)])
        }
        return rowLine(row, widths, columns)
      }
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
    guard let id = picture.focus, picture[id]?.parent == list.id, picture[id]?.kind == .row,
      let index = picture.rows(of: list).firstIndex(of: id)
    else { return nil }
    return list.count(.firstRow) + index
  }

  // MARK: A table

  /// How much is on view of a cell at least, where it is as wide.
  private static let leastWidth = 8

  /// Sees how wide the columns of lists have to be for what stands in them: where rows come, they only get wider, so
  /// that nothing moves while the list scrolls.
  mutating func noteColumns() {
    for list in changedLists.compactMap({ picture[$0] }) {
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
    }
    changedLists = []
  }

  /// How wide the columns are that have room: what their rows need, and what is usual where there is room for it.
  ///
  /// The last ones are left out where too little of a column would be on view.
  private func widths(of columns: [PictureNode], in list: PictureNode) -> [Int] {
    guard let needs = columnNeeds[list.id], needs.count == columns.count, !needs.isEmpty
    else { return [] }
    let usual = zip(columns, needs).map { column, need in
      max(
        column.number(.extent) == nil ? need : min(column.count(.extent), layout.columns),
        Canvas.width(of: heading(of: column).prefix(60)))
    }
    func room(_ count: Int) -> Int { max(count, layout.textWidth - 2 * (count - 1)) }
    let wanted = zip(needs, usual).map { min($0, $1) }
    var widths = Self.squeezed(wanted, room: room(wanted.count))
    while widths.count > 1,
      zip(widths, wanted).contains(where: { $0 < min($1, max(Self.leastWidth, $1 * 3 / 4)) })
    {
      widths = Self.squeezed(Array(wanted.prefix(widths.count - 1)), room: room(widths.count - 1))
    }
    // What is left over goes to those in turn of which something would be cut, then to those that are usually wider.
    var rest = room(widths.count) - widths.reduce(0, +)
    while rest > 0 {
      let short = widths.indices.filter { widths[$0] < needs[$0] }.prefix(rest)
      if short.isEmpty { break }
      for index in short { widths[index] += 1 }
      rest -= short.count
    }
    for index in widths.indices where rest > 0 {
      let more = min(rest, max(0, usual[index] - widths[index]))
      widths[index] += more
      rest -= more
    }
    return widths
  }

  /// Widths that have room together: the widest give first.
  private static func squeezed(_ widths: [Int], room: Int) -> [Int] {
    var widths = widths
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 1,
      let index = widths.lastIndex(of: widest)
    {
      widths[index] -= 1
    }
    return widths
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
    if widths.count < columns.count {
      line.spans.append(
        .init(
          column: min(start, layout.columns - Canvas.width(of: signs.ellipsis)),
          text: signs.ellipsis))
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

  /// How many rows of a grid stand side by side, and how wide each is with what is between two.
  private func gridWidth(of list: PictureNode) -> (count: Int, width: Int) {
    let width = min((columnNeeds[list.id]?.first ?? 1) + 2, layout.textWidth)
    return (max(1, layout.textWidth / max(1, width)), width)
  }

  private func gridLines(of list: PictureNode, _ shape: ListShape, first: Int) -> [SceneLine] {
    let width = gridWidth(of: list).width
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
