package import FormworkFrontEnd

/// What this front end says of its own accord: the view adapter, from properties to lines.
///
/// Every line begins with what it is about, and a status is a word always. Explanations are the
/// host's. No line quotes what a person entered, but for a part of an answer that is wrong.
package enum Words {
  /// The state of a node as one line; `nil` where there is nothing to say.
  package static func statement(of node: PictureNode, title: String) -> String? {
    switch node.kind {
    case .textField, .secretField, .textArea, .toggle, .choice, .choices:
      fieldStatement(of: node)
    case .screen: screenStatement(of: node, title: title)
    // An empty line between paragraphs is one of them.
    case .note: joined(node) ?? (node[.label] == .text("") ? "" : nil)
    case .notice: joined(node).map { "Note: \($0)" }
    case .alert: joined(node)
    default: nil
    }
  }

  package static func checking(_ node: PictureNode) -> String {
    "\(node.spokenName): checking\(TerminalLocale.ellipsis)"
  }

  package static func cleared(_ node: PictureNode) -> String { "\(node.spokenName): cleared" }

  /// Why a prompt does not come at once.
  package static func busy(_ screen: PictureNode, title: String) -> String {
    let explanation = screen.text(.explanation)
    guard explanation.isEmpty else { return "\(name(of: screen, title: title)): \(explanation)" }
    switch screen.status {
    case .submitting: return going("submitting", on: screen, title: title)
    case .waiting, .checking: return going("checking", on: screen, title: title)
    case .done: return "\(name(of: screen, title: title)): done"
    case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .loading, .failed:
      return going("loading", on: screen, title: title)
    }
  }

  private static func going(
    _ activity: String, on screen: PictureNode, title: String
  ) -> String {
    "\(name(of: screen, title: title)): \(activity)\(TerminalLocale.ellipsis)"
  }

  package static func noYesOrNo(_ subject: String) -> String { "\(subject): answer y or n" }

  /// Why an answer means none of some options, and what would mean one.
  ///
  /// - Parameters:
  ///   - mismatch: Why.
  ///   - subject: What was asked.
  ///   - count: How many options there are.
  ///   - part: The part of the answer that is wrong, where it has several.
  /// - Returns: The line.
  package static func noOption(
    _ mismatch: ChoiceMatch.Mismatch, _ subject: String, count: Int, part: String? = nil
  ) -> String {
    let echo = part?.echo()
    return switch mismatch {
    case .none:
      "\(subject): no such answer\(echo.map { ": \($0)" } ?? ""). "
        + "Type \(numbers(upTo: count)), or the first letters"
    case .several:
      "\(subject): several begin like \(echo ?? "that"). "
        + "Type \(numbers(upTo: count)), or more letters"
    }
  }

  /// Enter alone, where it stands for none of some buttons.
  package static func noAnswer(_ subject: String, count: Int) -> String {
    count == 0
      ? "\(subject): there is nothing to choose; :help lists the commands"
      : "\(subject): Enter alone chooses none. Type \(numbers(upTo: count)), or the first letters"
  }

  private static func numbers(upTo count: Int) -> String {
    switch count {
    case ...1: "1"
    case 2: "1 or 2"
    default: "a number from 1 to \(count)"
    }
  }

  /// What was typed before a question was on view is no answer to it.
  package static func typedAheadDropped(_ subject: String) -> String {
    "\(subject): what was typed before this question is dropped; type it now"
  }

  package static func nothingToSubmit(_ title: String) -> String {
    "\(title): there is nothing to submit"
  }

  /// That a form is not taken; how many of its fields are to be mended, and the first of them.
  package static func notAccepted(_ title: String, faultyFields: [String] = []) -> String {
    let line = "\(title.isEmpty ? "Form" : title): not accepted"
    guard !faultyFields.isEmpty else { return line }
    let named = faultyFields.prefix(8)
    let more = faultyFields.count - named.count
    let answers = faultyFields.count == 1 ? "1 answer" : "\(faultyFields.count) answers"
    return "\(line): \(answers) to mend: " + named.joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }

  /// The name of a screen: its label, or the title.
  package static func name(of screen: PictureNode, title: String) -> String {
    if !screen.text(.label).isEmpty { return screen.text(.label) }
    return title.isEmpty ? "Form" : title
  }

  private static func fieldStatement(of field: PictureNode) -> String? {
    let explanation = field.text(.explanation)
    let words: String
    switch field.status {
    case .valid: words = "ok"
    case .invalid: words = explanation.isEmpty ? "not valid" : explanation
    case .refused: words = explanation.isEmpty ? "refused" : explanation
    case .unverified: words = explanation.isEmpty ? "could not be checked" : explanation
    case .nothing, .incomplete, .waiting, .checking, .loading, .failed, .submitting, .done:
      return nil
    }
    return "\(field.spokenName): \(words)"
  }

  private static func screenStatement(of screen: PictureNode, title: String) -> String? {
    let explanation = screen.text(.explanation)
    switch screen.status {
    case .loading, .waiting, .checking, .submitting: return nil
    case .failed where explanation.isEmpty: return "\(name(of: screen, title: title)): failed"
    case .nothing, .incomplete, .invalid, .refused, .unverified, .valid, .failed, .done:
      return explanation.isEmpty ? nil : "\(name(of: screen, title: title)): \(explanation)"
    }
  }

  /// A note as one line: what it is about, what it says, and more about it.
  private static func joined(_ note: PictureNode) -> String? {
    let head = [note.text(.label), note.text(.value), note.text(.explanation)]
      .filter { !$0.isEmpty }.joined(separator: ": ")
    let line = [head, note.text(.detail)].filter { !$0.isEmpty }.joined(separator: ". ")
    return line.isEmpty ? nil : line
  }
}
