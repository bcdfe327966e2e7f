import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The rows of a field: its label, its box and its status.
struct FieldLines {
  let page: Page

  private var layout: Layout { page.layout }

  /// Returns the rows of a field, with the cursor if it has the focus.
  func frame(of field: PictureNode, depth: Int) -> Frame {
    let isFocus = page.person.focus.id == field.id
    let indent = layout.indent(depth)
    let label = field.isRequired ? "\(field.spokenName) *" : field.spokenName
    var frame = box(of: field, isFocus: isFocus)
    let isBeside =
      !layout.isNarrow && Canvas.width(of: label.prefix(200)) <= layout.labelWidth - indent
    let status = page.status(of: field)
    let style = page.signs.style(of: field.statusStyle)
    if layout.isNarrow {
      frame.rows += statusRows(status, style, of: field, isFocus: isFocus)
    } else if !status.isEmpty {
      let isShort = field.status == .incomplete
      let rows = TextRows(
        isShort ? missing(status) : status, width: layout.statusWidth,
        limit: layout.statusLimit(isShort: isShort)
      ).rows
      frame.rows += Array(repeating: [], count: max(0, rows.count - frame.rows.count))
      for (index, row) in rows.enumerated() {
        frame.rows[index].append(
          .init(
            column: layout.statusColumn, text: row.text, width: layout.statusWidth, style: style))
      }
    }
    let name = Canvas.Span(
      column: layout.labelColumn + indent, text: label,
      width: isBeside ? layout.labelWidth - indent : layout.textWidth, target: .node(field.id))
    if isBeside {
      frame.rows[0].append(name)
    } else {
      frame.rows.insert([name], at: 0)
      frame.cursor?.row += 1
    }
    if isFocus { frame.rows[0].append(page.mark()) }
    return frame
  }

  /// Returns the missing part of a status that has no room as a whole.
  ///
  /// For example, "2 more" of "15 characters at least: 2 more".
  private func missing(_ status: String) -> String {
    guard Canvas.width(of: status.prefix(400)) > layout.statusWidth,
      let last = status.split(separator: ": ").last,
      Canvas.width(of: last) <= layout.statusWidth
    else { return status }
    return String(last)
  }

  /// Returns the rows of a status below a box.
  ///
  /// The field with the focus has at least one, so that nothing moves when a status comes or goes.
  private func statusRows(
    _ status: String, _ style: Canvas.Style, of field: PictureNode, isFocus: Bool
  ) -> [Canvas.Row] {
    if status.isEmpty { return isFocus ? [[]] : [] }
    let (column, width) = (layout.statusColumn, max(1, layout.statusWidth - 1))
    return TextRows(status, width: width, limit: isFocus || field.isFaulty ? 3 : 1).rows.map {
      [.init(column: column, text: $0.text, width: width, style: style)]
    }
  }

  // MARK: Boxes

  /// Returns the rows of a box.
  ///
  /// A field that cannot be changed has no brackets, and nothing to switch.
  private func box(of field: PictureNode, isFocus: Bool) -> Frame {
    if isFocus,
      let typed = page.box.frame(
        page.person, height: areaHeight(of: field), &page.view, page.memory)
    {
      return typed
    }
    let isOn = field.number(.value) == 1
    switch field.kind {
    case .toggle where !field.isEnabled:
      return box(Words.text(isOn ? "answer.yes" : "answer.no"), of: field)
    case .choice where !field.isEnabled, .choices where !field.isEnabled:
      return box(chosen(of: field), of: field)
    case .toggle:
      var frame = Frame(rows: [[]])
      frame.add(
        page.signs.toggle(isOn: isOn), row: 0, column: layout.boxColumn, isFocus: isFocus,
        target: .option(field.id))
      return frame
    case .choice, .choices:
      if hasOptionsInPlace(field) { return options(of: field) }
      var frame = page.box.frame(
        chosen(of: field), of: field.id, opener: page.signs.opener, isFocus: isFocus,
        ends: ("[", "]"))
      if isFocus { frame.cursor = (0, layout.boxColumn - 1) }
      return frame
    case .secretField:
      let count = min(max(0, field.number(.value) ?? 0), layout.boxRoom)
      return box(String(repeating: page.signs.bullet, count: count), of: field)
    default: return box(field.text(.value), of: field)
    }
  }

  /// Returns the box of a field without the focus.
  private func box(_ text: String, of field: PictureNode) -> Frame {
    let ends = field.isEnabled ? ("[", "]") : (" ", " ")
    guard field.kind == .textArea else { return page.box.frame(text, of: field.id, ends: ends) }
    let height = areaHeight(of: field)
    var rows = TextRows(notLaidOut: text, width: layout.boxRoom)
    rows.layOut(to: 0, andMore: height)
    return page.box.frame(rows, of: field.id, height: height, ends: ends)
  }

  /// Returns the number of visible rows of a text area.
  func areaHeight(of field: PictureNode) -> Int {
    min(max(field.number(.extent) ?? 4, 2), max(2, layout.body.count - 2))
  }

  // MARK: Options

  /// The largest number of rows of options beside a label; more options are in a window.
  private static let optionRowLimit = 4

  /// Returns the selected options of a choice in words.
  func chosen(of choice: PictureNode) -> String {
    Words.list(page.tree.picture.options(of: choice).filter(\.isSelected).map(\.spokenName))
  }

  /// Whether the options of a choice have room beside its label.
  func hasOptionsInPlace(_ choice: PictureNode) -> Bool {
    // A larger number has no room, whatever the labels are.
    choice.children.count <= layout.columns
      && optionRows(page.tree.picture.options(of: choice)) != nil
  }

  /// Returns the rows of options beside a label; `nil` if these are too many.
  ///
  /// A row is as wide as a box: the status is at the right of it.
  private func optionRows(_ options: [PictureNode]) -> [[PictureNode]]? {
    let room = layout.boxWidth
    var (rows, width): ([[PictureNode]], Int) = ([[]], 0)
    for option in options {
      let text = page.signs.option(option.spokenName, isSelected: false, isMultiple: true)
      let taken = Canvas.width(of: text.prefix(room)) + 2
      if taken - 2 > room, !layout.isNarrow { return nil }
      if width > 0, width + taken - 2 > room {
        rows.append([])
        width = 0
      }
      rows[rows.count - 1].append(option)
      width += taken
      if rows.count > Self.optionRowLimit { return nil }
    }
    return rows
  }

  private func options(of choice: PictureNode) -> Frame {
    var marked: NodeID?
    if case .options(choice.id, let id) = page.person.focus { marked = id }
    var frame = Frame()
    for options in optionRows(page.tree.picture.options(of: choice)) ?? [[]] {
      frame.rows.append([])
      var column = layout.boxColumn
      for option in options {
        let text = page.signs.option(
          option.spokenName, isSelected: option.isSelected, isMultiple: choice.kind == .choices)
        frame.add(
          text, row: frame.rows.count - 1, column: column, width: layout.columns - column,
          isFocus: option.id == marked, target: .option(option.id))
        column += Canvas.width(of: text.prefix(layout.columns)) + 2
      }
    }
    return frame
  }
}
