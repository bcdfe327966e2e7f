import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The rows of a field: its label, its box and its status.
struct FieldLines {
  let page: Page

  private var layout: Layout { page.layout }

  func frame(of field: PictureNode, depth: Int) -> Frame {
    let isFocus = page.user.focus.id == field.id
    let indent = layout.indent(depth)
    let label = field.isRequired ? "\(field.spokenName) *" : field.spokenName
    let room = layout.labelWidth - indent
    let isBeside = !layout.isNarrow && Canvas.width(of: label.prefix(200)) <= room
    var frame = box(of: field, isFocus: isFocus)
    addStatus(of: field, isFocus: isFocus, to: &frame)
    let name = Canvas.Span(
      label, at: layout.labelColumn + indent, width: isBeside ? room : layout.textWidth,
      to: .node(field.id))
    if isBeside {
      frame.rows[0].append(name)
    } else {
      frame.rows.insert([name], at: 0)
      frame.cursor?.row += 1
    }
    if isFocus { frame.rows[0].append(page.mark()) }
    return frame
  }

  private func addStatus(of field: PictureNode, isFocus: Bool, to frame: inout Frame) {
    let status = page.status(of: field)
    // Below the box, the focus has a row for it: nothing moves when a status comes or goes.
    if status.isEmpty, !layout.isNarrow || !isFocus { return }
    let (column, style) = (layout.statusColumn, page.glyphs.style(of: field.statusStyle))
    if layout.isNarrow {
      let width = max(1, layout.statusWidth - 1)
      let limit = isFocus || field.isFaulty ? 3 : 1
      frame.rows += TextRows(status, width: width, limit: limit)
        .spans(at: column, width: width, style)
    } else {
      let (isShort, width) = (field.status == .incomplete, layout.statusWidth)
      let limit = layout.statusLimit(isShort: isShort)
      let rows = TextRows(isShort ? missing(status) : status, width: width, limit: limit)
        .spans(at: column, width: width, style)
      frame.rows += Array(repeating: [], count: max(0, rows.count - frame.rows.count))
      for (index, row) in rows.enumerated() { frame.rows[index] += row }
    }
  }

  /// Returns what is missing if a status has no room: "2 more" of "15 characters at least: 2 more".
  private func missing(_ status: String) -> String {
    guard Canvas.width(of: status.prefix(400)) > layout.statusWidth,
      let last = status.split(separator: ": ").last,
      Canvas.width(of: last) <= layout.statusWidth
    else { return status }
    return String(last)
  }

  // MARK: Boxes

  /// Returns the rows of a box; a field that cannot be changed has no brackets, and no options.
  private func box(of field: PictureNode, isFocus: Bool) -> Frame {
    if isFocus,
      let typed = page.box.frame(
        page.user, height: areaHeight(of: field), &page.view, page.scene)
    {
      return typed
    }
    let brackets = field.isEnabled ? ("[", "]") : (" ", " ")
    switch field.kind {
    case .toggle where field.isEnabled:
      var frame = Frame(rows: [[]])
      frame.add(
        page.glyphs.toggle(isOn: field.number(.value) == 1), at: layout.boxColumn, isFocus: isFocus,
        to: .option(field.id))
      return frame
    case .choice where field.isEnabled, .choices where field.isEnabled:
      if hasOptionsInPlace(field) { return options(of: field) }
      var frame = page.box.frame(
        text(of: field), of: field.id, opener: page.glyphs.opener, isFocus: isFocus)
      if isFocus { frame.cursor = (0, layout.boxColumn - 1) }
      return frame
    case .textArea:
      let height = areaHeight(of: field)
      var rows = TextRows(notLaidOut: field.text(.value), width: layout.boxRoom)
      rows.layOut(to: 0, andMore: height)
      return page.box.frame(rows, of: field.id, height: height, brackets)
    default: return page.box.frame(text(of: field), of: field.id, brackets)
    }
  }

  private func text(of field: PictureNode) -> String {
    switch field.kind {
    case .toggle: FrontEndMessages.text(field.number(.value) == 1 ? "answer.yes" : "answer.no")
    case .choice, .choices:
      FrontEndMessages.list(
        page.tree.picture.options(of: field).filter(\.isSelected).map(\.spokenName))
    case .secretField:
      String(repeating: page.glyphs.bullet, count: min(field.count(.value), layout.boxRoom))
    default: field.text(.value)
    }
  }

  func areaHeight(of field: PictureNode) -> Int {
    min(max(field.number(.extent) ?? 4, 2), max(2, layout.body.count - 2))
  }

  // MARK: Options

  /// The largest number of rows of options beside a label; more options are in a window.
  private static let optionRowLimit = 4

  func hasOptionsInPlace(_ choice: PictureNode) -> Bool {
    // A larger number has no room, whatever the labels are.
    choice.children.count <= layout.columns
      && optionRows(page.tree.picture.options(of: choice)) != nil
  }

  /// Returns the rows of options, which are as wide as a box; `nil` if these are too many.
  private func optionRows(_ options: [PictureNode]) -> [[PictureNode]]? {
    let room = layout.boxWidth
    var (rows, width): ([[PictureNode]], Int) = ([[]], 0)
    for option in options {
      let text = page.glyphs.option(option.spokenName, isSelected: false, isMultiple: true)
      let taken = Canvas.width(of: text.prefix(room))
      if taken > room, !layout.isNarrow { return nil }
      if width > 0, width + taken > room {
        rows.append([])
        width = 0
      }
      rows[rows.count - 1].append(option)
      width += taken + 2
    }
    return rows.count > Self.optionRowLimit ? nil : rows
  }

  private func options(of choice: PictureNode) -> Frame {
    var frame = Frame()
    for options in optionRows(page.tree.picture.options(of: choice)) ?? [[]] {
      frame.rows.append([])
      var column = layout.boxColumn
      for option in options {
        let text = page.glyphs.option(
          option.spokenName, isSelected: option.isSelected, isMultiple: choice.kind == .choices)
        frame.add(
          text, at: column, width: layout.columns - column,
          isFocus: page.user.focus == .options(choice.id, marked: option.id),
          to: .option(option.id))
        column += Canvas.width(of: text.prefix(layout.columns)) + 2
      }
    }
    return frame
  }
}
