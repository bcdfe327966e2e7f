import Conversation
import FormworkCanvas
import FormworkFrontEnd

/// What the person is at, and what is typed there.
enum Focus: Equatable {
  case nothing
  case text(NodeID, TextEditor)
  /// A secret, of which the canvas gets no more than how long it is.
  case secret(NodeID, count: Int, cursor: Int)
  /// A choice whose options stand beside its label, and which of them is marked.
  case options(NodeID, marked: Int)
  /// A toggle, another choice, a button or a row.
  case node(NodeID)

  var id: NodeID? {
    switch self {
    case .nothing: nil
    case .text(let id, _), .secret(let id, _, _), .options(let id, _), .node(let id): id
    }
  }
}

/// A line of the form: what stands where in it.
struct SceneLine {
  struct Span {
    let column: Int
    let text: String
    var width = Int.max
    var style: Canvas.Style = []
    var target: Target?
  }

  /// What a person points at there.
  enum Target: Equatable {
    case node(NodeID)
    case option(NodeID)
    /// The text of a field, of which that byte is in that column.
    case text(NodeID, start: Int, column: Int)
    /// One of those on view in a window.
    case entry(Int)
  }

  var spans: [Span] = []
  var cursor: Int?
  /// Whether it is what has the focus.
  var isFocus = false
}

/// A picture on the canvas: what stands where, for its size, its focus and what is typed.
///
/// Of the picture only what is on view is asked for.
struct Scene {
  var picture: Picture
  var outline = Outline()
  var focus = Focus.nothing
  var keyboard = KeyboardMachine.State.form

  /// What was not taken, or cannot be done: it stands where the help does.
  var message: Remark?

  /// How many fields are answered.
  var answeredCount = 0

  let canvasWords: CanvasWords
  let statusText = StatusText()

  // What is on view of what has no room; it stays from one picture to the next.
  var top = Top()
  /// Whether the form is where the focus is; else it was scrolled by hand.
  var followsFocus = true
  var textStart = 0
  var areaTop = 0
  var alertTop = 0
  var listTops: [NodeID: Int] = [:]

  private(set) var layout = Layout(columns: 80, rows: 24, hasSections: false, headRows: 1)
  private(set) var hits: [Hit] = []

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
    let head = headLines(columns: canvas.columns)
    layout = Layout(
      columns: canvas.columns, rows: canvas.rows, hasSections: !outline.sections.isEmpty,
      headRows: head.count)
    hits = []
    canvas.clear()
    canvas.cursor = nil
    guard !layout.isTooSmall else { return drawLeast(on: &canvas) }
    for (row, line) in head.prefix(layout.headRows).enumerated() { draw(line, row, on: &canvas) }
    for (row, line) in zip(layout.body, bodyLines()) { draw(line, row, on: &canvas) }
    drawSections(on: &canvas)
    drawFoot(on: &canvas)
    drawAlert(on: &canvas)
    drawWindow(on: &canvas)
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
    if let cursor = line.cursor { canvas.cursor = (row, min(cursor, canvas.columns - 1)) }
  }

  /// Keeps what lies behind a window from being pointed at, and clears its place.
  mutating func clear(rows: Range<Int>, columns: Range<Int>, on canvas: inout Canvas) {
    for row in rows { canvas.fill(row: row, columns: columns) }
    hits.removeAll { rows.contains($0.row) && columns.overlaps($0.columns) }
  }

  // MARK: Above the form

  private func headLines(columns: Int) -> [SceneLine] {
    let count =
      outline.fields.count > 1
      ? Words.line("form.answered", ["answered": "\(answeredCount)"], count: outline.fields.count)
      : ""
    let countWidth = Canvas.width(of: count)
    let isCounted = countWidth > 0 && columns >= countWidth + 24
    let titleWidth = max(1, columns - 2 - (isCounted ? countWidth + 2 : 0))
    var title = SceneLine()
    title.spans = [
      .init(column: 1, text: picture.title, width: titleWidth, style: .bold)
    ]
    if isCounted { title.spans.append(.init(column: columns - 1 - countWidth, text: count)) }
    return [title] + toldOfScreen.flatMap { lines(of: $0, width: columns - 2) }
  }

  /// What is said of the screen as a whole: what it waits for, or why it cannot go on; and the notices.
  private var toldOfScreen: [Remark] {
    var told: [Remark] = []
    if let screen = picture.screen {
      switch screen.status {
      case .loading, .waiting, .checking, .submitting:
        told.append(Remark(Words.busy(screen, title: picture.title)))
      case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .failed, .done:
        if let line = Words.statement(of: screen, title: picture.title) {
          told.append(Remark(line, screen.statusStyle))
        }
      }
    }
    return told
      + outline.notices.compactMap { picture[$0] }.compactMap { notice in
        Words.statement(of: notice, title: picture.title).map { Remark($0, notice.statusStyle) }
      }
  }

  private func lines(of remark: Remark, width: Int) -> [SceneLine] {
    let style = canvasWords.style(of: remark.style)
    return TextRows(remark.text, width: max(1, width)).rows.prefix(3).map { row in
      SceneLine(spans: [.init(column: 1, text: row.text, style: style)])
    }
  }

  // MARK: The form

  /// What is on view of the form.
  private mutating func bodyLines() -> [SceneLine] {
    let room = layout.body.count
    var known: [Int: [SceneLine]] = [:]
    func lines(_ place: Int) -> [SceneLine] {
      if let lines = known[place] { return lines }
      let lines = self.lines(at: place)
      known[place] = lines
      return lines
    }
    let last = outline.entries.count - 1
    guard last >= 0 else { return [] }
    if top.place > last { top = Top(place: last) }
    if followsFocus, let place = focus.id.flatMap({ outline.place(of: $0, in: picture) }) {
      let own = lines(place)
      let focusLine = own.lastIndex { $0.isFocus } ?? 0
      if place < top.place || place == top.place && focusLine < top.offset {
        top = Top(place: place, offset: own.count > room ? focusLine : 0)
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
            endingWith: place, shown: own.count > room ? focusLine + 1 : own.count, room, lines)
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
    case .buttons(let ids): return buttonLines(of: ids)
    case .note(let id):
      guard let note = picture[id] else { return [] }
      let text = Words.statement(of: note, title: picture.title) ?? ""
      return texts(text, depth: 0, style: canvasWords.style(of: note.statusStyle), keepsEmpty: true)
    case .progress(let id): return picture[id].map { [progressLine(of: $0)] } ?? []
    case .list(let id): return picture[id].map { listLines(of: $0) } ?? []
    }
  }

  /// The lines of a text that has rows of its own.
  func texts(
    _ text: String, depth: Int, style: Canvas.Style = [], keepsEmpty: Bool = false
  ) -> [SceneLine] {
    if text.isEmpty && !keepsEmpty { return [] }
    let column = layout.labelColumn + 2 * depth
    return TextRows(text, width: max(1, layout.textWidth - 2 * depth)).rows.map {
      SceneLine(spans: [.init(column: column, text: $0.text, style: style)])
    }
  }

  private func headingLines(of id: NodeID, depth: Int) -> [SceneLine] {
    guard let group = picture[id] else { return [] }
    let column = layout.labelColumn - 1 + 2 * min(depth, 4)
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
        canvasWords.marked(verdict, group.status), depth: 0,
        style: canvasWords.style(of: group.statusStyle))
    }
    return lines + texts(group.text(.detail), depth: 0)
  }

  private func buttonLines(of ids: [NodeID]) -> [SceneLine] {
    var lines: [SceneLine] = []
    var column = layout.columns
    for button in ids.compactMap({ picture[$0] }) {
      let text = canvasWords.button(button)
      let width = Canvas.width(of: text.prefix(200))
      if column + width >= layout.columns {
        lines.append(SceneLine())
        column = layout.labelColumn
      }
      let isFocus = focus.id == button.id
      lines[lines.count - 1].spans.append(
        .init(
          column: column, text: text, width: min(width, layout.columns - column),
          style: isFocus ? .reverse : [], target: .node(button.id)))
      if isFocus {
        lines[lines.count - 1].isFocus = true
        lines[lines.count - 1].cursor = column + 2
        mark(&lines[lines.count - 1])
      }
      column += width + 2
    }
    return lines
  }

  /// Marks the line that has the focus.
  func mark(_ line: inout SceneLine) {
    line.spans.append(
      .init(column: layout.markColumn, text: canvasWords.focusMark, style: .bold))
  }

  private func progressLine(of node: PictureNode) -> SceneLine {
    let width = layout.boxWidth - 2
    var line = SceneLine(spans: [
      .init(
        column: layout.labelColumn, text: node.spokenName,
        width: layout.isNarrow ? layout.textWidth / 2 : layout.labelWidth)
    ])
    let column = layout.isNarrow ? layout.labelColumn + layout.textWidth / 2 + 1 : layout.boxColumn
    guard let fraction = node.number(.fraction) else {
      let isBusy = node.number(.busy) == 1
      if isBusy { line.spans.append(.init(column: column, text: canvasWords.ellipsis)) }
      return line
    }
    let done = min(max(0, fraction), 1_000)
    let percent = Words.line("progress.done", count: done / 10)
    if !layout.isNarrow {
      let filled = width * done / 1_000
      line.spans.append(
        .init(column: column, text: canvasWords.bar(filled: filled, of: width)))
      line.spans.append(.init(column: layout.statusColumn, text: percent))
    } else {
      line.spans.append(.init(column: column, text: percent))
    }
    return line
  }
}
