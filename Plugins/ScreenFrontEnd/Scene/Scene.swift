import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Canvas.Span {
  func isText(of id: NodeID) -> Bool { if case .text(id, _) = target { true } else { false } }
}

extension TextRows {
  func spans(at column: Int, width: Int? = nil, _ style: Canvas.TextAttributes = []) -> [Canvas.Row]
  {
    rows.map { [.init($0.text, at: column, width: width, style)] }
  }
}

/// Rows of spans, and the place of the cursor in them.
struct Frame {
  var rows: [Canvas.Row] = []
  var cursor: (row: Int, column: Int)?

  /// The rows whose contents may move up or down from one frame to the next.
  var body = 0..<0

  /// Returns the target of the last span that covers a column, which may have none.
  func target(row: Int, column: Int) -> Canvas.Target? {
    guard rows.indices.contains(row) else { return nil }
    return rows[row].last { $0.columns.contains(column) }?.target
  }

  func box(of id: NodeID) -> (row: Int, columns: Range<Int>)? {
    for (row, spans) in rows.enumerated() {
      if let span = spans.first(where: { $0.isText(of: id) }) { return (row, span.columns) }
    }
    return nil
  }

  mutating func append(_ frame: Frame, from first: Int = 0) {
    if let cursor = frame.cursor, cursor.row >= first {
      self.cursor = (rows.count + cursor.row - first, cursor.column)
    }
    rows += frame.rows.dropFirst(first)
  }

  /// Adds an item to a row; with the focus, it is highlighted, and the cursor is before it.
  mutating func add(
    _ text: String, at column: Int, width: Int? = nil, row: Int? = nil, isFocus: Bool,
    to target: Canvas.Target? = nil, mark: Canvas.Span? = nil
  ) {
    let row = row ?? rows.count - 1
    rows[row].append(.init(text, at: column, width: width, isFocus ? .reverse : [], to: target))
    guard isFocus else { return }
    cursor = column > 0 ? (row, column - 1) : nil
    if let mark { rows[row].append(mark) }
  }
}

/// A composer of frames, each a function of the tree, the user, the size and the scrolling.
final class Scene {
  let statusText: StatusText
  var shapes: [NodeID: (key: (UInt32, Layout, needs: [Int]), shape: ListShape)] = [:]

  /// The last frame, and the rows of the text with the focus; none if a window covers the form.
  private var last: (frame: Frame, page: Page, box: [Int])?

  /// The text area that had the focus last, in rows.
  private var area = TextRows(notLaidOut: "", width: 1)

  init(statusText: StatusText = StatusText()) { self.statusText = statusText }

  var frame: Frame { last?.frame ?? Frame() }

  func compose(
    _ tree: Tree, _ user: UserState, _ size: WindowSize, _ view: inout ViewState
  ) -> Frame {
    if retype(tree, user, size, &view) { return frame }
    let page = Page(tree, user, size, view, self)
    var frame = form(page)
    Windows(page: page).put(on: &frame)
    view = page.view
    let isCovered = user.keyboard.hasWindow || tree.picture.alert != nil
    let box = (isCovered ? nil : user.focus.typedNode).map { id in
      frame.rows.indices.filter { frame.rows[$0].contains { $0.isText(of: id) } }
    }
    last = (frame, page, box ?? [])
    return frame
  }

  private func form(_ page: Page) -> Frame {
    let (layout, foot) = (page.layout, Foot(page: page))
    let footRows = foot.rows()
    let body = layout.headRows..<max(layout.headRows + 1, layout.rows - footRows.count)
    var frame = Frame(rows: Array(page.head.prefix(layout.headRows)), body: body)
    frame.rows.reserveCapacity(layout.rows)
    let hidden = page.body.compose(on: &frame, rows: body.count)
    frame.rows += Array(repeating: [], count: max(0, body.upperBound - frame.rows.count))
    Sections(page: page).put(on: &frame)
    frame.rows += footRows
    if layout.footRows > 1 { frame.rows[body.upperBound] = foot.rule(hidden) }
    return frame
  }

  /// Changes the text with the focus in the last frame, and returns whether nothing else is different.
  private func retype(
    _ tree: Tree, _ user: UserState, _ size: WindowSize, _ view: inout ViewState
  ) -> Bool {
    guard let page = last?.page, let box = last?.box, let first = box.first,
      page.isSame(tree, user, size, view),
      let typed = page.box.frame(user, height: box.count, &view, self),
      typed.rows.count == box.count
    else { return false }
    for (row, spans) in zip(box, typed.rows) {
      for index in 0..<TextBox.spanCount where last?.frame.rows[row][index] != spans[index] {
        last?.frame.rows[row][index] = spans[index]
      }
    }
    last?.frame.cursor = typed.cursor.map { (first + $0.row, $0.column) }
    return true
  }

  /// Returns the rows of a text area to the one with the cursor, and a number of rows after it.
  func areaRows(of editor: TextEditor, width: Int, andMore count: Int) -> TextRows {
    if area.width != width { area = TextRows(notLaidOut: editor.text, width: width) }
    area.change(to: editor.text)
    area.layOut(to: editor.cursor, andMore: count)
    return area
  }
}
