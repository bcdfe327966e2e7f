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
    if let remark { frame.rows += self.rows(remark, limit: room) }
    let size = [
      "size": "\(columns) x \(rows)", "least": "\(Layout.least.columns) x \(Layout.least.rows)",
    ]
    let hint = Remark(Words.line("screen.small", size))
    let hints = self.rows(hint, limit: rows - frame.rows.count)
    frame.rows += Array(repeating: [], count: rows - frame.rows.count - hints.count) + hints
    return frame
  }

  private func rows(_ remark: Remark, limit: Int) -> [Canvas.Row] {
    TextRows(remark.text, width: page.layout.columns, limit: limit)
      .spans(at: 0, width: page.layout.columns, page.signs.style(of: remark.style))
  }

  /// Returns the last message, the status of a field, or its help.
  private func remark(about node: PictureNode?) -> Remark? {
    let status = node.flatMap { $0.kind.isField ? page.status(of: $0) : nil } ?? ""
    guard let node, page.person.message == nil, !status.isEmpty else {
      return Foot(page: page).remarks.first
    }
    return Remark(status, node.statusStyle)
  }

  /// Returns a field, a button, or another item in one row.
  private func item(_ node: PictureNode?, columns: Int) -> Frame {
    func whole(_ text: String, _ style: Canvas.Style = .reverse) -> Frame {
      Frame(rows: [[.init(text, at: 0, width: columns, style)]])
    }
    guard let node else { return whole(picture.title, []) }
    if node.kind == .button { return whole(page.signs.button(node)) }
    if node.kind == .row { return whole(PageRow(node).text) }
    let label = node.spokenName.cut(columns: columns / 2, sign: page.signs.ellipsis)
    let column = Canvas.width(of: label) + 1
    let room = max(1, columns - column)
    var frame = Frame(rows: [[.init(label, at: 0)]])
    func add(_ text: String, cursor: Int) {
      frame.rows[0].append(.init(text, at: column, width: room))
      frame.cursor = (0, column + min(cursor, room))
    }
    switch page.person.focus {
    case .text(_, var editor):
      if editor.hasLines {
        let rows = page.areaRows(of: editor, andMore: 0)
        let row = rows.rows[rows.row(of: editor.cursor)]
        editor = TextEditor(row.text, cursor: editor.cursor - row.start)
      }
      let window = TextWindow(editor, from: 0, width: room)
      add(window.text, cursor: window.cursor)
    case .secret(_, let count, let place):
      let shown = min(count, room - 1)
      add(String(repeating: page.signs.bullet, count: shown), cursor: min(place, shown))
    case .options(_, let id?):
      let text = picture[id].map {
        page.signs.option(
          $0.spokenName, isSelected: $0.isSelected, isMultiple: node.kind == .choices)
      }
      frame.add(text ?? "", at: column, width: room, isFocus: true)
    case .nothing, .options, .node:
      let isToggle = node.kind == .toggle
      let text =
        isToggle ? page.signs.toggle(isOn: node.number(.value) == 1) : page.fields.text(of: node)
      frame.add(text, at: column, width: room, isFocus: true)
    }
    return frame
  }
}
