package import FormworkFrontEnd
package import Interaction

/// The sentences of the front ends: turns the properties of nodes into lines.
///
/// Every line begins with what it is about, and a status is a word always. Explanations are the
/// host's. No line quotes what a person entered, except the wrong part of an answer.
package enum Words {
  /// Their sentences, in the person's language.
  private static let catalogue = Catalogue.wording.spoken()

  /// Returns a sentence of the catalogue.
  package static func text(
    _ key: String, _ texts: [String: String] = [:], count: Int? = nil
  ) -> String {
    catalogue.text(key, texts, count: count)
  }

  /// The state of a node as one line; `nil` where there is nothing to say.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - title: What its screen is called.
  ///   - name: What a field or a group is called here, if not by its label alone.
  /// - Returns: The line.
  package static func statement(of node: PictureNode, title: String, name: String? = nil) -> String?
  {
    switch node.kind {
    case .textField, .secretField, .textArea, .toggle, .choice, .choices, .group:
      verdict(on: node).map { about(name ?? node.spokenName, $0) }
    case .screen: screenStatement(of: node, title: title)
    case .list: listStatement(of: node, name: name ?? node.spokenName)
    // An empty line between paragraphs is one of them.
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
      let isBusy = node.number(.busy) == 1
      return isBusy
        ? text("progress", ["name": node.spokenName, "ellipsis": TerminalLocale.ellipsis]) : nil
    }
    let percent = min(max(0, fraction), 1_000) / 250 * 25
    return percent == 0
      ? nil : text("progress.percent", ["name": node.spokenName], count: Int(percent))
  }

  /// Returns a line about something that has a name.
  package static func about(_ name: String, _ text: String) -> String {
    self.text("about", ["name": name, "text": text])
  }

  /// Things in a row, as the language has them.
  package static func list(_ things: some Sequence<String>) -> String {
    catalogue.text(for: .list(things.map { .verbatim($0) }))
  }

  package static func checking(_ node: PictureNode) -> String {
    text("field.checking", ["name": node.spokenName, "ellipsis": TerminalLocale.ellipsis])
  }

  /// Returns the reason for which a prompt is late.
  package static func busy(_ screen: PictureNode, title: String) -> String {
    let explanation = screen.text(.explanation)
    let name = name(ofScreen: title)
    guard explanation.isEmpty else { return about(name, explanation) }
    let key =
      switch screen.status {
      case .submitting: "form.submitting"
      case .waiting, .checking: "form.checking"
      case .done: "form.done"
      case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .loading, .failed:
        "form.loading"
      }
    return text(key, ["name": name, "ellipsis": TerminalLocale.ellipsis])
  }

  /// Returns the reason for which an answer means no option, and an example of one that does.
  ///
  /// - Parameters:
  ///   - mismatch: Why.
  ///   - subject: What was asked.
  ///   - count: How many options there are that have a number.
  ///   - part: The part of the answer that is wrong, where it has several.
  /// - Returns: The line.
  package static func noOption(
    _ mismatch: ChoiceMatch.Mismatch, _ subject: String, count: Int, part: String? = nil
  ) -> String {
    let key =
      switch (mismatch, part) {
      case (.none, _) where count == 0: "answer.none.words"
      case (.several, _) where count == 0: "answer.several.words"
      case (.none, nil): "answer.none"
      case (.none, _): "answer.none.part"
      case (.several, nil): "answer.several"
      case (.several, _): "answer.several.part"
      }
    return text(
      key, ["subject": subject, "numbers": numbers(upTo: count), "part": part?.echo() ?? ""])
  }

  /// Enter alone, where it stands for none of some buttons.
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
    let named = faultyFields.prefix(8)
    let more = faultyFields.count - named.count
    var fields = list(named)
    if more > 0 { fields = text("form.moreToMend", ["fields": fields], count: more) }
    return text("form.toMend", ["name": name, "fields": fields], count: faultyFields.count)
  }

  /// Returns the note about a paste that was changed; `nil` if it was taken as it was.
  package static func note(on paste: PastedText) -> Remark? {
    switch (paste.isJoined, paste.isCleaned) {
    case (false, false): nil
    case (true, false): Remark(text("paste.joined"))
    case (false, true): Remark(text("paste.cleaned"))
    case (true, true): Remark(text("paste.joined.cleaned"))
    }
  }

  /// Returns the number of answers that a refused form has left to fix, and the key that submits.
  package static func faultsLeft(_ count: Int, key: String) -> String {
    text(count == 0 ? "form.noFaultLeft" : "form.faultsLeft", ["key": key], count: count)
  }

  /// Returns the title of a screen, or a word for it.
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

  /// Returns the reason for which a list has no rows, or not all.
  private static func listStatement(of list: PictureNode, name: String) -> String? {
    let explanation = list.text(.explanation)
    if list.isLoading { return nil }
    if explanation.isEmpty {
      return list.status == .failed ? text("list.failed", ["name": name]) : nil
    }
    return about(name, explanation)
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

  /// A note as one line: what it is about, what it says, and more about it.
  private static func joined(_ note: PictureNode) -> String? {
    let parts = [note.text(.label), note.text(.value), note.text(.explanation)].filter {
      !$0.isEmpty
    }
    let detail = note.text(.detail)
    guard let first = parts.first else { return detail.isEmpty ? nil : detail }
    let head = parts.dropFirst().reduce(first) { about($0, $1) }
    return detail.isEmpty ? head : text("about.more", ["text": head, "more": detail])
  }
}
