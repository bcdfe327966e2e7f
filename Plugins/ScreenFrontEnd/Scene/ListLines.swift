import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The arrangement of the rows of a list.
struct ListShape {
  /// The largest number of rows that can be asked for at once.
  static let windowLimit = 1000

  let count: Int
  /// The first of the rows that the host has sent, and these.
  let firstReceived: Int
  let rows: [NodeID]
  /// The columns of a table, and the widths of those that have room.
  let columns: [PictureNode]
  let widths: [Int]
  /// The widths that the columns have needed so far.
  let needs: [Int]
  /// The number of rows side by side, and the width of each with the blanks after it.
  let perLine: Int
  let cellWidth: Int
  /// The number of lines that have room.
  let room: Int
  /// The rows that name the columns without room.
  let foot: [Canvas.Row]

  var lineCount: Int { (count + perLine - 1) / perLine }

  /// The first visible line if the last one is visible, too.
  var lastFirstLine: Int { max(0, lineCount - room) }

  /// The places of the rows that the host has sent.
  var received: Range<Int> { firstReceived..<firstReceived + rows.count }

  /// Returns the first visible line: what was scrolled to may be beyond the end now.
  func firstLine(fromRow row: Int?) -> Int { min((row ?? 0) / perLine, lastFirstLine) }

  func row(at place: Int) -> NodeID? {
    received.contains(place) ? rows[place - firstReceived] : nil
  }

  func place(of row: NodeID) -> Int? { rows.firstIndex(of: row).map { firstReceived + $0 } }

  func places(fromLine line: Int) -> Range<Int> {
    min(line * perLine, count)..<min(count, (line + room) * perLine)
  }
}

/// The rows of a list: its name, its columns and its visible rows.
struct ListLines {
  let page: Page

  private var layout: Layout { page.layout }
  private var picture: ViewTreeReplica { page.tree.picture }

  // MARK: Shapes

  /// Returns the arrangement of a list, whose columns only widen: nothing moves while it scrolls.
  func shape(of list: PictureNode) -> ListShape {
    var key = (page.tree.stamp, layout, needs: page.view.columnNeeds[list.id] ?? [])
    if let known = page.scene.shapes[list.id], known.key == key { return known.shape }
    let shape = newShape(of: list, key.needs)
    key.needs = shape.needs
    page.view.columnNeeds[list.id] = shape.needs
    // Lists of previous screens are not kept.
    if page.scene.shapes.count >= 50 { page.scene.shapes = [:] }
    page.scene.shapes[list.id] = (key, shape)
    return shape
  }

  private func newShape(of list: PictureNode, _ previous: [Int]) -> ListShape {
    let rows = picture.rows(of: list)
    let isGrid = list.layout == .grid
    let columns = isGrid ? [] : picture.columns(of: list)
    let headings = columns.map { Canvas.width(of: heading(of: $0).prefix(ColumnWidths.limit)) }
    var needs = isGrid ? [1] : headings
    if previous.count == needs.count { needs = zip(needs, previous).map { max($0, $1) } }
    for row in rows.prefix(200).compactMap({ picture[$0] }).map({ PageRow($0) }) {
      for (index, cell) in zip(needs.indices, isGrid ? [row.text] : row.cells) {
        needs[index] = max(needs[index], Canvas.width(of: cell.prefix(ColumnWidths.limit)))
      }
    }
    let usual = needs.indices.map { index in
      guard columns.indices.contains(index), columns[index].number(.extent) != nil else {
        return needs[index]
      }
      return max(min(columns[index].count(.extent), layout.columns), headings[index])
    }
    let widths =
      isGrid ? [] : ColumnWidths.shared(needs: needs, usual: usual, room: layout.textWidth)
    let cellWidth = isGrid ? min(needs[0] + 2, layout.textWidth) : layout.textWidth
    let hidden = columns.dropFirst(widths.count).map(\.spokenName)
    // A note about the rows, such as their age, has no other place.
    let note = list.status == .nothing ? list.text(.explanation) : ""
    let texts = [note] + (hidden.isEmpty ? [] : [FrontEndMessages.hiddenColumns(hidden)])
    let foot = texts.filter { !$0.isEmpty }.flatMap { text in
      TextRows(text, width: layout.textWidth, limit: max(1, layout.body.count / 4))
        .spans(at: layout.labelColumn, width: layout.textWidth)
    }
    // The name, the heading, the columns that are not shown, and what follows the list are visible, too.
    let room = min(ListShape.windowLimit, max(2, layout.body.count - 3 - foot.count))
    return ListShape(
      count: picture.rowCount(of: list), firstReceived: list.count(.firstRow), rows: rows,
      columns: columns, widths: widths, needs: needs,
      // All visible rows can be asked for at once.
      perLine: max(1, min(layout.textWidth / max(1, cellWidth), ListShape.windowLimit / room)),
      cellWidth: cellWidth, room: room, foot: foot)
  }

  func focusedPlace(in list: PictureNode) -> Int? {
    guard let row = picture.focus.flatMap({ picture[$0] }), row.parent == list.id, row.kind == .row
    else { return nil }
    return shape(of: list).place(of: row.id)
  }

  /// Scrolls a list by hand, and returns whether it was not at its end.
  func scroll(_ list: PictureNode, by count: Int) -> Bool {
    let shape = shape(of: list)
    let previous = shape.firstLine(fromRow: page.view.listTops[list.id])
    let first = min(max(0, previous + count), shape.lastFirstLine)
    page.view.listTops[list.id] = first * shape.perLine
    if first != previous { page.view.followsFocus = false }
    return first != previous
  }

  // MARK: Rows

  func frame(of list: PictureNode) -> Frame {
    let shape = shape(of: list)
    var frame = Frame(rows: [[title(of: list, shape)]])
    let explanation = FrontEndMessages.verdict(on: list) ?? list.text(.explanation)
    if shape.count == 0 || list.status == .failed && !explanation.isEmpty {
      let text = sentences.text(list.isLoading ? "list.loading" : "list.empty.rows")
      frame.rows +=
        explanation.isEmpty
        ? page.texts(text, depth: 0) : page.texts(explanation, list.statusStyle, depth: 0)
      return frame
    }
    let places = shape.places(fromLine: shape.firstLine(fromRow: page.view.listTops[list.id]))
    if list.layout == .grid {
      addGrid(of: shape, places, to: &frame)
      frame.rows += shape.foot
      return frame
    }
    if !shape.columns.isEmpty { frame.rows.append(headings(of: shape)) }
    for place in places {
      if let row = shape.row(at: place).flatMap({ picture[$0] }) {
        add(row, shape, to: &frame)
      } else {
        frame.rows.append([.init(page.glyphs.ellipsis, at: layout.labelColumn)])
      }
    }
    frame.rows += shape.foot
    return frame
  }

  private func title(of list: PictureNode, _ shape: ListShape) -> Canvas.Span {
    var text = list.spokenName
    if shape.count > 0, let place = focusedPlace(in: list) {
      text = sentences.text(
        "list.position", ["name": text, "place": "\(place + 1)"], count: shape.count)
      // If there is little room, the part that changes says more.
      if Canvas.width(of: text) > layout.textWidth {
        text = sentences.text(
          "list.position.short", ["place": "\(place + 1)"], count: shape.count)
      }
    }
    return .init(text, at: layout.labelColumn - 1, width: layout.textWidth, .bold)
  }

  private func heading(of column: PictureNode) -> String {
    let name = column.spokenName
    return switch column.number(.order).flatMap(SortOrder.init) {
    case .ascending?: name + (page.glyphs.hasMarks ? " ↑" : " ^")
    case .descending?: name + (page.glyphs.hasMarks ? " ↓" : " v")
    case .sortable?, nil: name
    }
  }

  private func headings(of shape: ListShape) -> Canvas.Row {
    var start = layout.labelColumn
    return zip(shape.columns, shape.widths).map { column, width in
      defer { start += width + 2 }
      let text = heading(of: column)
      return .init(
        text, at: start + offset(of: text, in: width, column), width: width, .bold,
        to: column[.order] == nil ? nil : .node(column.id))
    }
  }

  /// Returns the number of blanks before a text in its column, by the alignment of that.
  private func offset(of text: String, in width: Int, _ column: PictureNode) -> Int {
    let rest = max(0, width - Canvas.width(of: text.prefix(200)))
    return switch column.number(.align).flatMap(CellAlignment.init) {
    case .end?: rest
    case .center?: rest / 2
    case .start?, nil: 0
    }
  }

  private func add(_ row: PictureNode, _ shape: ListShape, to frame: inout Frame) {
    let (isFocus, pageRow) = (picture.focus == row.id, PageRow(row))
    frame.rows.append([])
    var start = layout.labelColumn
    func add(_ text: String, width: Int) {
      frame.add(text, at: start, width: width, isFocus: isFocus, to: .node(row.id))
      start += width + 2
    }
    if pageRow.cells.isEmpty || shape.columns.isEmpty {
      add(pageRow.text, width: layout.textWidth)
    } else {
      for ((cell, width), column) in zip(zip(pageRow.cells, shape.widths), shape.columns) {
        let text = cell.cut(columns: width, sign: page.glyphs.ellipsis)
        add(
          String(repeating: " ", count: offset(of: text, in: width, column)) + text, width: width)
      }
      if !pageRow.notes.isEmpty, start < layout.columns - 4 {
        frame.rows[frame.rows.count - 1].append(
          .init(FrontEndMessages.list(pageRow.notes), at: start))
      }
    }
    guard isFocus else { return }
    frame.cursor = (frame.rows.count - 1, layout.labelColumn - 1)
    frame.rows[frame.rows.count - 1].append(page.mark())
  }

  private func addGrid(of shape: ListShape, _ places: Range<Int>, to frame: inout Frame) {
    for (index, place) in places.enumerated() {
      let column = layout.labelColumn + index % shape.perLine * shape.cellWidth
      if index % shape.perLine == 0 { frame.rows.append([]) }
      guard let row = shape.row(at: place).flatMap({ picture[$0] }) else { continue }
      frame.add(
        PageRow(row).text, at: column, width: max(1, shape.cellWidth - 2),
        isFocus: picture.focus == row.id, to: .node(row.id), mark: page.mark(at: column - 2))
    }
  }
}
