import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  /// A window in the middle, or below a row: where its content may be drawn.
  ///
  /// Where there is little room, it has no frame, and all of the terminal.
  mutating func drawBox(
    rows height: Int, columns width: Int, below row: Int? = nil, from column: Int? = nil,
    on canvas: inout Canvas
  ) -> (rows: Range<Int>, columns: Range<Int>) {
    if layout.isTight {
      let (rows, columns) = (0..<canvas.rows, 0..<canvas.columns)
      clear(rows: rows, columns: columns, on: &canvas)
      canvas.cursor = nil
      return (rows, columns)
    }
    let height = min(height + 2, canvas.rows)
    let width = min(width + 4, canvas.columns)
    var top = (canvas.rows - height) / 2
    if let row {
      top = row + 1 + height <= canvas.rows ? row + 1 : max(0, row - height)
    }
    let left = min(column ?? (canvas.columns - width) / 2, canvas.columns - width)
    let (rows, columns) = (top..<top + height, left..<left + width)
    clear(rows: rows, columns: columns, on: &canvas)
    let corners = signs.corners
    for (row, ends) in [
      (top, (corners.topLeft, corners.topRight)),
      (top + height - 1, (corners.bottomLeft, corners.bottomRight)),
    ] {
      canvas.fill(row: row, columns: left + 1..<left + width - 1, with: signs.rule)
      canvas.put(ends.0, row: row, column: left)
      canvas.put(ends.1, row: row, column: left + width - 1)
    }
    for row in rows.dropFirst().dropLast() {
      canvas.put(signs.side, row: row, column: left)
      canvas.put(signs.side, row: row, column: left + width - 1)
    }
    canvas.cursor = nil
    return (top + 1..<max(top + 1, top + height - 1), left + 2..<max(left + 2, left + width - 2))
  }

  /// What has the keyboard in the place of the form.
  mutating func drawWindow(on canvas: inout Canvas) {
    switch keyboard {
    case .form, .chord: break
    case .choosing(let popup), .completing(let popup): draw(popup, on: &canvas)
    case .help(let page): drawHelp(page: page, on: &canvas)
    }
  }

  private mutating func draw(_ popup: Popup, on canvas: inout Canvas) {
    let row =
      focus.id.flatMap { id in
        hits.first { hit in
          switch hit.target {
          case .text(id, _, _): true
          default: false
          }
        }?.row
      } ?? canvas.cursor?.row ?? layout.body.lowerBound
    let matches = popup.matches
    let isFiltered = keyboard.isChoosing
    let head = isFiltered && canvas.rows > 1 ? 1 : 0
    let most = max(
      1, (layout.isTight ? canvas.rows : max(row, canvas.rows - row - 1) - 2) - head)
    let height = min(max(1, matches.count), most, 10)
    let widest = popup.options.prefix(200).map { Canvas.width(of: $0.label.prefix(80)) }.max() ?? 0
    let width = min(max(layout.boxWidth - 4, widest + 8), layout.columns - 4)
    let formCursor = canvas.cursor
    let box = drawBox(
      rows: height + head, columns: width, below: row, from: layout.boxColumn, on: &canvas)
    let left = box.columns.lowerBound
    canvas.cursor = layout.isTight ? nil : formCursor
    if head > 0 {
      let filter = popup.filter.isEmpty ? Words.line("popup.filter") : popup.filter
      let shown = canvas.put(
        filter, row: box.rows.lowerBound, column: left, width: box.columns.count)
      let column = popup.filter.isEmpty ? 0 : min(shown, box.columns.count - 1)
      canvas.cursor = (box.rows.lowerBound, left + column)
    }
    popupRows = height
    let first = min(max(0, (popup.index ?? 0) - height + 1), max(0, matches.count - height))
    let start = box.rows.lowerBound + head
    if matches.isEmpty {
      canvas.put(Words.line("popup.nothing"), row: start, column: left, width: box.columns.count)
    }
    for index in first..<min(matches.count, first + height) {
      let isMarked = index == popup.index
      let mark = isMarked ? signs.focusMark : " "
      let option = SceneLine.Span(
        column: left, text: "\(mark) \(text(of: matches[index], in: popup))",
        width: box.columns.count, style: isMarked ? .reverse : [], target: .entry(index))
      draw(SceneLine(spans: [option]), start + index - first, on: &canvas)
    }
  }

  /// What stands in a window for something that may be chosen: a suggestion is neither on nor off.
  private func text(of option: Popup.Option, in popup: Popup) -> String {
    keyboard.isChoosing
      ? signs.option(
        option.label, isSelected: option.isSelected, isMultiple: popup.isMultiple) : option.label
  }

  /// The keys, a page of them where there is no room for all.
  private mutating func drawHelp(page: Int, on canvas: inout Canvas) {
    let width = max(1, layout.columns - (layout.isTight ? 0 : 6))
    let most = max(1, canvas.rows - (layout.isTight ? 0 : 2))
    let lines = helpTexts.flatMap { $0.rowsOfFacts(columns: width) }
    var (room, count, end) = (lines.count, 1, Words.line("help.close").rowsOfFacts(columns: width))
    func pageEnd(_ place: Int) -> [String] {
      Words.line("help.page", ["place": "\(place)"], count: count).rowsOfFacts(columns: width)
    }
    if lines.count + end.count > most {
      room = max(1, most - pageEnd(1).count)
      count = (lines.count + room - 1) / room
      end = pageEnd(page % count + 1)
    }
    let content = (lines + end).map { Canvas.width(of: $0) }.max() ?? 0
    let box = drawBox(rows: room + end.count, columns: min(width, content), on: &canvas)
    let shown = Array(lines.dropFirst(page % count * room).prefix(room))
    let rest = Array(repeating: "", count: room - shown.count)
    for (row, line) in zip(box.rows, shown + rest + end) {
      canvas.put(line, row: row, column: box.columns.lowerBound, width: box.columns.count)
    }
  }

  private var helpTexts: [String] {
    let marks = [
      "fault": statusText.marked(" ", .fault), "doubt": statusText.marked(" ", .doubt),
      "focus": signs.focusMark,
    ].mapValues { $0.filter { $0 != " " } + ":" }
    return [
      "help.move", "help.enter", "help.edit", "help.more", "help.choose", "help.list",
      "help.secret", "help.sections", "help.outside", "help.anew", "help.leave",
    ].map { Words.line($0) } + [Words.line("help.marks", marks)]
  }
}
