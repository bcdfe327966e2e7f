import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The rows of a terminal that is too small for a form.
///
/// They contain the item with the focus, its status if there is room, and the size that is needed.
struct TooSmall {
  let page: Page

  private var picture: Picture { page.tree.picture }

  /// Returns the rows; none if a question has room, which is read as a whole before it is answered.
  func frame() -> Frame {
    let (rows, columns) = (page.layout.rows, page.layout.columns)
    if picture.alert != nil, rows > 1 { return Frame(rows: Array(repeating: [], count: rows)) }
    let id = picture.alert == nil ? page.person.focus.id : picture.focus
    let node = id.flatMap { picture[$0] }
    var frame = item(node, columns: columns)
    let remark = remark(about: node)
    // If there is one row besides, a fault is more important.
    let room = rows == 2 && remark?.style == .fault ? 1 : max(0, rows - 2)
    if let remark, room > 0 {
      frame.rows += TextRows(remark.text, width: columns, limit: room).rows.map {
        whole($0.text, page.signs.style(of: remark.style))
      }
    }
    if frame.rows.count < rows {
      let hint = Words.line(
        "screen.small",
        [
          "size": "\(columns) x \(rows)",
          "least": "\(Layout.least.columns) x \(Layout.least.rows)",
        ])
      let hints = TextRows(hint, width: columns, limit: rows - frame.rows.count).rows
      frame.rows += Array(repeating: [], count: rows - frame.rows.count - hints.count)
      frame.rows += hints.map { whole($0.text) }
    }
    frame.rows.removeSubrange(min(rows, frame.rows.count)...)
    return frame
  }

  private func whole(_ text: String, _ style: Canvas.Style = []) -> Canvas.Row {
    [.init(column: 0, text: text, width: page.layout.columns, style: style)]
  }

  /// Returns the last message, the status of a field, or its help.
  private func remark(about node: PictureNode?) -> Remark? {
    if let message = page.markedMessage { return message }
    guard let node else { return nil }
    let status = node.kind.isField ? page.status(of: node) : ""
    return status.isEmpty ? Foot(page: page).remark : Remark(status, node.statusStyle)
  }

  /// Returns a field, a button, or another item in one row.
  private func item(_ node: PictureNode?, columns: Int) -> Frame {
    guard let node else { return Frame(rows: [whole(picture.title)]) }
    if node.kind == .button { return Frame(rows: [whole(page.signs.button(node), .reverse)]) }
    if node.kind == .row { return Frame(rows: [whole(PageRow(node).text, .reverse)]) }
    let label = node.spokenName.cut(columns: columns / 2, sign: page.signs.ellipsis)
    let column = Canvas.width(of: label) + 1
    let room = max(1, columns - column)
    var frame = Frame(rows: [[.init(column: 0, text: label)]])
    func add(_ text: String, cursor: Int) {
      frame.rows[0].append(.init(column: column, text: text, width: room))
      frame.cursor = (0, column + min(cursor, room))
    }
    func add(_ editor: TextEditor) {
      let window = TextWindow(editor, from: 0, width: room)
      add(window.text, cursor: window.cursor)
    }
    switch page.person.focus {
    case .text(_, let editor) where editor.hasLines:
      let rows = page.memory.rows(of: editor, width: page.layout.boxRoom, andMore: 0)
      let row = rows.rows[rows.row(of: editor.cursor)]
      add(TextEditor(row.text, cursor: editor.cursor - row.start))
    case .text(_, let editor): add(editor)
    case .secret(_, let count, let place):
      let shown = min(count, room - 1)
      add(String(repeating: page.signs.bullet, count: shown), cursor: min(place, shown))
    case .nothing, .options, .node:
      let text =
        switch node.kind {
        case .toggle: page.signs.toggle(isOn: node.number(.value) == 1)
        case .choice, .choices: options(of: node)
        default: node.text(.value)
        }
      frame.add(text, row: 0, column: column, width: room, isFocus: true)
    }
    return frame
  }

  /// Returns the marked option of a choice; or the selected ones.
  private func options(of choice: PictureNode) -> String {
    let options = picture.options(of: choice)
    if case .options(_, let id) = page.person.focus,
      let marked = options.first(where: { $0.id == id })
    {
      return page.signs.option(
        marked.spokenName, isSelected: marked.isSelected, isMultiple: choice.kind == .choices)
    }
    return page.fields.chosen(of: choice)
  }
}
