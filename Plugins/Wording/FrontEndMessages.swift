package import FormworkFrontEnd
package import Interaction

/// The sentences of the front ends: turns the properties of nodes into lines.
///
/// Each line begins with its subject, and a status is always a word. The host explains. No line quotes what a person
/// entered, except the wrong part of an answer.
package enum FrontEndMessages {
  private static let catalogue = Catalogue.wording.spoken()

  package static func text(
    _ key: String, _ texts: [String: String] = [:], count: Int? = nil
  ) -> String {
    catalogue.text(key, texts, count: count)
  }

  /// Returns the state of a node as one line, perhaps by another name; `nil` if there is nothing to say.
  package static func statement(of node: PictureNode, title: String, name: String? = nil) -> String?
  {
    switch node.kind {
    case .textField, .secretField, .textArea, .toggle, .choice, .choices, .group:
      verdict(on: node).map { about(name ?? node.spokenName, $0) }
    case .screen: screenStatement(of: node, title: title)
    case .list: listStatement(of: node, name: name ?? node.spokenName)
    // An empty line between paragraphs is a note, too.
    case .note: joined(node) ?? (node[.label] == .text("") ? "" : nil)
    case .notice: joined(node).map { text("note", ["text": $0]) }
    case .alert: joined(node)
    case .progress: progress(of: node)
    default: nil
    }
  }

  /// Returns the progress, once for each quarter: a line for each step would hide everything else.
  private static func progress(of node: PictureNode) -> String? {
    guard let fraction = node.number(.fraction) else {
      return node.number(.busy) == 1 ? ongoing("progress", node.spokenName) : nil
    }
    let percent = min(max(0, fraction), 1_000) / 250 * 25
    return percent == 0
      ? nil : text("progress.percent", ["name": node.spokenName], count: Int(percent))
  }

  package static func about(_ name: String, _ text: String) -> String {
    self.text("about", ["name": name, "text": text])
  }

  package static func list(_ things: some Sequence<String>) -> String {
    catalogue.text(for: .list(things.map { .verbatim($0) }))
  }

  package static func checking(_ node: PictureNode) -> String {
    ongoing("field.checking", node.spokenName)
  }

  private static func ongoing(_ key: String, _ name: String) -> String {
    text(key, ["name": name, "ellipsis": TerminalLocale.ellipsis])
  }

  /// Returns the reason why the user has to wait for a prompt.
  package static func busy(_ screen: PictureNode, title: String) -> String {
    let explanation = screen.text(.explanation)
    let name = name(ofScreen: title)
    guard explanation.isEmpty else { return about(name, explanation) }
    return switch screen.status {
    case .submitting: ongoing("form.submitting", name)
    case .waiting, .checking: ongoing("form.checking", name)
    case .done: text("form.done", ["name": name])
    case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .loading, .failed:
      ongoing("form.loading", name)
    }
  }

  /// Returns the reason why an answer means none of a number of options, and possible answers.
  package static func noOption(
    _ mismatch: ChoiceMatch.Mismatch, _ subject: String, count: Int
  ) -> String {
    let key =
      switch (mismatch.isAmbiguous, mismatch.part) {
      case (false, _) where count == 0: "answer.none.words"
      case (true, _) where count == 0: "answer.several.words"
      case (false, nil): "answer.none"
      case (false, _): "answer.none.part"
      case (true, nil): "answer.several"
      case (true, _): "answer.several.part"
      }
    return text(
      key,
      ["subject": subject, "numbers": numbers(upTo: count), "part": mismatch.part?.echo() ?? ""])
  }

  package static func noAnswer(_ subject: String, count: Int) -> String {
    text("answer.empty", ["subject": subject, "numbers": numbers(upTo: count)])
  }

  private static func numbers(upTo count: Int) -> String {
    count == 2 ? text("answer.numbers.two") : text("answer.numbers", count: max(count, 1))
  }

  /// Returns the line about a refused form: the number of faulty fields, and the first of them.
  package static func notAccepted(_ title: String, faultyFields: [String] = []) -> String {
    let name = name(ofScreen: title)
    guard !faultyFields.isEmpty else { return text("form.notAccepted", ["name": name]) }
    var fields = list(faultyFields.prefix(8))
    let more = faultyFields.count - 8
    if more > 0 { fields = text("form.moreFaults", ["fields": fields], count: more) }
    return text("form.faults", ["name": name, "fields": fields], count: faultyFields.count)
  }

  /// Returns the note about a paste that was changed; `nil` if it was taken as it was.
  package static func note(on paste: PastedText) -> OutputLine? {
    let (joined, both) =
      paste.hasLines
      ? ("paste.tabs", "paste.tabs.cleaned") : ("paste.joined", "paste.joined.cleaned")
    return switch (paste.isJoined, paste.isCleaned) {
    case (false, false): nil
    case (true, false): OutputLine(text(joined))
    case (false, true): OutputLine(text("paste.cleaned"))
    case (true, true): OutputLine(text(both))
    }
  }

  /// Returns the number of answers that a refused form has left to fix, and the key that submits.
  package static func faultsLeft(_ count: Int, key: String) -> String {
    text(count == 0 ? "form.noFaultLeft" : "form.faultsLeft", ["key": key], count: count)
  }

  package static func name(ofScreen title: String) -> String {
    title.isEmpty ? text("form") : title
  }

  /// Returns the verdict on a field: the explanation of the host, if it sent one.
  package static func verdict(on field: PictureNode) -> String? {
    let explanation = field.text(.explanation)
    switch field.status {
    case .valid: return text("status.ok")
    case .invalid: return explanation.isEmpty ? text("status.invalid") : explanation
    case .refused: return explanation.isEmpty ? text("status.refused") : explanation
    case .unverified: return explanation.isEmpty ? text("status.unverified") : explanation
    case .nothing, .incomplete, .waiting, .checking, .loading, .failed, .submitting, .done:
      return nil
    }
  }

  /// Returns the line about a field with a fault that the user leaves as it is.
  package static func leftOpen(_ field: PictureNode) -> String {
    text("field.leftOpen", ["name": field.spokenName, "verdict": verdict(on: field) ?? ""])
  }

  private static func listStatement(of list: PictureNode, name: String) -> String? {
    let explanation = list.text(.explanation)
    if list.isLoading { return nil }
    if !explanation.isEmpty { return about(name, explanation) }
    return list.status == .failed ? text("list.failed", ["name": name]) : nil
  }

  private static func screenStatement(of screen: PictureNode, title: String) -> String? {
    let explanation = screen.text(.explanation)
    switch screen.status {
    case .loading, .waiting, .checking, .submitting: return nil
    case .failed where explanation.isEmpty:
      return text("form.failed", ["name": name(ofScreen: title)])
    case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .failed, .done:
      return explanation.isEmpty ? nil : about(name(ofScreen: title), explanation)
    }
  }

  /// Returns a note as one line: its label, its text, and more about it.
  private static func joined(_ note: PictureNode) -> String? {
    let parts = [note.text(.label), note.text(.value), note.text(.explanation)].filter {
      !$0.isEmpty
    }
    let detail = note.text(.detail)
    guard let first = parts.first else { return detail.isEmpty ? nil : detail }
    let head = parts.dropFirst().reduce(first) { about($0, $1) }
    return detail.isEmpty ? head : text("about.more", ["text": head, "more": detail])
  }

  private static let newsLimit = 3

  package static func row(_ row: String, _ notes: [String]) -> String {
    notes.isEmpty ? row : text("list.row", ["row": row, "remarks": list(notes)])
  }

  package static func hiddenColumns(_ labels: [String]) -> String {
    text("list.hidden", ["columns": list(labels)])
  }

  /// Returns the state of a row that is not in its cells.
  package static func notes(onRow row: PictureNode) -> [String] {
    let explanation = row.text(.explanation)
    let status =
      verdict(on: row)
      ?? (row.isBeingChecked && explanation.isEmpty ? text("status.checking") : explanation)
    return (row.isSelected ? [text("list.selected")] : [])
      + (row.isEnabled ? [] : [text("list.disabled")]) + (status.isEmpty ? [] : [status])
  }

  package static func order(by column: PictureNode, _ order: SortOrder) -> String {
    let label = text("list.by", ["column": column.spokenName])
    return switch order {
    case .sortable: label
    case .ascending: text("list.ascending", ["order": label])
    case .descending: text("list.descending", ["order": label])
    }
  }

  /// Returns the changes of the rows of a page: a line each, or one line with their number.
  package static func news(_ news: [RowPage.News], of list: String) -> [String] {
    let lines = news.compactMap { change in
      switch change {
      case .came(let entry): text("list.came", of: entry, in: list)
      case .went(let entry): text("list.went", of: entry, in: list)
      case .changed(let entry): text("list.changed", of: entry, in: list)
      case .cameWithoutNumber: nil
      }
    }
    return lines.count == news.count && lines.count <= newsLimit
      ? lines : [text("list.changes", ["name": list], count: news.count)]
  }

  private static func text(_ key: String, of entry: RowPage.Entry, in list: String) -> String? {
    text(key, ["name": list, "row": "\(entry.number) \(entry.row.text)"])
  }
}

extension ViewTreeReplica {
  /// Returns the place of a field among all fields, such as `3 of 7`; empty if it is the only one.
  package func position(of field: PictureNode) -> String {
    let order = fields.map(\.id)
    guard order.count > 1, let index = order.firstIndex(of: field.id) else { return "" }
    return FrontEndMessages.text("form.position", ["place": "\(index + 1)"], count: order.count)
  }

  /// Returns the name of a node, with that of its item ("Address of Contact 2") unless the group has it.
  package func fullName(of node: PictureNode, below group: PictureNode? = nil) -> String {
    let named = group.map { labelledGroups(of: $0) + [$0] } ?? []
    guard let item = labelledGroups(of: node).last(where: \.isItem), !named.contains(item) else {
      return node.spokenName
    }
    return FrontEndMessages.text("item.part", ["item": item.spokenName, "name": node.spokenName])
  }

  /// Returns the choice that an answer means: yes or no, an option, or several between commas.
  package func choice(
    _ answer: String, in field: PictureNode,
    by match: (String, [ChoiceMatch.Option]) throws(ChoiceMatch.Mismatch) -> Int
  ) throws(ChoiceMatch.Mismatch) -> ChoiceMatch.Choice {
    if field.kind == .toggle {
      guard let isOn = ChoiceMatch.yesOrNo(answer) else { throw .none }
      return .isOn(isOn)
    }
    let options = options(of: field).map { ChoiceMatch.Option($0) }
    guard field.kind == .choices else { return .options([try match(answer, options)]) }
    return .options(try ChoiceMatch.indices(of: answer, among: options, by: match))
  }

  package func messages(
    for choice: ChoiceMatch.Choice, in field: PictureNode
  ) -> [InputMessage<EnteredText>] {
    switch choice {
    case .nothing: []
    case .isOn(let isOn): [.choose(field.id, isOn: isOn)]
    case .options(let indices): messages(choosing: indices, of: field)
    }
  }

  package func words(for mismatch: ChoiceMatch.Mismatch, to field: PictureNode) -> String {
    field.kind == .toggle
      ? FrontEndMessages.text("answer.yesOrNo", ["subject": field.spokenName])
      : FrontEndMessages.noOption(mismatch, field.spokenName, count: options(of: field).count)
  }
}
