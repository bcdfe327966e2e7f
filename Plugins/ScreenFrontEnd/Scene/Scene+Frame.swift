import Conversation
import FormworkCanvas
import FormworkFrontEnd

extension Scene {
  // MARK: Below the form

  /// A rule, the help and the keys, in the last rows.
  mutating func addFoot(to rows: inout [SceneLine]) {
    guard layout.footRows > 0 else { return }
    let last = layout.rows - 1
    let (help, keys) = foot ?? (helpLine, keyLine)
    foot = (help, keys)
    if layout.footRows == 1 { return rows[last] = line(of: help ?? keys) }
    rows[last - 2] = rule
    if let help { rows[last - 1] = line(of: help) }
    rows[last] = line(of: keys)
  }

  private var keyLine: Remark {
    Remark(Words.line(keyHint).cutBetweenKeys(columns: layout.columns - 1))
  }

  /// A line of its own, in all of the columns but the first.
  func line(of remark: Remark) -> SceneLine {
    SceneLine(spans: [
      .init(
        column: 1, text: remark.text, width: max(1, layout.columns - 1),
        style: canvasWords.style(of: remark.style))
    ])
  }

  /// What helps where the person is: what has just been said, else what has no room at the right, else the help of
  /// the field.
  var helpLine: Remark? {
    if let message { return message }
    guard let node = focus.id.flatMap({ picture[$0] }) else { return nil }
    let status = statusText.text(of: node)
    // Where there is little room, it stands below the box.
    if node.kind.isField, !layout.isNarrow,
      Canvas.width(of: status.prefix(400)) > layout.statusWidth
    {
      let isNews = node.isFaulty || node.status == .unverified || node.status == .incomplete
      if isNews, !status.isEmpty { return Remark(status, node.statusStyle) }
    }
    for property in [Property.detail, .placeholder, .explanation]
    where !node.text(property).isEmpty {
      if property == .explanation && node.kind.isField { continue }
      return Remark(node.text(property))
    }
    return nil
  }

  private var keyHint: String {
    if case .chord = keyboard { return "keys.chord" }
    if picture.alert != nil { return "keys.alert" }
    if picture.isOccupied { return "keys.busy" }
    guard let node = focus.id.flatMap({ picture[$0] }) else { return "keys.screen" }
    return switch node.kind {
    case .row: "keys.row"
    case .textArea: "keys.area"
    case .secretField: "keys.secret"
    case .choice, .choices, .toggle: "keys.choice"
    default: "keys.field"
    }
  }

  // MARK: Beside the form

  /// The sections of a long form, each with how much of it is answered.
  func addSections(to rows: inout [SceneLine]) {
    guard layout.sideWidth > 0 else { return }
    let place = focus.id.flatMap { outline.place(of: $0, in: picture) } ?? top.place
    let current = outline.sections.lastIndex { $0 <= place } ?? 0
    let room = layout.body.count
    let first = max(0, min(current - room / 2, outline.sections.count - room))
    for (row, index) in zip(layout.body, outline.sections.indices.dropFirst(first)) {
      guard case .heading(let id) = outline.entries[outline.sections[index]].item,
        let group = picture[id]
      else { continue }
      let total = group.number(.total)
      let count = total.map { "\(group.number(.answered) ?? 0)/\($0)" } ?? ""
      let isCurrent = index == current && outline.sections[index] <= place
      let width = layout.sideWidth - 4 - count.utf8.count
      rows[row].spans += [
        .init(
          column: 3, text: group.text(.label), width: max(1, width),
          style: isCurrent ? .bold : [], target: .node(id)),
        .init(column: layout.sideWidth - 1 - count.utf8.count, text: count),
      ]
      if isCurrent { rows[row].spans.append(.init(column: 1, text: canvasWords.focusMark)) }
    }
  }

  // MARK: Upon the form

  /// A window in the middle, or below a row: where its content may be drawn.
  ///
  /// Where there is little room, it has no frame, and all of the terminal.
  mutating func drawBox(
    rows height: Int, columns width: Int, below row: Int? = nil, from column: Int? = nil,
    on canvas: inout Canvas
  ) -> (rows: Range<Int>, columns: Range<Int>) {
    if layout.isTight {
      let (rows, columns) = (0..<canvas.rows, 0..<canvas.columns)
      clear(rows: rows, columns: columns, on: &canvas)
      canvas.cursor = nil
      return (rows, columns)
    }
    let height = min(height + 2, canvas.rows)
    let width = min(width + 4, canvas.columns)
    var top = (canvas.rows - height) / 2
    if let row {
      top = row + 1 + height <= canvas.rows ? row + 1 : max(0, row - height)
    }
    let left = min(column ?? (canvas.columns - width) / 2, canvas.columns - width)
    let (rows, columns) = (top..<top + height, left..<left + width)
    clear(rows: rows, columns: columns, on: &canvas)
    let corners = canvasWords.corners
    for (row, ends) in [
      (top, (corners.topLeft, corners.topRight)),
      (top + height - 1, (corners.bottomLeft, corners.bottomRight)),
    ] {
      canvas.fill(row: row, columns: left + 1..<left + width - 1, with: canvasWords.rule)
      canvas.put(ends.0, row: row, column: left)
      canvas.put(ends.1, row: row, column: left + width - 1)
    }
    for row in rows.dropFirst().dropLast() {
      canvas.put(canvasWords.side, row: row, column: left)
      canvas.put(canvasWords.side, row: row, column: left + width - 1)
    }
    canvas.cursor = nil
    return (top + 1..<max(top + 1, top + height - 1), left + 2..<max(left + 2, left + width - 2))
  }

  /// The question that has to be answered first, with its buttons: side by side, or one below the other.
  mutating func drawAlert(on canvas: inout Canvas) {
    guard let alert = picture.alert else { return }
    let width = layout.isTight ? layout.columns : min(layout.columns - 8, 64)
    var texts = [Remark(alert.text(.label), .title)]
    texts += [alert.text(.explanation), alert.text(.detail)].filter { !$0.isEmpty }.map {
      Remark($0)
    }
    if let message { texts.append(message) }
    let lines = texts.flatMap { text in
      TextRows(text.text, width: width).rows.map {
        ($0.text, canvasWords.style(of: text.style))
      }
    }
    let buttons = alert.children.compactMap { picture[$0] }.filter { $0.kind == .button }
    let labels = buttons.map { canvasWords.button($0) }
    let sum = labels.reduce(-2) { $0 + Canvas.width(of: $1.prefix(100)) + 2 }
    let isStacked = sum > width || buttons.count > 3
    let most = layout.isTight ? layout.rows : layout.rows - 2
    let textCount = min(lines.count, max(1, most - 2))
    let buttonRows = min(
      isStacked ? buttons.count : min(1, buttons.count), max(1, most - textCount))
    let gap = textCount + buttonRows < most && !buttons.isEmpty ? 1 : 0
    let longest = lines.prefix(textCount).map { Canvas.width(of: $0.0) }.max() ?? 0
    let content = max(
      longest, isStacked ? labels.map { Canvas.width(of: $0.prefix(100)) }.max() ?? 0 : sum)
    let box = drawBox(
      rows: textCount + gap + buttonRows, columns: min(width, max(20, content)), on: &canvas)
    for (row, line) in zip(box.rows, lines.prefix(textCount)) {
      canvas.put(
        line.0, row: row, column: box.columns.lowerBound, width: box.columns.count, style: line.1)
    }
    let focused = buttons.firstIndex { $0.id == picture.focus } ?? 0
    let firstRow = box.rows.lowerBound + textCount + gap
    if isStacked {
      alertTop = Self.first(buttonRows, of: buttons.count, at: focused, alertTop)
      for (offset, index) in (alertTop..<min(buttons.count, alertTop + buttonRows)).enumerated() {
        drawButton(
          buttons[index], at: (firstRow + offset, box.columns.lowerBound), width: box.columns.count,
          on: &canvas)
      }
    } else {
      var column = box.columns.lowerBound
      for button in buttons {
        column +=
          2 + drawButton(button, at: (firstRow, column), width: box.columns.count, on: &canvas)
      }
    }
  }

  @discardableResult
  private mutating func drawButton(
    _ button: PictureNode, at place: (row: Int, column: Int), width: Int, on canvas: inout Canvas
  ) -> Int {
    let isFocus = picture.focus == button.id
    let text = canvasWords.button(button)
    let taken = min(Canvas.width(of: text.prefix(400)), width)
    draw(
      SceneLine(
        spans: [
          .init(
            column: place.column, text: text, width: taken, style: isFocus ? .reverse : [],
            target: .node(button.id))
        ], cursor: isFocus ? place.column + 2 : nil),
      place.row, on: &canvas)
    return taken
  }

  /// What has the keyboard in the place of the form.
  mutating func drawWindow(on canvas: inout Canvas) {
    switch keyboard {
    case .form, .chord: break
    case .choosing(let popup), .completing(let popup): draw(popup, on: &canvas)
    case .help(let page): drawHelp(page: page, on: &canvas)
    }
  }

  private mutating func draw(_ popup: Popup, on canvas: inout Canvas) {
    let row =
      focus.id.flatMap { id in
        hits.first { hit in
          switch hit.target {
          case .text(id, _, _): true
          default: false
          }
        }?.row
      } ?? canvas.cursor?.row ?? layout.body.lowerBound
    let matches = popup.matches
    let isFiltered: Bool
    if case .choosing = keyboard { isFiltered = true } else { isFiltered = false }
    let labels = matches.map { option in
      popup.isMultiple ? "[\(option.isSelected ? "x" : " ")] \(option.label)" : option.label
    }
    let head = isFiltered ? 1 : 0
    let most = max(
      1, (layout.isTight ? canvas.rows : max(row, canvas.rows - row - 1) - 2) - head)
    let height = min(max(1, matches.count), most, 10)
    let width = min(
      max(
        layout.boxWidth - 4,
        popup.options.prefix(200).map { Canvas.width(of: $0.label.prefix(80)) }.max().map { $0 + 4 }
          ?? 0),
      layout.columns - 4)
    let formCursor = canvas.cursor
    let box = drawBox(
      rows: height + head, columns: width, below: row, from: layout.boxColumn, on: &canvas)
    if isFiltered {
      let filter = popup.filter.isEmpty ? Words.line("popup.filter") : popup.filter
      let shown = canvas.put(
        filter, row: box.rows.lowerBound, column: box.columns.lowerBound, width: box.columns.count)
      canvas.cursor = (
        box.rows.lowerBound,
        box.columns.lowerBound + (popup.filter.isEmpty ? 0 : min(shown, box.columns.count - 1))
      )
    } else {
      canvas.cursor = layout.isTight ? nil : formCursor
    }
    let first = min(max(0, popup.index - height + 1), max(0, matches.count - height))
    if matches.isEmpty {
      canvas.put(
        Words.line("popup.nothing"), row: box.rows.lowerBound + head,
        column: box.columns.lowerBound, width: box.columns.count)
    }
    for (offset, index) in (first..<min(matches.count, first + height)).enumerated() {
      draw(
        SceneLine(spans: [
          .init(
            column: box.columns.lowerBound, text: labels[index], width: box.columns.count,
            style: index == popup.index ? .reverse : [], target: .entry(index))
        ]), box.rows.lowerBound + head + offset, on: &canvas)
    }
  }

  private mutating func drawHelp(page: Int, on canvas: inout Canvas) {
    let width = layout.columns - (layout.isTight ? 0 : 6)
    let lines = [
      "help.move", "help.enter", "help.edit", "help.more", "help.choose", "help.list",
      "help.secret",
      "help.sections", "help.outside", "help.anew", "help.leave",
    ].flatMap { TextRows(Words.line($0), width: width).rows.map(\.text) }
    let ends = TextRows(Words.line("help.close"), width: width).rows.map(\.text)
    let content = (lines + ends).map { Canvas.width(of: $0) }.max() ?? 0
    let box = drawBox(
      rows: lines.count + ends.count, columns: min(width, content), on: &canvas)
    let room = max(1, box.rows.count - ends.count)
    let first = room * (page % max(1, (lines.count + room - 1) / room))
    for (row, line) in zip(box.rows, Array(lines.dropFirst(first).prefix(room)) + ends) {
      canvas.put(line, row: row, column: box.columns.lowerBound, width: box.columns.count)
    }
  }

  // MARK: A terminal that is too small

  /// The one field, and that there is no room for more.
  mutating func drawLeast(on canvas: inout Canvas) {
    let node = (picture.alert.flatMap { _ in picture.focus } ?? focus.id).flatMap { picture[$0] }
    var line = SceneLine()
    if let alert = picture.alert, canvas.rows > 2 {
      draw(
        SceneLine(spans: [.init(column: 0, text: alert.text(.label), width: canvas.columns)]),
        canvas.rows - 2, on: &canvas)
    }
    switch (node?.kind, focus) {
    case (nil, _): line.spans.append(.init(column: 0, text: picture.title))
    case (.button?, _):
      line.spans.append(
        .init(column: 0, text: node.map { canvasWords.button($0) } ?? "", style: .reverse))
      line.cursor = 2
    case (_, .text(_, let editor)):
      let label =
        node?.spokenName.cut(columns: canvas.columns / 2, sign: canvasWords.ellipsis) ?? ""
      let column = Canvas.width(of: label) + 1
      let window = TextWindow(editor, from: 0, width: max(1, canvas.columns - column))
      line.spans = [.init(column: 0, text: label), .init(column: column, text: window.text)]
      line.cursor = column + window.cursor
    case (_, .secret(_, let count, _)):
      let label =
        node?.spokenName.cut(columns: canvas.columns / 2, sign: canvasWords.ellipsis) ?? ""
      let column = Canvas.width(of: label) + 1
      let shown = min(count, max(0, canvas.columns - column - 1))
      line.spans = [
        .init(column: 0, text: label),
        .init(column: column, text: String(repeating: canvasWords.bullet, count: shown)),
      ]
      line.cursor = column + shown
    default:
      guard let node else { break }
      let label = node.spokenName.cut(columns: canvas.columns / 2, sign: canvasWords.ellipsis)
      let value =
        switch node.kind {
        case .toggle: canvasWords.toggle(isOn: node.number(.value) == 1)
        case .choice, .choices:
          Words.list(picture.options(of: node).filter(\.isSelected).map(\.spokenName))
        default: node.text(.value)
        }
      line.spans = [
        .init(column: 0, text: label),
        .init(column: Canvas.width(of: label) + 1, text: value, style: .reverse),
      ]
      line.cursor = Canvas.width(of: label) + 1
    }
    draw(line, 0, on: &canvas)
    guard canvas.rows > 1 else { return }
    let hint =
      message?.text
      ?? Words.line(
        "screen.small", ["rows": "\(Layout.least.rows)"], count: Layout.least.columns)
    draw(
      SceneLine(spans: [.init(column: 0, text: hint, width: canvas.columns)]), canvas.rows - 1,
      on: &canvas)
  }
}
