import Conversation
import FormworkCanvas
import FormworkFrontEnd

/// A picture on the canvas: what stands where, for its size, its focus and what is typed.
///
/// Of the picture only what is on view is asked for, and of that what has changed since it was drawn last.
struct Scene {
  var picture: Picture
  var outline = Outline()
  var focus = Focus.nothing {
    didSet { if focus.id != oldValue.id { (foot, focusRows) = (nil, nil) } }
  }
  var keyboard = KeyboardMachine.State.form { didSet { if keyboard != oldValue { foot = nil } } }

  /// What was not taken, or cannot be done: it stands where the help does.
  var message: Remark? { didSet { if message != oldValue { foot = nil } } }

  /// How many fields are answered.
  var answeredCount = 0 { didSet { if answeredCount != oldValue { head = nil } } }

  let canvasWords: CanvasWords
  let statusText = StatusText()

  // What is on view of what has no room; it stays from one picture to the next.
  var top = Top() { didSet { if top != oldValue { focusRows = nil } } }
  /// Whether the form is where the focus is; else it was scrolled by hand.
  var followsFocus = true
  var textStart = 0
  var areaTop = 0
  var alertTop = 0
  var listTops: [NodeID: Int] = [:]

  private(set) var layout = Layout(columns: 80, rows: 24, hasSections: false, headRows: 1)
  private(set) var hits: [Hit] = []

  // What was found out for the last drawing, and still holds.
  /// What stands above the form.
  private var head: [SceneLine]?
  /// What stands at places of the outline, but for the focus and lists.
  private var known: [Int: [SceneLine]] = [:]
  /// What stands below the form: the help and the keys.
  var foot: (help: Remark?, keys: Remark)?
  /// What stands between the form and its help.
  private(set) var rule = SceneLine()
  /// What the canvas has in each row; empty where something lies upon it.
  private var frame: [SceneLine] = []
  /// The rows of what has the focus; `nil` where anything else may have changed.
  private var focusRows: Range<Int>?

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

  init(picture: Picture, words: CanvasWords) {
    (self.picture, canvasWords) = (picture, words)
  }

  /// What is pointed at; the last that was drawn lies on top.
  func target(row: Int, column: Int) -> SceneLine.Target? {
    hits.last { $0.row == row && $0.columns.contains(column) }?.target
  }

  // MARK: Drawing

  /// Draws all that is on view.
  mutating func draw(on canvas: inout Canvas) {
    if drawFocus(on: &canvas) { return }
    if canvas.columns != layout.columns { forget() }
    let head = self.head ?? headLines(columns: canvas.columns)
    self.head = head
    let former = layout
    layout = Layout(
      columns: canvas.columns, rows: canvas.rows, hasSections: !outline.sections.isEmpty,
      headRows: head.count)
    if layout != former || rule.spans.isEmpty {
      (foot, known) = (nil, [:])
      rule = line(
        of: Remark(String(repeating: canvasWords.rule, count: max(0, layout.columns - 2))))
    }
    guard !layout.isTooSmall else {
      begin(on: &canvas)
      return drawLeast(on: &canvas)
    }
    var rows = Array(repeating: SceneLine(), count: canvas.rows)
    for (row, line) in head.prefix(layout.headRows).enumerated() { rows[row] = line }
    for (row, line) in zip(layout.body, bodyLines()) { rows[row] = line }
    addSections(to: &rows)
    addFoot(to: &rows)
    draw(rows, on: &canvas)
    guard picture.alert != nil || keyboard.hasWindow else { return }
    drawAlert(on: &canvas)
    drawWindow(on: &canvas)
    frame = []
  }

  /// Draws those rows that differ from what the canvas has.
  private mutating func draw(_ rows: [SceneLine], on canvas: inout Canvas) {
    if frame.count != rows.count { begin(on: &canvas) }
    canvas.cursor = nil
    if frame.isEmpty {
      for (row, line) in rows.enumerated() { draw(line, row, on: &canvas) }
      frame = rows
    } else {
      for (row, line) in rows.enumerated() { redraw(line, row, on: &canvas) }
    }
  }

  /// Draws what has the focus, where all else is as it was.
  ///
  /// - Returns: Whether that is so.
  private mutating func drawFocus(on canvas: inout Canvas) -> Bool {
    guard let rows = focusRows, head != nil, foot != nil, !frame.isEmpty, followsFocus,
      layout.sideWidth == 0, (canvas.rows, canvas.columns) == (layout.rows, layout.columns),
      let place = focus.id.flatMap({ outline.place(of: $0, in: picture) })
    else { return false }
    let own = lines(at: place)
    guard own.count == rows.count else { return false }
    canvas.cursor = nil
    for (row, line) in zip(rows, own) { redraw(line, row, on: &canvas) }
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
    let columns = new[index].column..<new[index].column + new[index].width
    let isAlone = new.indices.allSatisfy { other in
      other == index || new[other].column >= columns.upperBound
        || new[other].end <= columns.lowerBound
    }
    return isAlone ? index : nil
  }

  private func redraw(_ span: SceneLine.Span, _ row: Int, on canvas: inout Canvas) {
    canvas.fill(row: row, columns: span.column..<span.column + span.width)
    let text = span.text.cut(columns: span.width, sign: canvasWords.ellipsis)
    canvas.put(text, row: row, column: span.column, width: span.width, style: span.style)
  }

  /// Begins upon nothing.
  private mutating func begin(on canvas: inout Canvas) {
    (hits, frame) = ([], [])
    canvas.clear()
    canvas.cursor = nil
  }

  /// Finds everything out anew at the next drawing.
  mutating func forget() { (head, foot, focusRows, known, frame) = (nil, nil, nil, [:], []) }

  /// Finds out anew what stands where a node does.
  mutating func forget(_ node: PictureNode) {
    focusRows = nil
    if node.id == focus.id { foot = nil }
    switch node.kind {
    case .screen: (head, foot, known) = (nil, nil, [:])
    case .notice: head = nil
    default: if let place = outline.place(of: node.id, in: picture) { known[place] = nil }
    }
  }

  mutating func draw(_ line: SceneLine, _ row: Int, on canvas: inout Canvas) {
    for span in line.spans {
      let width = min(span.width, canvas.columns - span.column)
      guard width > 0 else { continue }
      let text = span.text.cut(columns: width, sign: canvasWords.ellipsis)
      let taken = canvas.put(
        text, row: row, column: span.column, width: width, style: span.style)
      if let target = span.target {
        let end = span.column + (span.width == .max ? taken : width)
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

  // MARK: The form

  /// At how many places it is known what stands there: of a long form, those around what is on view.
  private static let knownLimit = 500

  /// What is on view of the form.
  private mutating func bodyLines() -> [SceneLine] {
    let room = layout.body.count
    focusRows = nil
    var kept = known
    // What is typed and where lists are on view is not the picture's.
    var passing: [Int: [SceneLine]] = [:]
    let focusPlace = focus.id.flatMap { outline.place(of: $0, in: picture) }
    func lines(_ place: Int) -> [SceneLine] {
      if let lines = place == focusPlace ? passing[place] : kept[place] ?? passing[place] {
        return lines
      }
      let lines = self.lines(at: place)
      if place == focusPlace || outline.entries[place].isList {
        passing[place] = lines
      } else {
        kept[place] = lines
      }
      return lines
    }
    defer {
      if let focusPlace { kept[focusPlace] = nil }
      known = kept.count > Self.knownLimit ? [:] : kept
    }
    let last = outline.entries.count - 1
    guard last >= 0 else { return [] }
    if top.place > last { top = Top(place: last) }
    if followsFocus, let place = focusPlace {
      let own = lines(place)
      let focusLine = own.lastIndex { $0.isFocus } ?? 0
      if place < top.place || place == top.place && focusLine < top.offset {
        top = Top(place: place, offset: own.count > room ? max(0, focusLine + 1 - room) : 0)
        // What only leads to it is shown with it: the name of its section, and the notes.
        while top.place > 0, top.offset == 0, outline.stops(at: top.place - 1, in: picture).isEmpty,
          (top.place - 1...place).reduce(0, { $0 + lines($1).count }) <= room
        {
          top.place -= 1
        }
      } else {
        var (end, next) = (-top.offset, top.place)
        while next < place, end <= room {
          end += lines(next).count
          next += 1
        }
        if next < place || end + min(own.count, room) > room || end + focusLine >= room {
          top = beginning(
            endingWith: place, shown: max(focusLine + 1, min(own.count, room)), room, lines)
        }
      }
    }
    var shown: [SceneLine] = []
    var place = top.place
    while place <= last, shown.count < room {
      let all = lines(place)
      shown += place == top.place ? all.dropFirst(min(top.offset, all.count)) : all[...]
      place += 1
    }
    if shown.count < room, top != Top() {
      // The end of the form is at the bottom.
      top = beginning(endingWith: last, shown: lines(last).count, room, lines)
      shown = (top.place...last).flatMap { lines($0) }
      shown = Array(shown.dropFirst(top.offset))
    }
    focusRows = focusPlace.flatMap { place in
      guard followsFocus, place >= top.place, place > top.place || top.offset == 0 else {
        return nil
      }
      let before = (top.place..<place).reduce(layout.body.lowerBound - top.offset) {
        $0 + lines($1).count
      }
      let rows = before..<before + lines(place).count
      return rows.upperBound <= layout.body.upperBound ? rows : nil
    }
    return Array(shown.prefix(room))
  }

  /// How many lines stand at a place of the outline.
  func lineCount(at place: Int) -> Int { lines(at: place).count }

  /// Where to begin so that the first lines of a place are the last on view.
  private func beginning(
    endingWith place: Int, shown: Int, _ room: Int, _ lines: (Int) -> [SceneLine]
  ) -> Top {
    if shown >= room { return Top(place: place, offset: shown - room) }
    var (rest, place) = (room - shown, place)
    while place > 0 {
      let count = lines(place - 1).count
      place -= 1
      if count > rest { return Top(place: place, offset: count - rest) }
      rest -= count
    }
    return Top()
  }

  /// The lines of what stands at a place of the outline.
  private func lines(at place: Int) -> [SceneLine] {
    let entry = outline.entries[place]
    switch entry.item {
    case .screen(let id): return texts(picture[id]?.text(.detail) ?? "", depth: 0)
    case .heading(let id): return headingLines(of: id, depth: entry.depth)
    case .field(let id): return picture[id].map { fieldLines(of: $0, depth: entry.depth) } ?? []
    case .buttons(let ids): return buttonLines(of: ids, depth: entry.depth)
    case .note(let id):
      guard let note = picture[id] else { return [] }
      let text = Words.statement(of: note, title: picture.title) ?? ""
      return texts(
        text, depth: entry.depth, style: canvasWords.style(of: note.statusStyle), keepsEmpty: true)
    case .progress(let id):
      return picture[id].map { [progressLine(of: $0, depth: entry.depth)] } ?? []
    case .list(let id): return picture[id].map { listLines(of: $0) } ?? []
    }
  }

  /// The lines of a text that has rows of its own.
  func texts(
    _ text: String, depth: Int, style: Canvas.Style = [], keepsEmpty: Bool = false
  ) -> [SceneLine] {
    if text.isEmpty && !keepsEmpty { return [] }
    let indent = layout.indent(depth)
    let column = layout.labelColumn + indent
    return TextRows(text, width: max(1, layout.textWidth - indent)).rows.map {
      SceneLine(spans: [.init(column: column, text: $0.text, style: style)])
    }
  }

  private func headingLines(of id: NodeID, depth: Int) -> [SceneLine] {
    guard let group = picture[id] else { return [] }
    let column = layout.labelColumn - 1 + layout.indent(depth)
    var lines = [
      SceneLine(spans: [
        .init(
          column: column, text: group.text(.label), width: layout.columns - column, style: .bold)
      ])
    ]
    if let total = group.number(.total) {
      let count = Words.line(
        "form.answered", ["answered": "\(group.number(.answered) ?? 0)"], count: total)
      let start = layout.columns - 1 - Canvas.width(of: count)
      if start > column + Canvas.width(of: group.text(.label).prefix(200)) + 1 {
        lines[0].spans.append(.init(column: start, text: count))
      }
    }
    if let verdict = Words.verdict(on: group), group.status != .valid {
      lines += texts(
        canvasWords.marked(verdict, group.status), depth: depth,
        style: canvasWords.style(of: group.statusStyle))
    }
    return lines + texts(group.text(.detail), depth: depth)
  }
}
