import Conversation
import FormworkCanvas
import FormworkFrontEnd

extension Scene {
  /// At how many places there is more than is on view.
  struct Hidden: Equatable {
    var above = 0
    var below = 0
  }

  /// At how many places it is known what stands there: of a long form, those around what is on view.
  private static let knownLimit = 500

  /// What is on view of the form in some rows, and at how many places there is more above and below.
  mutating func bodyLines(in body: Range<Int>) -> (lines: [SceneLine], hidden: Hidden) {
    let room = body.count
    focusRows = nil
    // Taken out, they are not copied.
    var kept = known
    known = [:]
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
    guard last >= 0 else { return ([], Hidden()) }
    if top.place > last { top = Top(place: last) }
    // What stands first may have fewer lines by now.
    top.offset = min(top.offset, max(0, lines(top.place).count - 1))
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
      place = last + 1
    }
    focusRows = focusPlace.flatMap { place in
      guard followsFocus, place >= top.place, place > top.place || top.offset == 0 else {
        return nil
      }
      let before = (top.place..<place).reduce(body.lowerBound - top.offset) {
        $0 + lines($1).count
      }
      let rows = before..<before + lines(place).count
      return rows.upperBound <= body.upperBound ? rows : nil
    }
    // What the screen says of itself may be nothing.
    let isNothing = top.place > 0 && outline.entries[0].isScreen && lines(0).isEmpty
    let hidden = Hidden(
      above: top.place + (top.offset > 0 ? 1 : 0) - (isNothing ? 1 : 0),
      below: last + 1 - place + (shown.count > room ? 1 : 0))
    return (Array(shown.prefix(room)), hidden)
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
