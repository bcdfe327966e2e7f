import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  /// The number of rows above and below those that are shown: one for each place, and each row of a list.
  struct Hidden: Equatable {
    var above = 0
    var below = 0
  }

  /// At how many places it is known what stands there: of a long form, those around what is on view.
  private static let knownLimit = 500

  /// What is on view of the form in some rows, and at how many places there is more above and below.
  mutating func bodyLines(in body: Range<Int>) -> (lines: [SceneLine], hidden: Hidden) {
    let room = body.count
    (focusRows, passing) = (nil, [:])
    if known.count > Self.knownLimit { known = [:] }
    let last = outline.entries.count - 1
    guard last >= 0 else { return ([], Hidden()) }
    if top.place > last { top = Top(place: last) }
    // What stands first may have fewer lines by now.
    top.offset = min(top.offset, max(0, knownLines(at: top.place).count - 1))
    if followsFocus, let focusPlace { bringOnView(focusPlace, in: room) }
    var (shown, end) = linesFromTop(room)
    if shown.count < room, top != Top() {
      // The end of the form is at the bottom.
      top = beginning(endingWith: last, shown: knownLines(at: last).count, room)
      (shown, end) = linesFromTop(.max)
    }
    if followsFocus, let focusPlace { focusRows = rows(of: focusPlace, in: body) }
    // What the screen says of itself may be nothing.
    let isNothing = top.place > 0 && outline.entries[0].isScreen && knownLines(at: 0).isEmpty
    var hidden = Hidden(
      above: top.place + (top.offset > 0 ? 1 : 0) - (isNothing ? 1 : 0),
      below: last + 1 - end + (shown.count > room ? 1 : 0))
    for list in outline.lists.compactMap({ picture[$0] }) {
      guard let place = outline.place(of: list.id, in: picture) else { continue }
      let shape = shape(of: list)
      let last = max(0, shape.lineCount - listRoom)
      let first = min((listTops[list.id] ?? 0) / shape.perLine, last)
      if place < top.place {
        hidden.above += max(0, shape.lineCount - 1)
      } else if place >= end {
        hidden.below += max(0, shape.lineCount - 1)
      } else {
        hidden.above += first
        hidden.below += last - first
      }
    }
    return (Array(shown.prefix(room)), hidden)
  }

  /// The lines from the first one on that is on view, so many at least, and the place behind them.
  private mutating func linesFromTop(_ count: Int) -> (lines: [SceneLine], end: Int) {
    var (shown, place) = ([SceneLine](), top.place)
    while place < outline.entries.count, shown.count < count {
      let all = knownLines(at: place)
      shown += place == top.place ? all.dropFirst(top.offset) : all[...]
      place += 1
    }
    return (shown, place)
  }

  /// Scrolls as little as brings a place on view, and of a long one the line that has the focus.
  private mutating func bringOnView(_ place: Int, in room: Int) {
    let own = knownLines(at: place)
    let focusLine = own.lastIndex { $0.isFocus } ?? 0
    if place < top.place || place == top.place && focusLine < top.offset {
      top = Top(place: place, offset: own.count > room ? max(0, focusLine + 1 - room) : 0)
      if top.offset == 0 { bringOnViewWhatLeads(to: place, in: room) }
      return
    }
    var (end, next) = (-top.offset, top.place)
    while next < place, end <= room {
      end += knownLines(at: next).count
      next += 1
    }
    guard next < place || end + min(own.count, room) > room || end + focusLine >= room else {
      return
    }
    top = beginning(endingWith: place, shown: max(focusLine + 1, min(own.count, room)), room)
  }

  /// Shows with a place what only leads to it, as far as there is room: the name of its section, and the notes.
  private mutating func bringOnViewWhatLeads(to place: Int, in room: Int) {
    var count = knownLines(at: place).count
    while top.place > 0, outline.stops(at: top.place - 1, in: picture).isEmpty {
      count += knownLines(at: top.place - 1).count
      guard count <= room else { return }
      top.place -= 1
    }
  }

  /// The rows of a place; `nil` where a part of it is not on view.
  private mutating func rows(of place: Int, in body: Range<Int>) -> Range<Int>? {
    guard place > top.place || place == top.place && top.offset == 0 else { return nil }
    var first = body.lowerBound - top.offset
    for before in top.place..<place { first += knownLines(at: before).count }
    let rows = first..<first + knownLines(at: place).count
    return rows.upperBound <= body.upperBound ? rows : nil
  }

  /// Scrolls a list by hand; `false` if it is at its end.
  mutating func scroll(_ list: PictureNode, by count: Int) -> Bool {
    let shape = shape(of: list)
    let last = max(0, shape.lineCount - listRoom)
    let former = min((listTops[list.id] ?? 0) / shape.perLine, last)
    let first = min(max(0, former + count), last)
    listTops[list.id] = first * shape.perLine
    if first != former { followsFocus = false }
    return first != former
  }

  /// Scrolls the form by hand.
  mutating func scroll(by count: Int) {
    if picture.alert != nil { return _ = turnAlert(isBack: count < 0) }
    followsFocus = false
    var offset = top.offset + count
    while offset < 0, top.place > 0 {
      top.place -= 1
      offset += lineCount(at: top.place)
    }
    while top.place < outline.entries.count - 1, offset >= lineCount(at: top.place) {
      offset -= lineCount(at: top.place)
      top.place += 1
    }
    top.offset = max(0, offset)
  }

  /// How many lines stand at a place of the outline.
  func lineCount(at place: Int) -> Int { lines(at: place).count }

  /// Where to begin so that the first lines of a place are the last on view.
  private mutating func beginning(endingWith place: Int, shown: Int, _ room: Int) -> Top {
    if shown >= room { return Top(place: place, offset: shown - room) }
    var (rest, place) = (room - shown, place)
    while place > 0 {
      let count = knownLines(at: place - 1).count
      if count > rest {
        // Of a field all is on view, its name and its box, or nothing.
        return outline.entries[place - 1].isField
          ? Top(place: place) : Top(place: place - 1, offset: count - rest)
      }
      place -= 1
      rest -= count
    }
    return Top()
  }

  /// The place that has the focus.
  private var focusPlace: Int? { focus.id.flatMap { outline.place(of: $0, in: picture) } }

  /// The same as ``lines(at:)``, found out once for a drawing, and, but for the focus and lists, until they change:
  /// what is typed and where lists are on view is not the picture's.
  private mutating func knownLines(at place: Int) -> [SceneLine] {
    let isPassing = place == focusPlace || outline.entries[place].isList
    if let lines = isPassing ? passing[place] : known[place] { return lines }
    let lines = lines(at: place)
    if isPassing { passing[place] = lines } else { known[place] = lines }
    return lines
  }

  /// The lines of what stands at a place of the outline.
  func lines(at place: Int) -> [SceneLine] {
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
        statusText.marked(text, note.statusStyle), depth: entry.depth,
        style: signs.style(of: note.statusStyle), keepsEmpty: true)
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
        statusText.marked(verdict, group.statusStyle), depth: depth,
        style: signs.style(of: group.statusStyle))
    }
    return lines + texts(group.text(.detail), depth: depth)
  }
}
