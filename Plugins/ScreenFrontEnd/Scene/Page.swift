import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The facts that the parts of one frame are composed of.
final class Page {
  let tree: Tree
  let person: Person
  let layout: Layout
  unowned let scene: Scene

  /// The number of updates of the host that the frame contains.
  private let stamp: UInt32

  /// The rows above the form.
  let head: [Canvas.Row]

  var view: ViewState

  init(_ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState, _ scene: Scene) {
    (self.tree, self.person, self.scene, stamp) = (tree, person, scene, tree.stamp)
    head = Head(tree: tree, faultsLeft: person.faultsLeft, columns: size.columns)
      .rows(scene.statusText)
    layout = Layout(
      size, sideWidth: size.columns < Layout.wide ? 0 : Sections.width(in: tree),
      headRows: head.count)
    self.view = view
    self.view.fit(size)
    if view.top.place >= tree.outline.entries.count { self.view.top = ViewState.Top() }
  }

  /// Returns whether a frame is the same except for the text with the focus.
  func isSame(_ tree: Tree, _ person: Person, _ size: WindowSize, _ view: ViewState) -> Bool {
    stamp == tree.stamp && layout.columns == size.columns && layout.rows == size.rows
      && self.person.focus.typedNode == person.focus.typedNode
      && self.person.focus.isEmptySecret == person.focus.isEmptySecret
      && self.person.formerFocus == person.formerFocus && self.person.message == person.message
      && self.person.faultsLeft == person.faultsLeft && self.person.keyboard == person.keyboard
      && self.person.readsEscape == person.readsEscape && self.view.top == view.top
      && self.view.followsFocus == view.followsFocus && self.view.listTops == view.listTops
  }

  var statusText: StatusText { scene.statusText }
  var signs: Signs { Signs(hasMarks: statusText.hasMarks) }
  var box: TextBox { TextBox(layout: layout, signs: signs) }
  var fields: FieldLines { FieldLines(page: self) }
  var lists: ListLines { ListLines(page: self) }
  var body: Body { Body(page: self) }

  var focusNode: PictureNode? { person.focus.id.flatMap { tree.picture[$0] } }
  var focusPlace: Int? { person.focus.id.flatMap { tree.place(of: $0) } }

  /// Scrolls the open question or the form by hand.
  func scroll(by count: Int) {
    if tree.picture.alert != nil { return _ = Windows(page: self).turnAlert(isBack: count < 0) }
    view.followsFocus = false
    body.scroll(by: count)
  }

  // MARK: Parts of lines

  /// Returns the rows of a remark that has rows of its own, with its mark.
  func texts(_ text: String, _ style: Style = .plain, depth: Int) -> [Canvas.Row] {
    if text.isEmpty { return [] }
    let indent = layout.indent(depth)
    return TextRows(statusText.marked(text, style), width: layout.textWidth - indent)
      .spans(at: layout.labelColumn + indent, signs.style(of: style))
  }

  /// Returns the mark of the focus, in a column of its own unless another one is named.
  func mark(at column: Int? = nil) -> Canvas.Span {
    .init(signs.focusMark, at: column ?? layout.markColumn, width: 1, .bold)
  }

  // MARK: Facts

  /// The last message, with the mark of a fault.
  var markedMessage: Remark? {
    person.message.map { Remark(statusText.marked($0.text, $0.style), $0.style) }
  }

  /// Returns the status of a field in words.
  func status(of field: PictureNode) -> String {
    let status = statusText.text(of: field)
    guard field.isEnabled else {
      return status.isEmpty
        ? Words.line("field.fixed") : Words.line("field.fixed.status", ["status": status])
    }
    if hasHiddenSecret(field) {
      guard field.isFaulty, let verdict = Words.verdict(on: field) else {
        return statusText.text(of: field, isKept: true)
      }
      // The fault is one of the last secret, which is not in the box.
      return statusText.marked(Words.line("secret.anew", ["verdict": verdict]), field.statusStyle)
    }
    let isTyped = person.focus.id == field.id && !statusText.isLive
    return isTyped && !field.isFaulty ? "" : status
  }

  /// Whether the box with the focus is empty, and the host has a secret that was typed before.
  func hasHiddenSecret(_ field: PictureNode) -> Bool {
    person.focus.id == field.id && person.focus.isEmptySecret && field.count(.value) > 0
  }
}
