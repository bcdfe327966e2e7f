import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  /// On a terminal that is too small for a form: the one field, what is true of it where there is a row for that, and
  /// that there is no room for more; or the question.
  mutating func drawTooSmall(on canvas: inout Canvas) {
    let (rows, columns) = (canvas.rows, canvas.columns)
    let hint = Words.line(
      "screen.small",
      [
        "size": "\(columns) x \(rows)",
        "least": "\(Layout.least.columns) x \(Layout.least.rows)",
      ])
    // A question is read whole before it is answered.
    if picture.alert != nil, rows > 1 { return drawAlert(on: &canvas) }
    let node = (picture.alert == nil ? focus.id : picture.focus).flatMap { picture[$0] }
    var lines = [onlyLine(of: node, columns: columns)]
    let told = statement(below: node)
    // Where there is no row besides, what is wrong matters more.
    let room = rows == 2 && told?.style == .fault ? 1 : max(0, rows - 2)
    if let told, room > 0 {
      lines += TextRows(told.text, width: columns, limit: room).rows.map {
        whole($0.text, signs.style(of: told.style))
      }
    }
    if lines.count < rows {
      let hints = TextRows(hint, width: columns, limit: rows - lines.count).rows
      lines += Array(repeating: SceneLine(), count: rows - lines.count - hints.count)
      lines += hints.map { whole($0.text) }
    }
    for (row, line) in zip(0..<rows, lines) { draw(line, row, on: &canvas) }
  }

  private func whole(_ text: String, _ style: Canvas.Style = []) -> SceneLine {
    SceneLine(spans: [.init(column: 0, text: text, width: layout.columns, style: style)])
  }

  /// What has just been said, what is true of the field, or its help.
  private func statement(below node: PictureNode?) -> Remark? {
    if let markedMessage { return markedMessage }
    guard let node else { return nil }
    let status = node.kind.isField ? status(of: node, isFocus: true) : ""
    return status.isEmpty ? helpLine : Remark(status, node.statusStyle)
  }

  /// A field, a button, or what else has the focus, in one row.
  private func onlyLine(of node: PictureNode?, columns: Int) -> SceneLine {
    guard let node else { return whole(picture.title) }
    if node.kind == .button {
      var line = whole(signs.button(node), .reverse)
      line.cursor = min(2, columns - 1)
      return line
    }
    if node.kind == .row {
      var line = whole(PageRow(node).text, .reverse)
      line.cursor = 0
      return line
    }
    let label = node.spokenName.cut(columns: columns / 2, sign: signs.ellipsis)
    let column = Canvas.width(of: label) + 1
    let room = max(1, columns - column)
    let (text, cursor): (String, Int)
    var style: Canvas.Style = []
    switch focus {
    case .text(_, let editor) where editor.hasLines:
      let rows = knownRows(of: editor, andMore: 0)
      let row = rows.rows[rows.row(of: editor.cursor)]
      let line = TextEditor(row.text, cursor: editor.cursor - row.start)
      let window = TextWindow(line, from: 0, width: room)
      (text, cursor) = (window.text, window.cursor)
    case .text(_, let editor):
      let window = TextWindow(editor, from: 0, width: room)
      (text, cursor) = (window.text, window.cursor)
    case .secret(_, let count, let place):
      let shown = min(count, room - 1)
      (text, cursor) = (
        String(repeating: signs.bullet, count: shown), min(place, shown)
      )
    case .nothing, .options, .node:
      text =
        switch node.kind {
        case .toggle: signs.toggle(isOn: node.number(.value) == 1)
        case .choice, .choices: onlyOptions(of: node)
        default: node.text(.value)
        }
      (cursor, style) = (0, .reverse)
    }
    return SceneLine(
      spans: [
        .init(column: 0, text: label),
        .init(column: column, text: text, width: room, style: style),
      ], cursor: column + min(cursor, room))
  }

  /// The option that is marked; else what is chosen.
  private func onlyOptions(of choice: PictureNode) -> String {
    let options = picture.options(of: choice)
    if case .options(_, let id) = focus, let marked = options.first(where: { $0.id == id }) {
      return signs.option(
        marked.spokenName, isSelected: marked.isSelected, isMultiple: choice.kind == .choices)
    }
    return chosen(of: choice)
  }
}
