import Conversation
import FormworkFrontEnd

extension LineInterview {
  /// A key of ours was pressed, within a call of libedit's.
  func pressed(_ key: Key) -> Bool {
    do throws(Ending) {
      return try perform(key)
    } catch {
      failure = error
      return true
    }
  }

  private func perform(_ key: Key) throws(Ending) -> Bool {
    guard let question, decision == nil else { return true }
    let start = guide.route.place
    try sync()
    let hasDone = try perform(key, at: question)
    if decision == nil && guide.route.place != start { decision = .follow }
    return hasDone
  }

  private func perform(_ key: Key, at question: Question) throws(Ending) -> Bool {
    switch key {
    case .accept: try accept(question)
    case .next: decision = .next
    case .previous: decision = .previous
    case .submit: return try submit()
    case .reveal, .finish: return false
    case .switchFrontEnd: try switchFrontEnd()
    case .editOutside: return try editOutside(question)
    case .help: write(Key.explanations)
    case .complete: return try complete(question)
    case .leave: return try leave()
    case .erase: return erase()
    case .delete: return delete()
    case .left: return move(by: -cluster(before: true))
    case .right: return move(by: cluster(before: false))
    case .clear: display.clearTerminal()
    }
    return true
  }

  // MARK: Leaving the line

  func submit() throws(Ending) -> Bool {
    guard let button = picture.submitButton else { return false }
    try guide.route.activate(button.id)
    decision = .follow
    return true
  }

  /// Leaves the screen; with something on the line, takes away what is behind the cursor.
  private func leave() throws(Ending) -> Bool {
    guard editor.line.text.isEmpty else { return delete() }
    try dialogue.exchange([.back])
    try absorb()
    return true
  }

  func switchFrontEnd() throws(Ending) {
    // There are two that every program has; others are chosen by name, at the start.
    try dialogue.switchTo(frontEnd: "plain", limit: .seconds(1))
    try absorb()
  }

  private func editOutside(_ question: Question) throws(Ending) -> Bool {
    guard case .text(let node) = question.kind else { return false }
    try dialogue.exchange([.editOutside(node)])
    try absorb()
    return true
  }

  // MARK: Editing by characters as a person sees them

  private func erase() -> Bool {
    let count = cluster(before: true)
    editor.deleteBackwards(count)
    return count > 0
  }

  private func delete() -> Bool {
    let count = cluster(before: false)
    editor.moveCursor(by: count)
    editor.deleteBackwards(count)
    return count > 0
  }

  private func move(by count: Int) -> Bool {
    editor.moveCursor(by: count)
    return count != 0
  }

  /// How many code points the character before or behind the cursor is made of.
  func cluster(before: Bool) -> Int {
    let (text, cursor) = editor.line
    let part = before ? String(text.prefix(cursor)).last : String(text.dropFirst(cursor)).first
    return part?.unicodeScalars.count ?? 0
  }
}
