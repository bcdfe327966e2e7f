import Conversation
import FormworkCanvas
import FormworkFrontEnd

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
    let rule = { String(repeating: canvasWords.rule, count: max(0, $0)) }
    guard !parts.isEmpty else { return line(rule(width)) }
    let text = " \(parts.joined(separator: "  ")) "
    return line(rule(2) + text + rule(width - 2 - Canvas.width(of: text)))
  }

  private var keyLine: SceneLine {
    line(Words.line(keyHint).cutBetweenKeys(columns: layout.columns - 1))
  }

  /// The help in rows; what has no room in these is cut.
  private var helpLines: [SceneLine] {
    guard let help = helpLine else { return [] }
    let width = max(1, layout.columns - 2)
    let rows = TextRows(help.text, width: width, limit: layout.helpLimit).rows
    return rows.map { line($0.text, canvasWords.style(of: help.style)) }
  }

  /// A line of its own, in all of the columns but the first.
  private func line(_ text: String, _ style: Canvas.Style = []) -> SceneLine {
    SceneLine(spans: [
      .init(column: 1, text: text, width: max(1, layout.columns - 1), style: style)
    ])
  }

  /// What helps where the person is: what has just been said, else what has no room at the right, else the help of
  /// the field, else why the one before was not taken.
  var helpLine: Remark? {
    if let message { return Remark(statusText.marked(message.text, message.style), message.style) }
    guard let node = focus.id.flatMap({ picture[$0] }) else { return nil }
    if let news = newsWithoutRoom(of: node) { return Remark(news, node.statusStyle) }
    for property in [Property.detail, .placeholder, .explanation]
    where !node.text(property).isEmpty {
      if property == .explanation && node.kind.isField { continue }
      return Remark(node.text(property))
    }
    guard let left = left.flatMap({ picture[$0] }), left.isFaulty,
      let news = newsWithoutRoom(of: left)
    else { return nil }
    return Remark(Words.about(left.spokenName, news), left.statusStyle)
  }

  /// What is true of a field, where it is news that has no room at its right.
  private func newsWithoutRoom(of field: PictureNode) -> String? {
    // Where there is little room, it stands below the box.
    guard field.kind.isField, !layout.isNarrow,
      field.isFaulty || field.status == .unverified || field.status == .incomplete
    else { return nil }
    let status = statusText.text(of: field)
    return Canvas.width(of: status.prefix(400)) > layout.statusWidth ? status : nil
  }

  private var keyHint: String {
    switch keyboard {
    case .form, .help: break
    case .chord: return "keys.chord"
    case .completing: return "keys.completing"
    case .choosing(let popup): return popup.isMultiple ? "keys.many" : "keys.one"
    }
    if picture.alert != nil { return "keys.alert" }
    if picture.isOccupied { return readsEscape ? "keys.busy" : "keys.deaf" }
    guard let node = focus.id.flatMap({ picture[$0] }) else { return "keys.screen" }
    return switch node.kind {
    case .row: "keys.row"
    case .button: "keys.button"
    case .textArea: "keys.area"
    case .secretField: "keys.secret"
    case .choice, .choices, .toggle: "keys.choice"
    default: "keys.field"
    }
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
}
