import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The facts that the parts of one frame are composed of.
final class Page {
  let tree: Tree
  let person: Person
  let layout: Layout
  let statusText: StatusText
  let memory: Memory

  /// The rows above the form.
  let head: [Canvas.Row]

  var view: ViewState

  init(
    _ tree: Tree, _ person: Person, rows: Int, columns: Int, _ view: ViewState,
    _ statusText: StatusText, _ memory: Memory
  ) {
    (self.tree, self.person, self.statusText, self.memory) = (tree, person, statusText, memory)
    head = Head(tree, faultsLeft: person.faultsLeft, columns: columns).rows(statusText)
    layout = Layout(
      columns: columns, rows: rows,
      sideWidth: columns < Layout.wide ? 0 : Sections.width(in: tree), headRows: head.count)
    self.view = view
    self.view.fit(rows: rows, columns: columns)
    if view.top.place >= tree.outline.entries.count { self.view.top = ViewState.Top() }
  }

  var signs: Signs { Signs(hasMarks: statusText.hasMarks) }
  var box: TextBox { TextBox(layout: layout, signs: signs) }
  var fields: FieldLines { FieldLines(page: self) }
  var lists: ListLines { ListLines(page: self) }
  var body: Body { Body(page: self) }

  /// The node with the focus.
  var focusNode: PictureNode? { person.focus.id.flatMap { tree.picture[$0] } }

  /// Returns the rows of a text area: to the one with the cursor, and a number of rows after it.
  func areaRows(of editor: TextEditor, andMore count: Int) -> TextRows {
    memory.rows(of: editor, width: layout.boxRoom, andMore: count)
  }

  /// Scrolls the open question or the form by hand.
  func scroll(by count: Int) {
    if tree.picture.alert != nil { return _ = Windows(page: self).turnAlert(isBack: count < 0) }
    view.followsFocus = false
    body.scroll(by: count)
  }

  // MARK: Parts of lines

  /// Returns the rows of a text that has rows of its own.
  func texts(
    _ text: String, depth: Int, style: Canvas.Style = [], keepsEmpty: Bool = false
  ) -> [Canvas.Row] {
    if text.isEmpty && !keepsEmpty { return [] }
    let indent = layout.indent(depth)
    return TextRows(text, width: max(1, layout.textWidth - indent)).rows.map {
      [.init(column: layout.labelColumn + indent, text: $0.text, style: style)]
    }
  }

  /// Returns the rows of a remark that has rows of its own, with its mark.
  func texts(_ text: String, _ style: Style, depth: Int, keepsEmpty: Bool = false) -> [Canvas.Row] {
    texts(
      statusText.marked(text, style), depth: depth, style: signs.style(of: style),
      keepsEmpty: keepsEmpty)
  }

  /// Returns the mark of the focus, in a column of its own unless another one is named.
  func mark(at column: Int? = nil) -> Canvas.Span {
    .init(column: column ?? layout.markColumn, text: signs.focusMark, width: 1, style: .bold)
  }

  // MARK: Facts

  /// The last message, with the mark of a fault.
  var markedMessage: Remark? {
    person.message.map { Remark(statusText.marked($0.text, $0.style), $0.style) }
  }

  /// Returns the status of a field in words.
  func status(of field: PictureNode) -> String {
    guard field.isEnabled else {
      let status = statusText.text(of: field)
      return status.isEmpty
        ? Words.line("field.fixed") : Words.line("field.fixed.status", ["status": status])
    }
    let isFocus = person.focus.id == field.id
    if isFocus, hasHiddenSecret(field) {
      guard field.isFaulty, let verdict = Words.verdict(on: field) else {
        return statusText.text(of: field, isKept: true)
      }
      // The fault is one of the last secret, which is not in the box.
      return statusText.marked(Words.line("secret.anew", ["verdict": verdict]), field.statusStyle)
    }
    if isFocus && !statusText.isLive && !field.isFaulty { return "" }
    return statusText.text(of: field)
  }

  /// Whether the box with the focus is empty, and the host has a secret that was typed before.
  func hasHiddenSecret(_ field: PictureNode) -> Bool {
    guard case .secret(field.id, 0, _) = person.focus else { return false }
    return (field.number(.value) ?? 0) > 0
  }
}
