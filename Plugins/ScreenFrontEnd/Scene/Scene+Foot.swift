import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Scene {
  // MARK: Below the form

  /// What stands in the last rows: a rule, the help in as many rows as it takes, and the keys; where there is little
  /// room, what matters most.
  mutating func footLines() -> [SceneLine] {
    let (help, keys) = foot ?? (helpLines, keyLine)
    foot = (help, keys)
    return switch layout.footRows {
    case 0: message == nil ? [] : Array(help.prefix(1))
    case 1: [help.first ?? keys]
    default: [SceneLine()] + (help.isEmpty ? [SceneLine()] : help) + [keys]
    }
  }

  /// The line between the form and its help: it tells what is not on view.
  func ruleLine(_ hidden: Hidden) -> SceneLine {
    var parts: [String] = []
    if hidden.above > 0 { parts.append(Words.line("form.above", count: hidden.above)) }
    if hidden.below > 0 { parts.append(Words.line("form.below", count: hidden.below)) }
    let width = max(0, layout.columns - 2)
    let rule = { String(repeating: signs.rule, count: max(0, $0)) }
    guard !parts.isEmpty else { return line(rule(width)) }
    let text = " \(parts.joined(separator: "  ")) "
    return line(rule(2) + text + rule(width - 2 - Canvas.width(of: text)))
  }

  private var keyLine: SceneLine {
    line(keyHints.joinedKeys(columns: layout.columns - 1))
  }

  /// The help in rows; what has no room in these is cut.
  private var helpLines: [SceneLine] {
    guard let help = helpLine else { return [] }
    let width = max(1, layout.columns - 2)
    let rows = TextRows(help.text, width: width, limit: layout.helpLimit).rows
    return rows.map { line($0.text, signs.style(of: help.style)) }
  }

  /// A line of its own, in all of the columns but the first.
  private func line(_ text: String, _ style: Canvas.Style = []) -> SceneLine {
    SceneLine(spans: [
      .init(column: 1, text: text, width: max(1, layout.columns - 1), style: style)
    ])
  }

  /// What has just been said, with a mark where it is about a fault.
  var markedMessage: Remark? {
    message.map { Remark(statusText.marked($0.text, $0.style), $0.style) }
  }

  /// What helps where the person is: what has just been said, else what has no room at the right, else the help of
  /// the field, else why the one before was not taken.
  var helpLine: Remark? {
    if let markedMessage { return markedMessage }
    guard let node = focus.id.flatMap({ picture[$0] }) else { return nil }
    if let news = newsWithoutRoom(of: node) { return Remark(news, node.statusStyle) }
    for property in [Property.detail, .placeholder, .explanation]
    where !node.text(property).isEmpty {
      if property == .explanation && node.kind.isField { continue }
      return Remark(node.text(property))
    }
    guard let left = formerFocus.flatMap({ picture[$0] }), left.isFaulty,
      let news = newsWithoutRoom(of: left)
    else { return nil }
    return Remark(Words.about(left.spokenName, news), left.statusStyle)
  }

  /// What is true of a field, where it is news that has no room at its right.
  private func newsWithoutRoom(of field: PictureNode) -> String? {
    // Where there is little room, it stands below the box.
    guard field.kind.isField, !layout.isNarrow,
      field.isFaulty || field.status == .unverified || field.status == .incomplete
        || holdsSecretOutOfView(field)
    else { return nil }
    let status =
      holdsSecretOutOfView(field) ? status(of: field, isFocus: true) : statusText.text(of: field)
    return Canvas.width(of: status.prefix(400)) > layout.statusWidth ? status : nil
  }

  /// What the keys do where the person is, the most useful first; the last ones lead to the help and away.
  private var keyHints: [String] {
    switch keyboard {
    case .form, .help: break
    case .chord: return [Words.line("keys.chord")]
    case .completing:
      return ["keys.mark", "keys.take", "keys.next", "keys.close"].map { Words.line($0) }
    case .choosing(let popup):
      return
        (popup.isMultiple
        ? ["keys.mark", "keys.switch", "keys.done", "keys.search"]
        : ["keys.mark", "keys.choose", "keys.search"]).map { Words.line($0) }
        + [Words.line(popup.filter.isEmpty ? "keys.close" : "keys.unfilter")]
    }
    if let alert = picture.alert { return hints(atAlert: alert) }
    let away = ["keys.help", picture.prompt == nil ? "keys.leave" : "keys.leave.end"]
      .map { Words.line($0) }
    if picture.isOccupied {
      return [Words.line(readsEscape ? "keys.leave" : "keys.leave.interrupt")]
    }
    guard let node = focus.id.flatMap({ picture[$0] }) else { return away }
    return hints(at: node).map { Words.line($0) } + away
  }

  private func hints(at node: PictureNode) -> [String] {
    let hasNext = hasStop(from: node.id, isBack: false)
    if node.kind == .row {
      let list = node.parent.flatMap { picture[$0] }
      return ["keys.open", "keys.page"] + (list.map(isSortable) == true ? ["keys.sort"] : [])
        + (hasNext ? ["keys.behind"] : [])
    }
    // At the last place there is a way back alone.
    let way = hasNext ? ["keys.next"] : hasStop(from: node.id, isBack: true) ? ["keys.back"] : []
    let submit = picture.canSubmit(by: outline.ownButtons) ? ["keys.submit"] : []
    return switch node.kind {
    case .button: ["keys.press"] + way + submit
    case .textArea: way + ["keys.line"] + submit
    case .secretField: way + ["keys.reveal"] + submit
    case .choice, .choices, .toggle: way + ["keys.switch"] + submit
    default: way + (hasNext ? ["keys.back"] : []) + submit
    }
  }

  private func hints(atAlert alert: PictureNode) -> [String] {
    let buttons = alert.children.compactMap { picture[$0] }
    let safe = buttons.first { $0.role == .cancel }
    return [Words.line("keys.choose")]
      + (buttons.last?.id == picture.focus ? [] : [Words.line("keys.next")])
      + [
        safe.map { Words.line("keys.safe", ["button": $0.spokenName]) } ?? Words.line("keys.leave")
      ]
  }

  /// Whether the person can go on from a place, or back.
  private func hasStop(from id: NodeID, isBack: Bool) -> Bool {
    guard let place = outline.place(of: id, in: picture) else { return false }
    // Beside a button there may be others; of a list Tab leaves all rows.
    if case .buttons(let ids) = outline.entries[place].item {
      let stops = ids.filter { picture[$0]?.isEnabled == true }
      if id != (isBack ? stops.first : stops.last) { return true }
    }
    return outline.stop(from: place, isBack: isBack, in: picture) != nil
  }

  /// Whether a number typed at a row sorts by the column above it.
  private func isSortable(_ list: PictureNode) -> Bool {
    list.layout == .table && picture.columns(of: list).prefix(9).contains { $0[.order] != nil }
  }

  // MARK: Beside the form

  /// The sections of a long form, each with how much of it is answered.
  func addSections(to rows: inout [SceneLine], in body: Range<Int>) {
    guard layout.sideWidth > 0 else { return }
    let place = focus.id.flatMap { outline.place(of: $0, in: picture) } ?? top.place
    let current = outline.section(of: place)
    let first = max(0, min(current - body.count / 2, outline.sections.count - body.count))
    for (row, index) in zip(body, outline.sections.indices.dropFirst(first)) {
      guard case .heading(let id) = outline.entries[outline.sections[index]].item,
        let group = picture[id]
      else { continue }
      let total = group.number(.total)
      let count = total.map { "\(group.number(.answered) ?? 0)/\($0)" } ?? ""
      // What follows the last section is in none.
      let isCurrent =
        index == current
        && (place == outline.sections[index]
          || place > outline.sections[index] && outline.entries[place].depth > 0)
      let width = layout.sideWidth - 4 - count.utf8.count
      rows[row].spans += [
        .init(
          column: 3, text: group.text(.label), width: max(1, width),
          style: isCurrent ? .bold : [], target: .node(id)),
        .init(column: layout.sideWidth - 1 - count.utf8.count, text: count),
      ]
      if isCurrent { rows[row].spans.append(.init(column: 1, text: signs.focusMark)) }
    }
  }
}
