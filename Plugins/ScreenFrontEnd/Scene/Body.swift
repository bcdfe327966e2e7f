import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The visible rows of the form, and the scrolling of it.
struct Body {
  /// The number of rows above and below those that are shown: one for each place, and each row of a list.
  typealias Hidden = (above: Int, below: Int)

  let page: Page

  private var entries: [Outline.Entry] { page.tree.outline.entries }

  private var top: ViewState.Top {
    get { page.view.top }
    nonmutating set { page.view.top = newValue }
  }

  // MARK: Composing

  /// Adds the visible rows to a frame, at most a number of them, and returns the number of the others.
  func compose(on frame: inout Frame, rows room: Int) -> Hidden {
    guard !entries.isEmpty else { return (0, 0) }
    let (start, last) = (frame.rows.count, entries.count - 1)
    // The first place may have fewer lines than before.
    if top.offset > 0 { top.offset = min(top.offset, max(0, lineCount(at: top.place) - 1)) }
    if page.view.followsFocus, let place = page.focusPlace { scroll(to: place, in: room) }
    var end = fill(&frame, to: start + room)
    if frame.rows.count < start + room, top != ViewState.Top() {
      // At the end of the form, the last line is at the bottom.
      top = beginning(endingWith: last, shown: lineCount(at: last), room)
      frame.rows.removeSubrange(start...)
      frame.cursor = nil
      end = fill(&frame, to: .max)
    }
    // The help of the screen may be empty.
    let isNothing = top.place > 0 && entries[0].kind == .screen && lineCount(at: 0) == 0
    var hidden = (
      above: top.place + (top.offset > 0 ? 1 : 0) - (isNothing ? 1 : 0),
      below: last + 1 - end + (frame.rows.count > start + room ? 1 : 0)
    )
    countRows(ofListsIn: top.place..<end, &hidden)
    if frame.rows.count > start + room {
      frame.rows.removeSubrange((start + room)...)
      if let cursor = frame.cursor, cursor.row >= frame.rows.count { frame.cursor = nil }
    }
    return hidden
  }

  /// Adds rows from the top on until there are enough, and returns the place after the last one.
  private func fill(_ frame: inout Frame, to count: Int) -> Int {
    var place = top.place
    while place < entries.count, frame.rows.count < count {
      frame.append(self.frame(at: place), from: place == top.place ? top.offset : 0)
      place += 1
    }
    return place
  }

  private func countRows(ofListsIn shown: Range<Int>, _ hidden: inout Hidden) {
    for list in page.tree.outline.lists.compactMap({ page.tree.picture[$0] }) {
      guard let place = page.tree.place(of: list.id) else { continue }
      let shape = page.lists.shape(of: list)
      let first = shape.firstLine(fromRow: page.view.listTops[list.id])
      let (isAbove, others) = (place < shown.lowerBound, max(0, shape.lineCount - 1))
      let isShown = shown.contains(place)
      hidden.above += isShown ? first : isAbove ? others : 0
      hidden.below += isShown ? shape.lastFirstLine - first : isAbove ? 0 : others
    }
  }

  // MARK: Scrolling

  /// Scrolls just enough to show a place, or at least its line with the cursor.
  private func scroll(to place: Int, in room: Int) {
    let own = frame(at: place)
    let (count, line) = (own.rows.count, own.cursor?.row ?? 0)
    if place < top.place || place == top.place && line < top.offset {
      top = ViewState.Top(place: place, offset: count > room ? max(0, line + 1 - room) : 0)
      if top.offset == 0 { showLead(of: place, in: room) }
      return
    }
    var (end, next) = (-top.offset, top.place)
    while next < place, end <= room {
      end += lineCount(at: next)
      next += 1
    }
    guard next < place || end + min(count, room) > room || end + line >= room else { return }
    top = beginning(endingWith: place, shown: max(line + 1, min(count, room)), room)
  }

  /// Shows the lines before a place as far as there is room: the name of its section, and notes.
  private func showLead(of place: Int, in room: Int) {
    var count = lineCount(at: place)
    while top.place > 0, page.tree.stops(at: top.place - 1).isEmpty {
      count += lineCount(at: top.place - 1)
      guard count <= room else { return }
      top.place -= 1
    }
  }

  /// Returns where to begin so that the first lines of a place are the last visible ones.
  private func beginning(endingWith place: Int, shown: Int, _ room: Int) -> ViewState.Top {
    if shown >= room { return ViewState.Top(place: place, offset: shown - room) }
    var (rest, place) = (room - shown, place)
    while place > 0 {
      let count = lineCount(at: place - 1)
      if count > rest {
        // A field is visible with its name and its box, or not at all.
        return entries[place - 1].kind.isField
          ? ViewState.Top(place: place) : ViewState.Top(place: place - 1, offset: count - rest)
      }
      place -= 1
      rest -= count
    }
    return ViewState.Top()
  }

  func scroll(by count: Int) {
    var offset = top.offset + count
    while offset < 0, top.place > 0 {
      top.place -= 1
      offset += lineCount(at: top.place)
    }
    while top.place < entries.count - 1, offset >= lineCount(at: top.place) {
      offset -= lineCount(at: top.place)
      top.place += 1
    }
    top.offset = max(0, offset)
  }

  /// Whether there are lines to read that would be skipped if a place became visible.
  func isFar(_ place: Int, isBack: Bool) -> Bool {
    let room = page.layout.body.count
    let between = isBack ? place..<max(place, top.place) : min(top.place, place)..<place + 1
    let count = between.reduce(0) { $0 + lineCount(at: $1) }
    return isBack ? count + top.offset > room : count - top.offset > 2 * room
  }

  func lineCount(at place: Int) -> Int { frame(at: place).rows.count }

  private func frame(at place: Int) -> Frame {
    let entry = entries[place]
    guard let node = page.tree.picture[entry.id] else { return Frame() }
    switch entry.kind {
    case .screen: return Frame(rows: page.texts(node.text(.detail), depth: 0))
    case .group: return Frame(rows: headingRows(of: node, depth: entry.depth))
    case .button: return buttons(entry.ids, depth: entry.depth)
    case .note:
      let text = FrontEndMessages.statement(of: node, title: page.tree.picture.title) ?? ""
      let rows = page.texts(text, node.statusStyle, depth: entry.depth)
      return Frame(rows: rows.isEmpty ? [[]] : rows)
    case .progress: return Frame(rows: [progressRow(of: node, depth: entry.depth)])
    case .list: return page.lists.frame(of: node)
    default: return page.fields.frame(of: node, depth: entry.depth)
    }
  }

  private func headingRows(of group: PictureNode, depth: Int) -> [Canvas.Row] {
    let (layout, label) = (page.layout, group.text(.label))
    let column = layout.labelColumn - 1 + layout.indent(depth)
    var row: Canvas.Row = [.init(label, at: column, width: layout.columns - column, .bold)]
    if let total = group.number(.total) {
      let count = sentences.text(
        "form.answered", ["answered": "\(group.number(.answered) ?? 0)"], count: total)
      let start = layout.columns - 1 - Canvas.width(of: count)
      if start > column + Canvas.width(of: label.prefix(200)) + 1 {
        row.append(.init(count, at: start))
      }
    }
    let verdict = group.status == .valid ? nil : FrontEndMessages.verdict(on: group)
    return [row] + page.texts(verdict ?? "", group.statusStyle, depth: depth)
      + page.texts(group.text(.detail), depth: depth)
  }

  private func buttons(_ ids: [NodeID], depth: Int) -> Frame {
    let columns = page.layout.columns
    var (frame, column) = (Frame(), columns)
    for button in ids.compactMap({ page.tree.picture[$0] }) {
      let text = page.glyphs.button(button)
      let width = Canvas.width(of: text.prefix(200))
      if column + width >= columns {
        frame.rows.append([])
        column = page.layout.labelColumn + page.layout.indent(depth)
      }
      frame.add(
        text, at: column, width: min(width, columns - column),
        isFocus: page.user.focus.id == button.id, to: .node(button.id), mark: page.mark())
      column += width + 2
    }
    return frame
  }

  /// Returns the name of a task, a bar if there is room, and the percentage.
  private func progressRow(of node: PictureNode, depth: Int) -> Canvas.Row {
    let (layout, indent, half) = (page.layout, page.layout.indent(depth), page.layout.textWidth / 2)
    let width = layout.isNarrow ? half : layout.labelWidth - indent
    let name = Canvas.Span(node.spokenName, at: layout.labelColumn + indent, width: width)
    let column = layout.isNarrow ? layout.labelColumn + half + 1 : layout.boxColumn
    guard let fraction = node.number(.fraction) else {
      return node.number(.busy) == 1 ? [name, .init(page.glyphs.ellipsis, at: column)] : [name]
    }
    let done = min(max(0, fraction), 1_000)
    let percent = sentences.text("progress.done", count: done / 10)
    if layout.isNarrow { return [name, .init(percent, at: column)] }
    let bar = page.glyphs.bar(filled: layout.boxRoom * done / 1_000, of: layout.boxRoom)
    return [name, .init(bar, at: column), .init(percent, at: layout.statusColumn)]
  }
}
