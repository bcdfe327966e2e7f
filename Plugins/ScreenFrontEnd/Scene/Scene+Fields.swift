import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  /// The lines of a field: its label, its box and what is true of it.
  func fieldLines(of field: PictureNode, depth: Int) -> [SceneLine] {
    let isFocus = focus.id == field.id
    let indent = layout.indent(depth)
    let label = field.isRequired ? "\(field.spokenName) *" : field.spokenName
    let nameColumn = layout.labelColumn + indent
    var boxes = boxLines(of: field, isFocus: isFocus)
    let isBeside =
      !layout.isNarrow && Canvas.width(of: label.prefix(200)) <= layout.labelWidth - indent
    let status = self.status(of: field, isFocus: isFocus)
    let style = signs.style(of: field.statusStyle)
    let name = SceneLine.Span(
      column: nameColumn, text: label,
      width: isBeside ? layout.labelWidth - indent : layout.textWidth,
      target: .node(field.id))
    if layout.isNarrow {
      boxes += statusLines(status, style, isFocus: isFocus, isWhole: isFocus || field.isFaulty)
    } else if !status.isEmpty {
      boxes[0].spans.append(
        .init(
          column: layout.statusColumn, text: field.status == .incomplete ? missing(status) : status,
          width: layout.statusWidth, style: style))
    }
    var lines = boxes
    if isBeside { lines[0].spans.append(name) } else { lines = [SceneLine(spans: [name])] + boxes }
    if isFocus {
      mark(&lines[0])
      for index in lines.indices { lines[index].isFocus = true }
      // Of many lines, that with the cursor has to be on view.
      if let last = lines.lastIndex(where: { $0.cursor != nil }) {
        for index in lines.indices.suffix(from: last + 1) { lines[index].isFocus = false }
      }
    }
    return lines
  }

  /// What is missing yet, where all that is said has no room: "2 more" of "15 characters at least: 2 more".
  private func missing(_ status: String) -> String {
    guard Canvas.width(of: status.prefix(400)) > layout.statusWidth,
      let last = status.split(separator: ": ").last,
      Canvas.width(of: last) <= layout.statusWidth
    else { return status }
    return String(last)
  }

  /// The rows below a box for what is true of the field.
  ///
  /// Where the person is there is one at least, so that nothing moves while something comes and goes.
  private func statusLines(
    _ status: String, _ style: Canvas.Style, isFocus: Bool, isWhole: Bool
  ) -> [SceneLine] {
    if status.isEmpty { return isFocus ? [SceneLine()] : [] }
    let (column, width) = (layout.statusColumn, max(1, layout.columns - layout.statusColumn - 1))
    return TextRows(status, width: width, limit: isWhole ? 3 : 1).rows.map {
      SceneLine(spans: [.init(column: column, text: $0.text, width: width, style: style)])
    }
  }

  /// What is told of a field at its right.
  func status(of field: PictureNode, isFocus: Bool) -> String {
    guard field.isEnabled else {
      let status = statusText.text(of: field)
      return status.isEmpty
        ? Words.line("field.fixed") : Words.line("field.fixed.status", ["status": status])
    }
    if isFocus, holdsSecretOutOfView(field) {
      guard field.isFaulty, let verdict = Words.verdict(on: field) else {
        return statusText.text(of: field, isKept: true)
      }
      // What is missing is missing of the secret that was typed before: of that nothing is on view.
      return statusText.marked(
        Words.line("secret.anew", ["verdict": verdict]), field.statusStyle)
    }
    if isFocus && !statusText.isLive && !field.isFaulty { return "" }
    return statusText.text(of: field)
  }

  /// Whether the box with the focus is empty, and the host has a secret of the field that was typed before.
  func holdsSecretOutOfView(_ field: PictureNode) -> Bool {
    guard case .secret(field.id, 0, _) = focus else { return false }
    return (field.number(.value) ?? 0) > 0
  }

  /// The lines of the box; one at least.
  ///
  /// What cannot be changed has no brackets, and nothing to switch.
  private func boxLines(of field: PictureNode, isFocus: Bool) -> [SceneLine] {
    switch field.kind {
    case .textArea: return areaLines(of: field, isFocus: isFocus)
    case .toggle where !field.isEnabled:
      return [
        boxLine(Words.text(field.number(.value) == 1 ? "answer.yes" : "answer.no"), of: field)
      ]
    case .choice where !field.isEnabled, .choices where !field.isEnabled:
      return [boxLine(chosen(of: field), of: field)]
    case .toggle:
      let text = signs.toggle(isOn: field.number(.value) == 1)
      return [
        SceneLine(
          spans: [
            .init(
              column: layout.boxColumn, text: text, style: isFocus ? .reverse : [],
              target: .option(field.id))
          ], cursor: isFocus ? layout.boxColumn + 1 : nil)
      ]
    case .choice, .choices:
      if hasOptionsInPlace(field) { return optionLines(of: field, isFocus: isFocus) }
      return [
        boxLine(
          chosen(of: field), of: field.id, opener: signs.opener,
          style: isFocus ? .reverse : [], cursor: isFocus ? 0 : nil)
      ]
    case .secretField: return [secretLine(of: field, isFocus: isFocus)]
    default:
      guard isFocus, let window else { return [boxLine(field.text(.value), of: field)] }
      return [textBox(of: field.id, window)]
    }
  }

  /// The box of the text that has the focus.
  func textBox(of id: NodeID, _ window: TextWindow) -> SceneLine {
    boxLine(
      window.text, of: id, start: window.start, cursor: window.cursor, ends: ends(window.hasMore))
  }

  /// What is chosen of a choice, in words.
  func chosen(of choice: PictureNode) -> String {
    Words.list(picture.options(of: choice).filter(\.isSelected).map(\.spokenName))
  }

  /// The ends of a box.
  private func ends(of field: PictureNode) -> (left: String, right: String) {
    field.isEnabled ? ("[", "]") : (" ", " ")
  }

  /// The ends of a box, of which the text may go on beyond them.
  private func ends(_ hasMore: (left: Bool, right: Bool)) -> (left: String, right: String) {
    let more = signs.more
    return (hasMore.left ? more.left : "[", hasMore.right ? more.right : "]")
  }

  /// The box of a field that the person is not at.
  private func boxLine(_ text: String, of field: PictureNode) -> SceneLine {
    boxLine(text, of: field.id, ends: ends(of: field))
  }

  private func boxLine(
    _ text: String, of field: NodeID, start: Int = 0, opener: String = "",
    style: Canvas.Style = [], cursor: Int? = nil, ends: (left: String, right: String) = ("[", "]")
  ) -> SceneLine {
    let column = layout.boxColumn
    let width = boxRoom - (opener.isEmpty ? 0 : 2)
    var line = SceneLine(
      spans: [
        .init(column: column, text: ends.left, width: 1),
        .init(
          column: column + 1, text: text, width: width, style: style,
          target: .text(field, start: start, column: column + 1)),
        .init(column: column + 1 + boxRoom, text: ends.right, width: 1),
      ], cursor: cursor.map { column + 1 + $0 })
    if !opener.isEmpty { line.spans.append(.init(column: column + boxRoom, text: opener)) }
    return line
  }

  private func secretLine(of field: PictureNode, isFocus: Bool) -> SceneLine {
    guard isFocus, case .secret(_, let count, let cursor) = focus else {
      let count = min(max(0, field.number(.value) ?? 0), boxRoom)
      return boxLine(String(repeating: signs.bullet, count: count), of: field)
    }
    let start = cursor < boxRoom ? 0 : cursor - boxRoom / 2
    let masks = String(repeating: signs.bullet, count: min(boxRoom, count - start))
    // What is shown takes other columns than its masks do.
    return boxLine(
      masks, of: field.id, cursor: cursor - start,
      ends: ends(shownEnds ?? (start > 0, count - start > boxRoom)))
  }

  private func areaLines(of field: PictureNode, isFocus: Bool) -> [SceneLine] {
    let height = areaHeight(of: field)
    let all: TextRows
    var place: (row: Int, column: Int)?
    if isFocus, case .text(_, let editor) = focus {
      all = knownRows(of: editor, andMore: height)
      place = (all.row(of: editor.cursor), all.column(of: editor.cursor))
    } else {
      var rows = TextRows(notLaidOut: field.text(.value), width: boxRoom)
      rows.layOut(to: 0, andMore: height)
      all = rows
    }
    let first = isFocus ? Self.first(height, of: all.rows.count, at: place?.row ?? 0, areaTop) : 0
    return (first..<first + height).map { index in
      let row = all.rows.indices.contains(index) ? all.rows[index] : nil
      var ends = ends(of: field)
      if index == first, first > 0 { ends.right = signs.more.above }
      if index == first + height - 1, index + 1 < all.rows.count {
        ends.right = signs.more.below
      }
      return boxLine(
        row?.text.withoutTabs ?? "", of: field.id, start: row?.start ?? all.text.utf8.count,
        cursor: place?.row == index ? min(place?.column ?? 0, boxRoom) : nil, ends: ends)
    }
  }

  /// How many rows of a text area are on view: as many as are usual there, and no more than there is room for.
  func areaHeight(of field: PictureNode) -> Int {
    min(max(field.number(.extent) ?? 4, 2), max(2, layout.body.count - 2))
  }

  /// The first row that is on view so that one of them is: the same as before, where that will do.
  static func first(_ height: Int, of count: Int, at row: Int, _ former: Int) -> Int {
    let least = max(0, row - height + 1)
    return min(max(former, least), row, max(0, count - height))
  }

  // MARK: Options

  /// The most rows that options take beside their label; more are in a window.
  private static let optionRowLimit = 4

  /// The rows of the options that stand beside their label, by index; `nil` where there are too many for that.
  ///
  /// A row is as wide as a box: what is true of the field stands at the right of it.
  private func optionRows(of choice: PictureNode) -> [[Int]]? {
    let room = layout.boxWidth
    var (rows, width): ([[Int]], Int) = ([[]], 0)
    for (index, option) in picture.options(of: choice).enumerated() {
      let text = signs.option(option.spokenName, isSelected: false, isMultiple: true)
      let taken = Canvas.width(of: text.prefix(room)) + 2
      if taken - 2 > room, !layout.isNarrow { return nil }
      if width > 0, width + taken - 2 > room {
        rows.append([])
        width = 0
      }
      rows[rows.count - 1].append(index)
      width += taken
      if rows.count > Self.optionRowLimit { return nil }
    }
    return rows
  }

  /// Whether the options of a choice stand beside its label: they have room there.
  func hasOptionsInPlace(_ choice: PictureNode) -> Bool {
    // More than so many have no room, whatever they are called.
    guard choice.children.count <= layout.columns else { return false }
    return optionRows(of: choice) != nil
  }

  private func optionLines(of choice: PictureNode, isFocus: Bool) -> [SceneLine] {
    var marked: NodeID?
    if isFocus, case .options(_, let id) = focus { marked = id }
    let options = picture.options(of: choice)
    return (optionRows(of: choice) ?? [[]]).map { indices in
      var line = SceneLine()
      var column = layout.boxColumn
      for index in indices {
        let text = signs.option(
          options[index].spokenName, isSelected: options[index].isSelected,
          isMultiple: choice.kind == .choices)
        line.spans.append(
          .init(
            column: column, text: text, width: layout.columns - column,
            style: options[index].id == marked ? .reverse : [], target: .option(options[index].id)))
        if options[index].id == marked { line.cursor = column + 1 }
        column += Canvas.width(of: text.prefix(layout.columns)) + 2
      }
      return line
    }
  }

  /// Marks the line that has the focus; where several things stand in it, the one behind a column.
  func mark(_ line: inout SceneLine, at column: Int? = nil) {
    line.spans.append(
      .init(
        column: column ?? layout.markColumn, text: signs.focusMark, width: 1, style: .bold))
  }
}
