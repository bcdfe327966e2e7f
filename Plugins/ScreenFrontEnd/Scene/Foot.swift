import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The rows below the form: a rule, the help, and the keys.
struct Foot {
  let page: Page

  private var picture: Picture { page.tree.picture }

  /// Returns the rows: the most important ones if there is little room.
  func rows() -> [Canvas.Row] {
    let layout = page.layout
    if layout.footRows == 0, page.person.message == nil { return [] }
    let help: [Canvas.Row] =
      remark.map { remark in
        TextRows(remark.text, width: max(1, layout.columns - 2), limit: layout.helpLimit).rows
          .map { row($0.text, page.signs.style(of: remark.style)) }
      } ?? []
    if layout.footRows == 0 { return Array(help.prefix(1)) }
    let keys = row(hints.joinedKeys(columns: layout.columns - 1))
    return layout.footRows == 1
      ? [help.first ?? keys] : [[]] + (help.isEmpty ? [[]] : help) + [keys]
  }

  /// Returns the row above the help, with the numbers of rows that are not shown.
  func rule(_ hidden: Body.Hidden) -> Canvas.Row {
    var parts: [String] = []
    if hidden.above > 0 { parts.append(Words.line("form.above", count: hidden.above)) }
    if hidden.below > 0 { parts.append(Words.line("form.below", count: hidden.below)) }
    let width = max(0, page.layout.columns - 2)
    let rule = { String(repeating: page.signs.rule, count: max(0, $0)) }
    guard !parts.isEmpty else { return row(rule(width)) }
    let text = " \(parts.joined(separator: "  ")) "
    return row(rule(2) + text + rule(width - 2 - Canvas.width(of: text)))
  }

  /// Returns a row of its own, in all of the columns but the first.
  private func row(_ text: String, _ style: Canvas.Style = []) -> Canvas.Row {
    [.init(column: 1, text: text, width: max(1, page.layout.columns - 1), style: style)]
  }

  // MARK: Help

  /// The text of the help row.
  ///
  /// This is the last message, or the status that has no room beside the focus, or the help of the focus, or the fault
  /// of the field that was left.
  var remark: Remark? {
    if let message = page.markedMessage { return message }
    guard let node = page.focusNode else { return nil }
    if let status = statusWithoutRoom(of: node) { return Remark(status, node.statusStyle) }
    for property in [Property.detail, .placeholder, .explanation]
    where property != .explanation || !node.kind.isField {
      let text = node.text(property)
      if !text.isEmpty { return Remark(text) }
    }
    guard let left = page.person.formerFocus.flatMap({ picture[$0] }), left.isFaulty,
      let status = statusWithoutRoom(of: left)
    else { return nil }
    return Remark(Words.about(left.spokenName, status), left.statusStyle)
  }

  /// Returns the status of a field if it is news that has no room beside the field.
  private func statusWithoutRoom(of field: PictureNode) -> String? {
    // In a narrow form it is below the box.
    guard field.kind.isField, !page.layout.isNarrow else { return nil }
    let isHidden = page.hasHiddenSecret(field)
    guard field.isFaulty || field.status == .unverified || field.status == .incomplete || isHidden
    else { return nil }
    let status = isHidden ? page.status(of: field) : page.statusText.text(of: field)
    return page.layout.hasRoom(beside: status, isShort: field.status == .incomplete) ? nil : status
  }

  // MARK: Keys

  /// The useful keys, the most useful first; the last ones are those of the help and for leaving.
  private var hints: [String] {
    let names: [String]
    switch page.person.keyboard {
    case .chord: names = ["keys.chord"]
    case .window(let popup) where popup.kind == .suggestions:
      names = ["keys.mark", "keys.take", "keys.next", "keys.close"]
    case .window(let popup):
      names =
        (popup.kind == .choices
          ? ["keys.mark", "keys.switch", "keys.done", "keys.search"]
          : ["keys.mark", "keys.choose", "keys.search"])
        + [popup.filter.isEmpty ? "keys.close" : "keys.unfilter"]
    case .form, .help:
      if let alert = picture.alert { return hints(at: alert.children.compactMap { picture[$0] }) }
      if picture.isOccupied {
        names = [page.person.readsEscape ? "keys.leave" : "keys.leave.interrupt"]
      } else {
        names =
          (page.focusNode.map { hints(at: $0) } ?? [])
          + ["keys.help", page.tree.isPrompt ? "keys.leave.end" : "keys.leave"]
      }
    }
    return names.map { Words.line($0) }
  }

  /// Returns the useful keys at the answers to a question.
  private func hints(at answers: [PictureNode]) -> [String] {
    let safe = answers.first { $0.role == .cancel }
    return [Words.line("keys.choose")]
      + (answers.last?.id == picture.focus ? [] : [Words.line("keys.next")])
      + [
        safe.map { Words.line("keys.safe", ["button": $0.spokenName]) } ?? Words.line("keys.leave")
      ]
  }

  private func hints(at node: PictureNode) -> [String] {
    let hasNext = hasStop(from: node.id, isBack: false)
    if node.kind == .row {
      let list = node.parent.flatMap { picture[$0] }
      return ["keys.open", "keys.page"] + (list.map(isSortable) == true ? ["keys.sort"] : [])
        + (hasNext ? ["keys.behind"] : [])
    }
    // At the last place only the way back is useful.
    let way = hasNext ? ["keys.next"] : hasStop(from: node.id, isBack: true) ? ["keys.back"] : []
    let submit = page.tree.submitButton == nil ? [] : ["keys.submit"]
    return switch node.kind {
    case .button: ["keys.press"] + way + submit
    case .textArea: way + ["keys.line"] + submit
    case .secretField: way + ["keys.reveal"] + submit
    case .choice, .choices, .toggle: way + ["keys.switch"] + submit
    default: way + (hasNext ? ["keys.back"] : []) + submit
    }
  }

  /// Whether the focus can move to a later place, or to an earlier one.
  private func hasStop(from id: NodeID, isBack: Bool) -> Bool {
    guard let place = page.tree.place(of: id) else { return false }
    // There may be other buttons beside a button; Tab leaves all rows of a list.
    if case .buttons(let ids) = page.tree.outline.entries[place].item {
      let stops = ids.filter { picture[$0]?.isEnabled == true }
      if id != (isBack ? stops.first : stops.last) { return true }
    }
    return page.tree.outline.stop(from: place, isBack: isBack, in: picture) != nil
  }

  /// Whether a number typed at a row sorts by the column above it.
  private func isSortable(_ list: PictureNode) -> Bool {
    list.layout == .table
      && page.lists.shape(of: list).columns.prefix(9).contains { $0[.order] != nil }
  }
}

/// The rows above the form: its title and the status of the screen.
///
/// The title includes the number of answers or faults.
struct Head {
  private let tree: Tree
  private let columns: Int
  /// The number of answered fields, or of faults after a refusal; empty if there is nothing to submit.
  private let count: String

  init(_ tree: Tree, faultsLeft: Int?, columns: Int) {
    (self.tree, self.columns) = (tree, columns)
    // Values that a list is searched and sorted by are no answers.
    let isForm = tree.outline.lists.isEmpty || tree.submitButton != nil
    let total = tree.picture.screen?.number(.total) ?? 0
    let answered = tree.picture.screen?.number(.answered) ?? 0
    count =
      if let faultsLeft {
        Words.faultsLeft(faultsLeft, key: "^S")
      } else if isForm && total > 1 {
        Words.line("form.answered", ["answered": "\(answered)"], count: total)
      } else {
        ""
      }
  }

  func rows(_ statusText: StatusText) -> [Canvas.Row] {
    let title = tree.picture.title
    let countWidth = Canvas.width(of: count)
    let nameWidth = min(20, Canvas.width(of: title.prefix(20)))
    let isCounted = countWidth > 0 && columns >= countWidth + nameWidth + 4
    var row: Canvas.Row = [
      .init(
        column: 1, text: title,
        width: max(1, columns - 2 - (isCounted ? countWidth + 2 : 0)), style: .bold)
    ]
    if isCounted { row.append(.init(column: columns - 1 - countWidth, text: count)) }
    return [row]
      + remarks(title).flatMap { remark in
        let style = Signs(hasMarks: statusText.hasMarks).style(of: remark.style)
        let text = statusText.marked(remark.text, remark.style)
        return TextRows(text, width: max(1, columns - 2)).rows.prefix(3).map {
          [Canvas.Span(column: 1, text: $0.text, style: style)]
        }
      }
  }

  /// Returns the reason why the screen waits or is blocked, and the notices.
  private func remarks(_ title: String) -> [Remark] {
    var remarks: [Remark] = []
    if let screen = tree.picture.screen {
      switch screen.status {
      case .loading, .waiting, .checking, .submitting:
        remarks.append(Remark(Words.busy(screen, title: title)))
      case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .failed, .done:
        if let text = Words.statement(of: screen, title: title) {
          remarks.append(Remark(text, screen.statusStyle))
        }
      }
    }
    return remarks
      + tree.outline.notices.compactMap { tree.picture[$0] }.compactMap { notice in
        Words.statement(of: notice, title: title).map { Remark($0, notice.statusStyle) }
      }
  }
}

/// The sections of a long form, each with the number of its answers, beside the form.
struct Sections {
  let page: Page

  /// Puts them beside the rows of the form.
  func put(on frame: inout Frame) {
    let (layout, outline) = (page.layout, page.tree.outline)
    guard layout.sideWidth > 0 else { return }
    let place = page.person.focus.id.flatMap { page.tree.place(of: $0) } ?? page.view.top.place
    let section = outline.section(of: place)
    let start = outline.sections[section]
    // The entries after the last section are in none.
    let isWithin = place == start || place > start && outline.entries[place].depth > 0
    let first = max(
      0, min(section - frame.body.count / 2, outline.sections.count - frame.body.count))
    for (row, index) in zip(frame.body, outline.sections.indices.dropFirst(first)) {
      guard case .heading(let id) = outline.entries[outline.sections[index]].item,
        let group = page.tree.picture[id]
      else { continue }
      let count = group.number(.total).map { "\(group.number(.answered) ?? 0)/\($0)" } ?? ""
      let (isCurrent, end) = (isWithin && index == section, layout.sideWidth - 1 - count.utf8.count)
      frame.rows[row] += [
        .init(
          column: 3, text: group.text(.label), width: max(1, end - 4),
          style: isCurrent ? .bold : [], target: .node(id)),
        .init(column: end, text: count),
      ]
      if isCurrent { frame.rows[row].append(.init(column: 1, text: page.signs.focusMark)) }
    }
  }

  /// Returns the number of columns that the sections need, in steps of four.
  ///
  /// A label that becomes longer seldom moves the form.
  static func width(in tree: Tree) -> Int {
    let needs = tree.outline.sections.prefix(100).map { place in
      guard case .heading(let id) = tree.outline.entries[place].item, let group = tree.picture[id]
      else { return 0 }
      let count = group.number(.total).map { "\($0)".utf8.count * 2 + 1 } ?? 0
      return 7 + Canvas.width(of: group.text(.label).prefix(40)) + count
    }
    return ((needs.max() ?? 0) + 3) / 4 * 4
  }
}
