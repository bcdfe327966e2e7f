import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// A picture on the canvas: what stands where, for its size, its focus and what is typed.
///
/// Of the picture only what is on view is asked for, and of that what has changed since it was drawn last. Before it is
/// drawn, it is arranged.
struct Scene {
  var picture: Picture
  var outline = Outline() {
    didSet { if top.place >= outline.entries.count { top = Top() } }
  }
  var focus = Focus.nothing {
    didSet {
      guard focus.id != oldValue.id else { return }
      (foot, focusRows) = (nil, nil)
      formerFocus = oldValue.id ?? formerFocus
      // What was typed there was not found out.
      if let id = oldValue.id, let place = outline.place(of: id, in: picture) { known[place] = nil }
    }
  }
  /// What had the focus before: why it was not taken may have no room beside it.
  private(set) var formerFocus: NodeID?
  var keyboard = KeyboardMachine.State.form { didSet { if keyboard != oldValue { foot = nil } } }

  /// What was not taken, or cannot be done: it stands where the help does.
  var message: Remark? { didSet { if message != oldValue { foot = nil } } }

  /// Whether Escape is read while nothing can be answered: it is not behind what was typed before it.
  var readsEscape = true { didSet { if readsEscape != oldValue { foot = nil } } }

  let signs: Signs
  let statusText: StatusText

  // What is on view of what has no room; it stays from one picture to the next.
  var top = Top() { didSet { if top != oldValue { focusRows = nil } } }
  /// Whether the form is where the focus is; else it was scrolled by hand.
  var followsFocus = true
  /// Of the text that has the focus, what is seen through its box; `nil` where it has no box of one line.
  private(set) var window: TextWindow?
  /// Whether there is more of a secret that is shown beyond its box; `nil` where it is hidden.
  var shownEnds: (left: Bool, right: Bool)?
  /// The row of the text area with the focus that is on view first.
  var areaTop = 0
  /// Which rows of an alert's text and of its buttons are on view first.
  var alertTops = (text: 0, buttons: 0)
  /// The place of the row of each list that is on view first.
  var listTops: [NodeID: Int] = [:]
  /// The rows of lists that had the focus last.
  var leftRows: [NodeID: NodeID] = [:]
  /// How many of what there is to choose from are on view in a window.
  var popupRows = 1

  private(set) var layout = Layout(columns: 80, rows: 24, hasSections: false, headRows: 1)
  /// What can be pointed at, as it was drawn.
  var hits: [Hit] = []

  // What was found out for the last drawing, and still holds.
  /// What stands above the form.
  private var head: [SceneLine]?
  /// What stands at places of the outline, but for the focus and lists.
  var known: [Int: [SceneLine]] = [:]
  /// The same of the focus and of lists, while they are drawn.
  var passing: [Int: [SceneLine]] = [:]
  /// What stands below the form: the help in rows, and the keys.
  var foot: (help: [SceneLine], keys: SceneLine)?
  /// What stands between the two, and what it tells.
  private var rule: (hidden: Hidden, line: SceneLine)?
  /// What the canvas has in each row; empty where something lies upon it.
  private var frame: [SceneLine] = []
  /// The rows of what has the focus; `nil` where anything else may have changed.
  var focusRows: Range<Int>?
  /// The text area that has the focus, in rows.
  private var area: TextRows?
  /// How wide the columns of lists have to be at least, as far as their rows are known.
  var columnNeeds: [NodeID: [Int]] = [:]
  /// How the rows of lists stand.
  var listShapes: [NodeID: ListShape] = [:]
  /// The lists whose rows are others by now.
  var changedLists: Set<NodeID> = []

  /// What is on view first: a place of the outline, and how many of its lines lie above.
  struct Top: Equatable {
    var place = 0
    var offset = 0
  }

  /// What stands in a part of a row.
  struct Hit: Equatable {
    let row: Int
    let columns: Range<Int>
    let target: SceneLine.Target
  }

  init(picture: Picture, statusText: StatusText = StatusText()) {
    (self.picture, self.statusText) = (picture, statusText)
    signs = Signs(hasMarks: statusText.hasMarks)
  }

  /// What is pointed at; the last that was drawn lies on top.
  func target(row: Int, column: Int) -> SceneLine.Target? {
    hits.last { $0.row == row && $0.columns.contains(column) }?.target
  }

  /// Forgets another picture's places: the same numbers are other nodes by now.
  mutating func begin() {
    (focus, hits) = (.nothing, [])
    (message, formerFocus, top) = (nil, nil, Top())
    (listTops, leftRows, columnNeeds, listShapes) = ([:], [:], [:], [:])
  }

  // MARK: Arranging

  /// Sees where things stand on a terminal of a size, and what is on view of the text that has the focus.
  mutating func arrange(rows: Int, columns: Int) {
    if columns != layout.columns { head = nil }
    if head == nil { focusRows = nil }
    let head = self.head ?? headLines(columns: columns)
    self.head = head
    let former = layout
    layout = Layout(
      columns: columns, rows: rows, hasSections: !outline.sections.isEmpty, headRows: head.count)
    if layout != former { forgetLines() }
    // What was scrolled to, by hand or since there was little room, has no meaning on another terminal.
    if (rows, columns) != (former.rows, former.columns) {
      (frame, followsFocus, top) = ([], true, Top())
    }
    noteLists()
    guard case .text(let id, let editor) = focus else { return (area, window) = (nil, nil) }
    guard editor.hasLines, let node = picture[id] else {
      return window = TextWindow(editor, from: window?.start ?? 0, width: boxRoom)
    }
    window = nil
    let height = areaHeight(of: node)
    let rows = areaRows(of: editor, andMore: height)
    // Of a text that goes on, more rows are known than have room.
    areaTop = Self.first(
      height, of: rows.rows.count, at: rows.row(of: editor.cursor), areaTop)
  }

  /// Looks at texts from their beginning again.
  mutating func forgetWindows() { (window, areaTop) = (nil, 0) }

  /// How many columns there are for what stands in a box.
  var boxRoom: Int { max(1, layout.boxWidth - 2) }

  /// The rows of the text area that has the focus: to the one with the cursor, and a number of rows after it.
  ///
  /// What is known of them stays, as far as the text is the same.
  mutating func areaRows(of editor: TextEditor, andMore count: Int) -> TextRows {
    var rows = TextRows(notLaidOut: editor.text, width: boxRoom)
    if let area, area.width == rows.width {
      rows = area
      // The rows are changed where they are, without a copy.
      self.area = nil
      rows.change(to: editor.text)
    }
    rows.layOut(to: editor.cursor, andMore: count)
    area = rows
    return rows
  }

  /// The same rows, which are not kept.
  func knownRows(of editor: TextEditor, andMore count: Int) -> TextRows {
    var scene = self
    return scene.areaRows(of: editor, andMore: count)
  }

  // MARK: Drawing

  /// Draws all that is on view.
  mutating func draw(on canvas: inout Canvas) {
    if drawFocus(on: &canvas) { return }
    guard !layout.isTooSmall else {
      begin(on: &canvas)
      drawTooSmall(on: &canvas)
      return drawWindow(on: &canvas)
    }
    var rows = Array(repeating: SceneLine(), count: canvas.rows)
    for (row, line) in (head ?? []).prefix(layout.headRows).enumerated() { rows[row] = line }
    let foot = footLines()
    let body = layout.headRows..<max(layout.headRows + 1, canvas.rows - foot.count)
    let (lines, hidden) = bodyLines(in: body)
    for (row, line) in zip(body, lines) { rows[row] = line }
    addSections(to: &rows, in: body)
    for (row, line) in zip(body.upperBound..., foot) { rows[row] = line }
    if layout.footRows > 1 {
      let line = rule.flatMap { $0.hidden == hidden ? $0.line : nil } ?? ruleLine(hidden)
      rule = (hidden, line)
      rows[body.upperBound] = line
    }
    draw(rows, body: body, on: &canvas)
    guard picture.alert != nil || keyboard.hasWindow else { return }
    drawAlert(on: &canvas)
    drawWindow(on: &canvas)
    frame = []
  }

  /// Draws those rows that differ from what the canvas has.
  private mutating func draw(_ rows: [SceneLine], body: Range<Int>, on canvas: inout Canvas) {
    if frame.count != rows.count { begin(on: &canvas) }
    canvas.cursor = nil
    if frame.isEmpty {
      for (row, line) in rows.enumerated() { draw(line, row, on: &canvas) }
      frame = rows
    } else {
      scroll(to: rows, body, on: &canvas)
      for (row, line) in rows.enumerated() { redraw(line, row, on: &canvas) }
    }
  }

  /// By how many rows at most something moves that is seen to move.
  private static let scrollLimit = 4

  /// Moves those rows of the form that stand a little higher or lower by now, where these are most of what has changed.
  private mutating func scroll(to rows: [SceneLine], _ body: Range<Int>, on canvas: inout Canvas) {
    let changed = body.filter { rows[$0].spans != frame[$0].spans }
    guard let first = changed.first, let last = changed.last, changed.count > Self.scrollLimit
    else { return }
    let range = first..<last + 1
    func kept(_ count: Int) -> Int {
      range.count {
        range.contains($0 + count) && !rows[$0].spans.isEmpty
          && rows[$0].spans == frame[$0 + count].spans
      }
    }
    let counts = (-Self.scrollLimit...Self.scrollLimit).filter { $0 != 0 }
    guard let count = counts.max(by: { kept($0) < kept($1) }), kept(count) * 2 > changed.count
    else { return }
    canvas.scroll(rows: range, by: count)
    let old = frame
    for row in range { frame[row] = range.contains(row + count) ? old[row + count] : SceneLine() }
    hits = hits.compactMap { hit in
      guard range.contains(hit.row) else { return hit }
      let row = hit.row - count
      return range.contains(row) ? Hit(row: row, columns: hit.columns, target: hit.target) : nil
    }
  }

  /// Draws what has the focus, where all else is as it was.
  ///
  /// - Returns: Whether that is so.
  private mutating func drawFocus(on canvas: inout Canvas) -> Bool {
    guard let rows = focusRows, head != nil, foot != nil, frame.count == canvas.rows, followsFocus
    else { return false }
    if drawText(rows, on: &canvas) { return true }
    guard let place = focus.id.flatMap({ outline.place(of: $0, in: picture) }) else { return false }
    let own = lines(at: place)
    guard own.count == rows.count else { return false }
    canvas.cursor = nil
    for (row, var line) in zip(rows, own) {
      // The sections beside it are as they were.
      line.spans += frame[row].spans.filter { $0.column < layout.sideWidth }
      redraw(line, row, on: &canvas)
    }
    return true
  }

  /// Draws the text that has the focus within its box, where that is in the same place.
  ///
  /// - Returns: Whether that was all.
  private mutating func drawText(_ rows: Range<Int>, on canvas: inout Canvas) -> Bool {
    guard let window, let id = focus.id, let row = rows.first(where: { frame[$0].cursor != nil })
    else { return false }
    let box = textBox(of: id, window)
    guard frame[row].spans.count >= box.spans.count else { return false }
    for (index, span) in box.spans.enumerated() where frame[row].spans[index] != span {
      guard span.isInPlace(of: frame[row].spans[index]) else { return false }
      frame[row].spans[index] = span
      redraw(span, row, on: &canvas)
    }
    frame[row].cursor = box.cursor
    place(box.cursor, row, on: &canvas)
    return true
  }

  /// Draws a row as far as it differs from what the canvas has.
  private mutating func redraw(_ line: SceneLine, _ row: Int, on canvas: inout Canvas) {
    defer { frame[row] = line }
    let spans = frame[row].spans
    if spans != line.spans {
      guard let index = onlyChange(from: spans, to: line.spans) else {
        clear(rows: row..<row + 1, columns: 0..<canvas.columns, on: &canvas)
        return draw(line, row, on: &canvas)
      }
      redraw(line.spans[index], row, on: &canvas)
    }
    place(line.cursor, row, on: &canvas)
  }

  /// Which text of a row has become another one in the same place, where nothing else has changed or reaches there.
  private func onlyChange(from old: [SceneLine.Span], to new: [SceneLine.Span]) -> Int? {
    guard old.count == new.count, let index = new.indices.first(where: { old[$0] != new[$0] }),
      new[(index + 1)...] == old[(index + 1)...], new[index].isInPlace(of: old[index])
    else { return nil }
    let columns = new[index].column..<new[index].end
    let isAlone = new.indices.allSatisfy { other in
      other == index || new[other].column >= columns.upperBound
        || new[other].end <= columns.lowerBound
    }
    return isAlone ? index : nil
  }

  private func redraw(_ span: SceneLine.Span, _ row: Int, on canvas: inout Canvas) {
    let width = span.end - span.column
    let text = span.text.cut(columns: width, sign: signs.ellipsis)
    let used = canvas.put(text, row: row, column: span.column, width: width, style: span.style)
    canvas.fill(row: row, columns: span.column + used..<span.end)
  }

  /// Begins upon nothing.
  private mutating func begin(on canvas: inout Canvas) {
    (hits, frame) = ([], [])
    canvas.clear()
    canvas.cursor = nil
  }

  mutating func draw(_ line: SceneLine, _ row: Int, on canvas: inout Canvas) {
    for span in line.spans {
      let width = min(span.width ?? .max, canvas.columns - span.column)
      guard width > 0 else { continue }
      let text = span.text.cut(columns: width, sign: signs.ellipsis)
      let taken = canvas.put(
        text, row: row, column: span.column, width: width, style: span.style)
      if let target = span.target {
        let end = span.column + (span.width == nil ? taken : width)
        hits.append(Hit(row: row, columns: span.column..<max(end, span.column), target: target))
      }
    }
    place(line.cursor, row, on: &canvas)
  }

  private func place(_ cursor: Int?, _ row: Int, on canvas: inout Canvas) {
    if let cursor { canvas.cursor = (row, min(cursor, canvas.columns - 1)) }
  }

  /// Keeps what lies behind a window from being pointed at, and clears its place.
  mutating func clear(rows: Range<Int>, columns: Range<Int>, on canvas: inout Canvas) {
    for row in rows { canvas.fill(row: row, columns: columns) }
    hits.removeAll { rows.contains($0.row) && columns.overlaps($0.columns) }
  }

  // MARK: Forgetting

  /// Finds everything out anew at the next drawing.
  mutating func forget() {
    (head, frame) = (nil, [])
    forgetLines()
  }

  /// Finds out anew what stands in the form and below it.
  mutating func forgetLines() {
    (foot, rule, focusRows, known) = (nil, nil, nil, [:])
    changedLists.formUnion(outline.lists)
  }

  /// Finds out anew what stands where a node does.
  mutating func forget(_ node: PictureNode) {
    focusRows = nil
    if node.id == focus.id || node.id == formerFocus { foot = nil }
    switch node.kind {
    case .screen: (head, foot, known) = (nil, nil, [:])
    case .notice: head = nil
    case .list: changedLists.insert(node.id)
    case .row, .column: if let list = node.parent { changedLists.insert(list) }
    default: if let place = outline.place(of: node.id, in: picture) { known[place] = nil }
    }
  }
}
