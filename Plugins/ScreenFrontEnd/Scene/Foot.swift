import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The rows below the form: a rule, the help, and the keys.
struct Foot {
  let page: Page

  private var picture: ViewTreeReplica { page.tree.picture }

  /// Returns the rows: the most important ones if there is little room.
  func rows() -> [Canvas.Row] {
    let layout = page.layout
    if layout.isTooSmall { return rowsOfSize() }
    if layout.footRows == 0, page.user.message == nil { return [] }
    var help: [Canvas.Row] = []
    for line in helpLines where help.count < layout.helpLimit {
      help += TextRows(
        line.text, width: layout.columns - 2, limit: layout.helpLimit - help.count
      ).spans(at: 1, width: max(1, layout.columns - 1), page.glyphs.style(of: line.style))
    }
    if layout.footRows == 0 { return Array(help.prefix(1)) }
    var keys = hints
    // The second one goes first: the last ones are those of the help and for leaving.
    while keys.count > 2, Canvas.width(of: keys.joined(separator: "  ")) > layout.columns - 1 {
      keys.remove(at: 1)
    }
    let keyRow = row(keys.joined(separator: "  "))
    return layout.footRows == 1
      ? [help.first ?? keyRow] : [[]] + (help.isEmpty ? [[]] : help) + [keyRow]
  }

  private func rowsOfSize() -> [Canvas.Row] {
    let (layout, least) = (page.layout, Layout.least)
    let size = [
      "size": "\(layout.columns) x \(layout.rows)", "least": "\(least.columns) x \(least.rows)",
    ]
    let line = page.markedMessage ?? OutputLine(sentences.text("screen.small", size))
    return TextRows(line.text, width: layout.columns, limit: layout.rows / 2)
      .spans(at: 0, width: layout.columns, page.glyphs.style(of: line.style))
  }

  /// Returns the row above the help, with the numbers of rows that are not shown.
  func rule(_ hidden: Body.Hidden) -> Canvas.Row {
    var text = ""
    if hidden.above > 0 { text += "  " + sentences.text("form.above", count: hidden.above) }
    if hidden.below > 0 { text += "  " + sentences.text("form.below", count: hidden.below) }
    text = text.isEmpty ? "" : "\(text.dropFirst()) "
    func rule(_ width: Int) -> String { String(repeating: page.glyphs.rule, count: max(0, width)) }
    let width = page.layout.columns - 2
    return row(rule(min(2, width)) + text + rule(width - 2 - Canvas.width(of: text)))
  }

  private func row(_ text: String) -> Canvas.Row {
    [.init(text, at: 1, width: max(1, page.layout.columns - 1))]
  }

  // MARK: Help

  /// The texts of the help, the most important first.
  private var helpLines: [OutputLine] {
    let (message, node) = (page.markedMessage, page.focusNode)
    let status = message?.style == .fault ? nil : node.flatMap { statusWithoutRoom(of: $0) }
    if message != nil || status != nil { return [message, status].compactMap { $0 } }
    guard let node else { return [] }
    let help =
      [node.text(.detail), node.text(.placeholder)]
      + (node.kind.isField ? [] : [node.text(.explanation)])
    if let text = help.first(where: { !$0.isEmpty }) { return [OutputLine(text)] }
    guard let left = page.user.previousFocus.flatMap({ picture[$0] }), left.isFaulty,
      let status = statusWithoutRoom(of: left)
    else { return [] }
    return [OutputLine(FrontEndMessages.about(left.spokenName, status.text), status.style)]
  }

  /// Returns the status of a field if it is news that has no room beside the field.
  private func statusWithoutRoom(of field: PictureNode) -> OutputLine? {
    // In a narrow form it is below the box.
    guard field.kind.isField, !page.layout.isNarrow else { return nil }
    let isHidden = page.hasHiddenSecret(field)
    guard isHidden || field.isFaulty || [.unverified, .incomplete].contains(field.status)
    else { return nil }
    let status = isHidden ? page.status(of: field) : page.statusText.text(of: field)
    return page.layout.hasRoom(beside: status, isShort: field.status == .incomplete)
      ? nil : OutputLine(status, field.statusStyle)
  }

  // MARK: Keys

  /// The useful keys, the most useful first; the last ones are those of the help and for leaving.
  private var hints: [String] {
    let names: [String]
    switch page.user.keyboard {
    case .chord: names = ["keys.chord"]
    case .window(let popup):
      let close = popup.filter.isEmpty ? "keys.close" : "keys.unfilter"
      names =
        switch popup.kind {
        case .suggestions: ["keys.mark", "keys.take", "keys.next", close]
        case .choices: ["keys.mark", "keys.switch", "keys.done", "keys.search", close]
        case .choice: ["keys.mark", "keys.choose", "keys.search", close]
        }
    case .form, .help:
      if let alert = picture.alert { return hints(at: picture.children(of: alert)) }
      if picture.isOccupied {
        names = [page.user.readsEscape ? "keys.leave" : "keys.leave.interrupt"]
      } else {
        names =
          (page.focusNode.map { hints(at: $0) } ?? [])
          + ["keys.help", page.tree.isPrompt ? "keys.leave.end" : "keys.leave"]
      }
    }
    return names.map { sentences.text($0) }
  }

  private func hints(at answers: [PictureNode]) -> [String] {
    let safe = answers.first { $0.role == .cancel }
    return [sentences.text("keys.choose")]
      + (answers.last?.id == picture.focus ? [] : [sentences.text("keys.next")])
      + [
        safe.map { sentences.text("keys.safe", ["button": $0.spokenName]) }
          ?? sentences.text("keys.leave")
      ]
  }

  private func hints(at node: PictureNode) -> [String] {
    let hasNext = hasStop(from: node.id, isBack: false)
    if node.kind == .row {
      let list = node.parent.flatMap { picture[$0] }
      return ["keys.open", "keys.page"] + (list.map(isSortable) == true ? ["keys.sort"] : [])
        + (hasNext ? ["keys.after"] : [])
    }
    // At the last place only the way back is useful.
    let way = hasNext ? ["keys.next"] : hasStop(from: node.id, isBack: true) ? ["keys.back"] : []
    let keys =
      switch node.kind {
      case .button: ["keys.press"] + way
      case .textArea: way + ["keys.line"]
      case .secretField: way + ["keys.reveal"]
      case .choice, .choices, .toggle: way + ["keys.switch"]
      default: way + (hasNext ? ["keys.back"] : [])
      }
    return keys + (page.tree.submitButton == nil ? [] : ["keys.submit"])
  }

  private func hasStop(from id: NodeID, isBack: Bool) -> Bool {
    guard let place = page.tree.place(of: id) else { return false }
    // There may be other buttons beside a button; Tab leaves all rows of a list.
    let stops = page.tree.stops(at: place)
    return picture[id]?.kind == .button && id != (isBack ? stops.first : stops.last)
      || page.tree.stop(from: place, isBack: isBack) != nil
  }

  /// Whether a number typed at a row sorts by the column above it.
  private func isSortable(_ list: PictureNode) -> Bool {
    list.layout == .table
      && page.lists.shape(of: list).columns.prefix(9).contains { $0[.order] != nil }
  }
}

/// The rows above the form: the title with the number of answers or faults, and the status.
struct Head {
  let tree: Tree
  let faultsLeft: Int?
  let columns: Int

  /// The number of answered fields, or of faults; empty if there is nothing to submit.
  private var count: String {
    if let faultsLeft { return FrontEndMessages.faultsLeft(faultsLeft, key: "^S") }
    // Values that a list is searched and sorted by are no answers.
    guard tree.outline.lists.isEmpty || tree.submitButton != nil, let screen = tree.picture.screen,
      let total = screen.number(.total), total > 1
    else { return "" }
    return sentences.text(
      "form.answered", ["answered": "\(screen.count(.answered))"], count: total)
  }

  func rows(_ statusText: StatusText) -> [Canvas.Row] {
    let (title, count) = (tree.picture.title, count)
    let countWidth = Canvas.width(of: count)
    let nameWidth = min(20, Canvas.width(of: title.prefix(20)))
    let isBeside = countWidth > 0 && columns >= countWidth + nameWidth + 4
    let width = max(1, columns - 2 - (isBeside ? countWidth + 2 : 0))
    var rows: [Canvas.Row] = [[.init(title, at: 1, width: width, .bold)]]
    if isBeside { rows[0].append(.init(count, at: columns - 1 - countWidth)) }
    let counted = isBeside || faultsLeft == nil ? [] : [OutputLine(count)]
    for line in counted + statusLines(title) {
      let text = statusText.marked(line.text, line.style)
      let style = Glyphs(hasMarks: statusText.hasMarks).style(of: line.style)
      rows += TextRows(text, width: columns - 2).spans(at: 1, style).prefix(3)
    }
    return rows
  }

  private func statusLines(_ title: String) -> [OutputLine] {
    let screen = tree.picture.screen.map { [$0] } ?? []
    return (screen + tree.outline.notices.compactMap { tree.picture[$0] }).compactMap { node in
      if node.kind == .screen,
        [.loading, .waiting, .checking, .submitting].contains(node.status)
      {
        return OutputLine(FrontEndMessages.busy(node, title: title))
      }
      return FrontEndMessages.statement(of: node, title: title).map {
        OutputLine($0, node.statusStyle)
      }
    }
  }
}

/// The sections of a long form, each with the number of its answers, beside the form.
struct Sections {
  let page: Page

  func put(on frame: inout Frame) {
    let (layout, outline) = (page.layout, page.tree.outline)
    guard layout.sideWidth > 0 else { return }
    let place = page.focusPlace ?? page.view.top.place
    let section = outline.sections.lastIndex { $0 <= place } ?? 0
    let start = outline.sections[section]
    // The entries after the last section are in none.
    let isWithin = place == start || place > start && outline.entries[place].depth > 0
    let first = max(
      0, min(section - frame.body.count / 2, outline.sections.count - frame.body.count))
    for (row, index) in zip(frame.body, outline.sections.indices.dropFirst(first)) {
      guard let group = page.tree.picture[outline.entries[outline.sections[index]].id] else {
        continue
      }
      let count = group.number(.total).map { "\(group.number(.answered) ?? 0)/\($0)" } ?? ""
      let (isCurrent, end) = (isWithin && index == section, layout.sideWidth - 1 - count.utf8.count)
      frame.rows[row] += [
        .init(
          group.text(.label), at: 3, width: max(1, end - 4), isCurrent ? .bold : [],
          to: .node(group.id)),
        .init(count, at: end),
      ]
      if isCurrent { frame.rows[row].append(.init(page.glyphs.focusMark, at: 1)) }
    }
  }

  /// Returns the columns that are needed, in steps of four: a longer label seldom moves the form.
  static func width(in tree: Tree) -> Int {
    let groups = tree.outline.sections.prefix(100).compactMap {
      tree.picture[tree.outline.entries[$0].id]
    }
    let needs = groups.map { group in
      let count = group.number(.total).map { "\($0)".utf8.count * 2 + 1 } ?? 0
      return 7 + Canvas.width(of: group.text(.label).prefix(40)) + count
    }
    return ((needs.max() ?? 0) + 3) / 4 * 4
  }
}
