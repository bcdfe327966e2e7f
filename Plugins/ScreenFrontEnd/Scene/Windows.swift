import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The windows that cover the form: a question, the entries of a choice, and the keys.
struct Windows {
  private typealias Box = (rows: Range<Int>, columns: Range<Int>)

  let page: Page

  private var layout: Layout { page.layout }
  private var glyphs: Glyphs { page.glyphs }

  func put(on frame: inout Frame) {
    if let alert = page.tree.picture.alert { put(alert, on: &frame) }
    switch page.user.keyboard {
    case .form, .chord: break
    case .window(let popup): put(popup, on: &frame)
    case .help(let page): putHelp(page: page, on: &frame)
    }
  }

  /// Opens a window in the middle, or beside a row; if there is little room, on the whole terminal.
  private func open(
    rows height: Int, columns width: Int, beside row: Int? = nil, on frame: inout Frame
  ) -> Box {
    frame.cursor = nil
    if layout.isTight {
      frame.rows = Array(repeating: [], count: layout.rows)
      return (0..<layout.rows, 0..<layout.columns)
    }
    let height = min(height + 2, layout.rows)
    let width = min(width + 4, layout.columns)
    var (top, left) = ((layout.rows - height) / 2, (layout.columns - width) / 2)
    if let row {
      top = row + 1 + height <= layout.rows ? row + 1 : max(0, row - height)
      left = min(layout.boxColumn, layout.columns - width)
    }
    let inside = top + 1..<top + height - 1
    let rule = String(repeating: glyphs.rule, count: max(0, width - 2))
    let corners = glyphs.corners
    frame.rows[top].append(.init(corners.topLeft + rule + corners.topRight, at: left, width: width))
    frame.rows[inside.upperBound].append(
      .init(corners.bottomLeft + rule + corners.bottomRight, at: left, width: width))
    for row in inside {
      frame.rows[row] += [
        .init(glyphs.side, at: left, width: width), .init(glyphs.side, at: left + width - 1),
      ]
    }
    return (inside, left + 2..<max(left + 2, left + width - 2))
  }

  private func put(_ texts: some Sequence<OutputLine>, in box: Box, on frame: inout Frame) {
    for (row, text) in zip(box.rows, texts) {
      frame.rows[row].append(
        .init(
          text.text, at: box.columns.lowerBound, width: box.columns.count,
          glyphs.style(of: text.style)))
    }
  }

  // MARK: Choices

  private func put(_ popup: Popup, on frame: inout Frame) {
    let row =
      page.user.focus.id.flatMap { frame.box(of: $0)?.row } ?? frame.cursor?.row
      ?? layout.body.lowerBound
    let (matches, isChoosing) = (popup.matches, popup.kind != .suggestions)
    let head = isChoosing && layout.rows > 1 ? 1 : 0
    let most = layout.isTight ? layout.rows : max(row, layout.rows - row - 1) - 2
    let height = min(max(1, matches.count), max(1, most - head), 10)
    let widest = popup.options.prefix(200).map { Canvas.width(of: $0.label.prefix(80)) }.max() ?? 0
    let width = min(max(layout.boxWidth - 4, widest + 8), layout.columns - 4)
    let cursor = layout.isTight ? nil : frame.cursor
    let box = open(rows: height + head, columns: width, beside: row, on: &frame)
    frame.cursor = cursor
    if head > 0 {
      let column = min(Canvas.width(of: popup.filter), box.columns.count - 1)
      frame.cursor = (box.rows.lowerBound, box.columns.lowerBound + column)
      let filter = popup.filter.isEmpty ? sentences.text("popup.filter") : popup.filter
      put([OutputLine(filter)], in: box, on: &frame)
    }
    page.view.popupRows = height
    let first = min(max(0, (popup.index ?? 0) - height + 1), max(0, matches.count - height))
    let rows = box.rows.dropFirst(head)
    if matches.isEmpty {
      put([OutputLine(sentences.text("popup.nothing"))], in: (rows, box.columns), on: &frame)
    }
    for (row, index) in zip(rows, matches.indices.dropFirst(first)) {
      let (option, isMarked) = (matches[index], index == popup.index)
      // Suggestions cannot be selected.
      let label =
        isChoosing
        ? glyphs.option(
          option.label, isSelected: option.isSelected, isMultiple: popup.kind == .choices)
        : option.label
      frame.rows[row].append(
        .init(
          "\(isMarked ? glyphs.focusMark : " ") \(label)", at: box.columns.lowerBound,
          width: box.columns.count, isMarked ? .reverse : [], to: .entry(index)))
    }
  }

  // MARK: Keys

  private func putHelp(page number: Int, on frame: inout Frame) {
    let width = max(1, layout.columns - (layout.isTight ? 0 : 6))
    let lines = helpTexts.flatMap { $0.rowsOfFacts(columns: width) }
    var (room, count, end) = (
      lines.count, 1, sentences.text("help.close").rowsOfFacts(columns: width)
    )
    func pageEnd(_ place: Int) -> [String] {
      sentences.text("help.page", ["place": "\(place)"], count: count).rowsOfFacts(
        columns: width)
    }
    if lines.count + end.count > mostRows {
      room = max(1, mostRows - pageEnd(1).count)
      count = (lines.count + room - 1) / room
      end = pageEnd(number % count + 1)
    }
    let content = (lines + end).map { Canvas.width(of: $0) }.max() ?? 0
    let box = open(rows: room + end.count, columns: min(width, content), on: &frame)
    let shown = lines.dropFirst(number % count * room).prefix(room)
    let rest = Array(repeating: "", count: room - shown.count)
    put((shown + rest + end).map { OutputLine($0) }, in: box, on: &frame)
  }

  private var helpTexts: [String] {
    let marks = [
      "fault": page.statusText.marked(" ", .fault), "doubt": page.statusText.marked(" ", .doubt),
      "focus": glyphs.focusMark,
    ].mapValues { $0.filter { $0 != " " } + ":" }
    return [
      "help.move", "help.enter", "help.edit", "help.more", "help.choose", "help.list",
      "help.secret", "help.sections", "help.outside", "help.reset", "help.leave",
    ].map { sentences.text($0) } + [sentences.text("help.marks", marks)]
  }

  // MARK: Questions

  private static let sideLimit = 3

  private var most: Int { layout.isTight ? layout.columns : min(layout.columns - 8, 64) }

  private var mostRows: Int { layout.isTight ? layout.rows : layout.rows - 2 }

  /// Returns the rows of a question, and the number of visible ones: a single row has the button.
  private func texts(of alert: PictureNode) -> (rows: [OutputLine], room: Int) {
    let least = alert.children.isEmpty ? 0 : mostRows < 8 ? 1 : 2
    let room = mostRows - least
    let texts = [alert.text(.explanation), alert.text(.detail)].filter { !$0.isEmpty }
    let paragraphs =
      [OutputLine(alert.text(.label), .title)] + texts.map { OutputLine($0) }
      + [page.markedMessage].compactMap { $0 }
    func rows(_ width: Int) -> [OutputLine] {
      paragraphs.flatMap { paragraph in
        TextRows(paragraph.text, width: width).rows.map { OutputLine($0.text, paragraph.style) }
      }
    }
    let all = rows(most)
    // The marks at the right of a longer text take two columns.
    return all.count <= room ? (all, all.count) : (rows(most - 2), room)
  }

  /// Turns the pages of the text of a question, and returns whether there is more in that direction.
  func turnAlert(isBack: Bool) -> Bool {
    guard let alert = page.tree.picture.alert else { return false }
    let (rows, room) = texts(of: alert)
    let previous = page.view.alertTops.text
    let next = min(max(0, previous + (isBack ? -room : room)), rows.count - room)
    page.view.alertTops.text = next
    return next != previous
  }

  private func put(_ alert: PictureNode, on frame: inout Frame) {
    let (texts, textRows) = texts(of: alert)
    let count = alert.children.count
    let widths = buttons(alert.children.prefix(50)).map { width(of: glyphs.button($0)) }
    let sum = widths.reduce(-2) { $0 + $1 + 2 }
    let isStacked = count > Self.sideLimit || sum > most
    let buttonRows = min(isStacked ? count : min(1, count), max(1, mostRows - textRows))
    let gap = textRows + buttonRows < mostRows && count > 0 ? 1 : 0
    let longest = texts.map { Canvas.width(of: $0.text) }.max() ?? 0
    let content = max(
      longest + (textRows < texts.count ? 2 : 0), isStacked ? widths.max() ?? 0 : sum)
    let box = open(
      rows: textRows + gap + buttonRows, columns: min(most, max(20, content)), on: &frame)
    let top = min(page.view.alertTops.text, texts.count - textRows)
    page.view.alertTops.text = top
    put(texts[top..<top + textRows], in: box, on: &frame)
    let (first, end) = (box.rows.lowerBound, box.columns.upperBound - 1)
    if top > 0 { frame.rows[first].append(.init(glyphs.more.above, at: end)) }
    if top + textRows < texts.count {
      frame.rows[max(first, first + textRows - 1)].append(.init(glyphs.more.below, at: end))
    }
    let shown =
      isStacked
      ? stackedButtons(of: alert, in: buttonRows)
      : buttons(alert.children[...]).map { ($0, glyphs.button($0)) }
    var (row, column) = (first + textRows + gap, box.columns.lowerBound)
    for (button, text) in shown {
      let width = min(width(of: text), box.columns.count)
      frame.add(
        text, at: column, width: width, row: row,
        isFocus: page.tree.picture.focus == button.id, to: .node(button.id))
      if isStacked { row += 1 } else { column += width + 2 }
    }
  }

  private func buttons(_ ids: ArraySlice<NodeID>) -> [PictureNode] {
    ids.compactMap { page.tree.picture[$0] }.filter { $0.kind == .button }
  }

  private func width(of button: String) -> Int { Canvas.width(of: button.prefix(400)) }

  /// Returns the visible rows of stacked buttons: a button longer than a row has several rows.
  private func stackedButtons(
    of alert: PictureNode, in room: Int
  ) -> [(button: PictureNode, text: String)] {
    let focus = page.tree.picture.focus
    let focused = focus.flatMap { alert.children.firstIndex(of: $0) } ?? 0
    let top = TextBox.first(
      room, of: alert.children.count, at: focused, page.view.alertTops.buttons)
    page.view.alertTops.buttons = top
    let rows = buttons(alert.children.dropFirst(top).prefix(room)).flatMap { button in
      TextRows(glyphs.button(button), width: most).rows.map { (button, $0.text) }
    }
    let own = rows.indices.filter { rows[$0].0.id == focus }
    if let first = own.first, own.count > room {
      return [(rows[first].0, glyphs.button(rows[first].0))]
    }
    return Array(rows.dropFirst(max(0, (own.last ?? 0) + 1 - room)).prefix(room))
  }
}

extension String {
  /// Returns rows of facts with three blanks between them; only a fact longer than a row is broken.
  fileprivate func rowsOfFacts(columns: Int) -> [String] {
    var rows: [String] = []
    for part in split(separator: "   ").map(String.init) {
      if let last = rows.last, Canvas.width(of: last) + 3 + Canvas.width(of: part) <= columns {
        rows[rows.count - 1] = last + "   " + part
      } else {
        rows += TextRows(part, width: columns).rows.map(\.text)
      }
    }
    return rows
  }
}
