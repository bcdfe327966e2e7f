import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  /// What an alert says: its question, and more about it.
  func alertText(_ alert: PictureNode) -> [Remark] {
    [Remark(alert.text(.label), .title)]
      + [alert.text(.explanation), alert.text(.detail)].filter { !$0.isEmpty }.map { Remark($0) }
      + [markedMessage].compactMap { $0 }
  }

  /// How wide the content of a window may be.
  private var windowWidth: Int { layout.isTight ? layout.columns : min(layout.columns - 8, 64) }

  /// How many rows the content of a window may have.
  private var windowRows: Int { layout.isTight ? layout.rows : layout.rows - 2 }

  /// The text of an alert in rows, and how many of them are on view: all but where there is no room.
  private func alertLines(_ alert: PictureNode) -> (lines: [SceneLine], room: Int) {
    let least = alert.children.isEmpty ? 0 : windowRows < 8 ? 1 : 2
    let room = max(1, windowRows - least)
    func lines(_ width: Int) -> [SceneLine] {
      alertText(alert).flatMap { remark in
        TextRows(remark.text, width: max(1, width)).rows.map {
          SceneLine(spans: [
            .init(column: 0, text: $0.text, style: signs.style(of: remark.style))
          ])
        }
      }
    }
    let all = lines(windowWidth)
    // At the right of a longer text there are marks: they take two columns.
    return all.count <= room ? (all, all.count) : (lines(windowWidth - 2), room)
  }

  /// Turns the pages of the text of an alert.
  ///
  /// - Returns: Whether there is more in that direction.
  mutating func turnAlert(isBack: Bool) -> Bool {
    guard let alert = picture.alert else { return false }
    let (lines, room) = alertLines(alert)
    let next = min(max(0, alertTops.text + (isBack ? -room : room)), lines.count - room)
    defer { alertTops.text = next }
    return next != alertTops.text
  }

  /// The question that has to be answered first, with its buttons: side by side, or one below the other.
  mutating func drawAlert(on canvas: inout Canvas) {
    guard let alert = picture.alert else { return }
    let (lines, textRows) = alertLines(alert)
    let isMany = alert.children.count > Self.sideLimit
    let buttons = isMany ? [] : buttons(alert.children[...])
    let widths = buttons.map { width(of: $0) }
    let sum = widths.reduce(-2) { $0 + $1 + 2 }
    let isStacked = isMany || sum > windowWidth
    let count = alert.children.count
    let buttonRows = min(isStacked ? count : min(1, count), max(1, windowRows - textRows))
    let gap = textRows + buttonRows < windowRows && count > 0 ? 1 : 0
    let longest = lines.map { Canvas.width(of: $0.spans[0].text) }.max() ?? 0
    let widest = isMany ? self.buttons(alert.children.prefix(50)).map { width(of: $0) } : widths
    let content = max(
      longest + (textRows < lines.count ? 2 : 0), isStacked ? widest.max() ?? 0 : sum)
    let box = drawBox(
      rows: textRows + gap + buttonRows, columns: min(windowWidth, max(20, content)), on: &canvas)
    let left = box.columns.lowerBound
    alertTops.text = min(alertTops.text, lines.count - textRows)
    for (row, line) in zip(box.rows, lines[alertTops.text..<alertTops.text + textRows]) {
      canvas.put(
        line.spans[0].text, row: row, column: left, width: box.columns.count,
        style: line.spans[0].style)
    }
    mark(box.rows.prefix(textRows), of: lines.count, at: box.columns.upperBound - 1, on: &canvas)
    let first = box.rows.lowerBound + textRows + gap
    if isStacked {
      for (row, (button, text)) in zip(first..., stackedButtons(of: alert, in: buttonRows)) {
        draw(button, text, at: (row, left), width: box.columns.count, on: &canvas)
      }
    } else {
      var column = left
      for (button, width) in zip(buttons, widths) {
        draw(button, signs.button(button), at: (first, column), width: width, on: &canvas)
        column += width + 2
      }
    }
  }

  /// The most buttons that stand side by side.
  private static let sideLimit = 3

  private func buttons(_ ids: ArraySlice<NodeID>) -> [PictureNode] {
    ids.compactMap { picture[$0] }.filter { $0.kind == .button }
  }

  private func width(of button: PictureNode) -> Int {
    Canvas.width(of: signs.button(button).prefix(400))
  }

  /// Of buttons that stand below one another, those that are on view in so many rows: one that is longer than a row
  /// has several.
  private mutating func stackedButtons(
    of alert: PictureNode, in room: Int
  ) -> [(button: PictureNode, text: String)] {
    let focused = picture.focus.flatMap { alert.children.firstIndex(of: $0) } ?? 0
    alertTops.buttons = Self.first(room, of: alert.children.count, at: focused, alertTops.buttons)
    let rows = buttons(alert.children.dropFirst(alertTops.buttons).prefix(room)).flatMap { button in
      TextRows(signs.button(button), width: windowWidth).rows.map { (button, $0.text) }
    }
    let own = rows.indices.filter { rows[$0].0.id == picture.focus }
    if let first = own.first, own.count > room {
      return [(rows[first].0, signs.button(rows[first].0))]
    }
    return Array(rows.dropFirst(max(0, (own.last ?? 0) + 1 - room)).prefix(room))
  }

  /// Marks the rows beside which there is more above or below.
  private func mark(
    _ rows: Range<Int>, of count: Int, at column: Int, on canvas: inout Canvas
  ) {
    guard let first = rows.first, let last = rows.last else { return }
    if alertTops.text > 0 { canvas.put(signs.more.above, row: first, column: column) }
    if alertTops.text + rows.count < count {
      canvas.put(signs.more.below, row: last, column: column)
    }
  }

  private mutating func draw(
    _ button: PictureNode, _ text: String, at place: (row: Int, column: Int), width: Int,
    on canvas: inout Canvas
  ) {
    let isFocus = picture.focus == button.id
    let taken = min(Canvas.width(of: text.prefix(400)), width)
    let span = SceneLine.Span(
      column: place.column, text: text, width: taken, style: isFocus ? .reverse : [],
      target: .node(button.id))
    draw(
      SceneLine(spans: [span], cursor: isFocus ? place.column + min(2, taken - 1) : nil),
      place.row, on: &canvas)
  }
}
