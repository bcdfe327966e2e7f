import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The data from which the parts of one frame are composed.
final class Page {
  let tree: Tree
  let user: UserState
  let layout: Layout
  unowned let scene: Scene

  /// The number of updates of the host that the frame contains.
  private let stamp: UInt32

  let head: [Canvas.Row]
  var view: ViewState

  init(_ tree: Tree, _ user: UserState, _ size: WindowSize, _ view: ViewState, _ scene: Scene) {
    (self.tree, self.user, self.scene, stamp) = (tree, user, scene, tree.stamp)
    head = Head(tree: tree, faultsLeft: user.faultsLeft, columns: size.columns)
      .rows(scene.statusText)
    layout = Layout(
      size, sideWidth: size.columns < Layout.wide ? 0 : Sections.width(in: tree),
      headRows: head.count)
    self.view = view
    self.view.fit(size)
    if view.top.place >= tree.outline.entries.count { self.view.top = ViewState.Top() }
  }

  /// Returns whether a frame is the same except for the text with the focus.
  func isSame(_ tree: Tree, _ user: UserState, _ size: WindowSize, _ view: ViewState) -> Bool {
    stamp == tree.stamp && layout.columns == size.columns && layout.rows == size.rows
      && self.user.focus.typedNode == user.focus.typedNode
      && self.user.focus.isEmptySecret == user.focus.isEmptySecret
      && self.user.previousFocus == user.previousFocus && self.user.message == user.message
      && self.user.faultsLeft == user.faultsLeft && self.user.keyboard == user.keyboard
      && self.user.readsEscape == user.readsEscape && self.view.top == view.top
      && self.view.followsFocus == view.followsFocus && self.view.listTops == view.listTops
  }

  var statusText: StatusText { scene.statusText }
  var glyphs: Glyphs { Glyphs(hasMarks: statusText.hasMarks) }
  var box: TextBox { TextBox(layout: layout, glyphs: glyphs) }
  var fields: FieldLines { FieldLines(page: self) }
  var lists: ListLines { ListLines(page: self) }
  var body: Body { Body(page: self) }

  var focusNode: PictureNode? { user.focus.id.flatMap { tree.picture[$0] } }
  var focusPlace: Int? { user.focus.id.flatMap { tree.place(of: $0) } }

  func scroll(by count: Int) {
    if tree.picture.alert != nil { return _ = Windows(page: self).turnAlert(isBack: count < 0) }
    view.followsFocus = false
    body.scroll(by: count)
  }

  /// Returns the rows of a text that has rows of its own, with its mark.
  func texts(_ text: String, _ style: TextRole = .plain, depth: Int) -> [Canvas.Row] {
    if text.isEmpty { return [] }
    let indent = layout.indent(depth)
    return TextRows(statusText.marked(text, style), width: layout.textWidth - indent)
      .spans(at: layout.labelColumn + indent, glyphs.style(of: style))
  }

  func mark(at column: Int? = nil) -> Canvas.Span {
    .init(glyphs.focusMark, at: column ?? layout.markColumn, width: 1, .bold)
  }

  var markedMessage: OutputLine? {
    user.message.map { OutputLine(statusText.marked($0.text, $0.style), $0.style) }
  }

  func status(of field: PictureNode) -> String {
    let status = statusText.text(of: field)
    guard field.isEnabled else {
      return status.isEmpty
        ? sentences.text("field.fixed")
        : sentences.text("field.fixed.status", ["status": status])
    }
    // The store's own words are enough.
    if hasHiddenSecret(field), field.status != .refused {
      guard field.isFaulty, let verdict = FrontEndMessages.verdict(on: field) else {
        return statusText.text(of: field, isKept: true)
      }
      // The fault is one of the last secret, which is not in the box.
      return statusText.marked(
        sentences.text("secret.again", ["verdict": verdict]), field.statusStyle)
    }
    let isTyped = user.focus.id == field.id && !statusText.isLive
    return isTyped && !field.isFaulty ? "" : status
  }

  /// Whether the box with the focus is empty, and the host has a secret that was typed before.
  func hasHiddenSecret(_ field: PictureNode) -> Bool {
    user.focus.id == field.id && user.focus.isEmptySecret && field.count(.value) > 0
  }
}

/// The rows and columns of the parts of a screen, for a size of the terminal.
struct Layout: Equatable {
  /// The smallest size that has room for a whole form.
  static let least = (columns: 20, rows: 5)

  /// The smallest number of columns for sections beside the form, and for whole long messages.
  static let wide = 120

  let columns: Int
  let rows: Int
  let isTooSmall: Bool
  let sideWidth: Int
  let headRows: Int
  let footRows: Int

  init(_ size: WindowSize, sideWidth: Int, headRows: Int) {
    (columns, rows) = (max(1, size.columns), max(1, size.rows))
    self.sideWidth = min(sideWidth, 28)
    isTooSmall = columns < Self.least.columns || rows < Self.least.rows
    footRows = isTooSmall ? 0 : rows >= 10 ? 3 : rows >= 6 ? 1 : 0
    self.headRows = isTooSmall ? 0 : min(headRows, max(1, rows / 3))
  }

  /// The largest number of rows of the help; those after the first one are taken from the form.
  var helpLimit: Int { footRows < 3 ? 1 : min(3, rows / 6) }

  /// Whether a window covers the whole terminal, without a border.
  var isTight: Bool { columns < 30 || rows < 8 }

  /// Whether a label is above its box, and the status below it.
  var isNarrow: Bool { width < 60 }

  /// The rows of the form if the help has one row.
  var body: Range<Int> { headRows..<max(headRows + 1, rows - footRows) }

  private var width: Int { columns - sideWidth }

  var markColumn: Int { sideWidth + 1 }
  var labelColumn: Int { sideWidth + 3 }

  func indent(_ depth: Int) -> Int { isNarrow ? 0 : 2 * min(depth, 3) }

  var labelWidth: Int { isNarrow ? textWidth : min(30, max(10, width * 18 / 80)) }

  var boxColumn: Int { isNarrow ? labelColumn : labelColumn + labelWidth + 1 }
  var boxWidth: Int { isNarrow ? textWidth : min(60, width * 30 / 80) }

  /// The columns between the brackets of a box.
  var boxRoom: Int { max(1, boxWidth - 2) }

  var statusColumn: Int { isNarrow ? labelColumn : boxColumn + boxWidth + 1 }
  var statusWidth: Int { max(1, columns - statusColumn) }

  /// Returns the largest number of rows of a status beside its field; a short one has one.
  func statusLimit(isShort: Bool) -> Int { columns < Self.wide || isShort ? 1 : 3 }

  func hasRoom(beside status: String, isShort: Bool) -> Bool {
    let limit = statusLimit(isShort: isShort)
    return TextRows(status, width: statusWidth, limit: limit + 1).rows.count <= limit
  }

  var textWidth: Int { max(1, columns - labelColumn - 1) }
}

/// The focused item, and what is typed there.
enum Focus: Equatable {
  case nothing
  case text(NodeID, TextEditor)
  /// A secret; the canvas receives only its length.
  case secret(NodeID, count: Int, cursor: Int)
  /// A choice whose options are beside its label, and the marked option.
  case options(NodeID, marked: NodeID?)
  /// A toggle, another choice, a button or a row.
  case node(NodeID)

  var id: NodeID? {
    switch self {
    case .nothing: nil
    case .text(let id, _), .secret(let id, _, _), .options(let id, _), .node(let id): id
    }
  }

  var typedNode: NodeID? {
    switch self {
    case .text(let id, _), .secret(let id, _, _): id
    case .nothing, .options, .node: nil
    }
  }

  var isEmptySecret: Bool { if case .secret(_, 0, _) = self { true } else { false } }
}

/// The person's part of a frame: the focus, the keyboard and the last message.
struct UserState {
  var focus = Focus.nothing {
    willSet { if newValue.id != focus.id { previousFocus = focus.id ?? previousFocus } }
  }

  /// The item that had the focus before: its fault may have no room beside it.
  private(set) var previousFocus: NodeID?

  var hasTyped = false
  var keyboard = KeyboardMachine.State.form

  /// The last message, which is shown in the place of the help.
  var message: OutputLine?

  /// The number of answers to correct in a form that was refused; `nil` if none was.
  var faultsLeft: Int?

  var readsEscape = true

  /// The ends of a secret that is shown.
  var shownEnds: Ends?
}

/// The memory of scrolling.
struct ViewState {
  /// The first visible line: a place of the outline, and the number of its lines above.
  struct Top: Equatable {
    var place = 0
    var offset = 0
  }

  var top = Top()

  /// Whether the form follows the focus; otherwise it was scrolled by hand.
  var followsFocus = true

  /// The text with the focus, and its first visible byte, or row if it has several lines.
  var text: (node: NodeID?, first: Int) = (nil, 0)

  /// The first visible rows of an alert's text and buttons.
  var alertTops = (text: 0, buttons: 0)

  /// The place of the first visible row of each list.
  var listTops: [NodeID: Int] = [:]

  /// The row of each list that had the focus last.
  var leftRows: [NodeID: NodeID] = [:]

  /// The widths that the columns of each list have needed so far.
  var columnNeeds: [NodeID: [Int]] = [:]

  /// The number of visible entries of a window.
  var popupRows = 1

  private var size: WindowSize?

  /// Scrolls to the focus again if the terminal has another size than before.
  mutating func fit(_ size: WindowSize) {
    if self.size ?? size != size { (top, followsFocus, text) = (Top(), true, (nil, 0)) }
    self.size = size
  }
}
