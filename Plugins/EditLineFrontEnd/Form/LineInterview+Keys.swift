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
    case .next: return try go(.next, from: question)
    case .previous: return try go(.previous, from: question)
    case .submit: return try submit(from: question)
    case .reveal, .finish: return false
    case .switchFrontEnd: try switchFrontEnd()
    case .editOutside: return try editOutside(question)
    case .help: write(Key.explanations.map { Remark($0) })
    case .complete: return try complete(question)
    case .leave: return try leave()
    case .erase: return erase()
    case .delete: return delete()
    case .left: return move(by: -cluster(before: true))
    case .right: return move(by: cluster(before: false))
    case .wordLeft: return move(by: -word(before: true))
    case .wordRight: return move(by: word(before: false))
    case .home: return move(by: -editor.line.head.unicodeScalars.count)
    case .end: return move(by: editor.line.tail.unicodeScalars.count)
    case .up: return try goUp(from: question)
    case .down: return try goDown(from: question)
    case .searchBack: return recall(at: question, isBack: true, editor.line.head)
    case .searchOn: return recall(at: question, isBack: false, editor.line.head)
    case .clear: display.clearTerminal()
    }
    return true
  }

  // MARK: Leaving the line

  /// Goes on or back, with the answer that stands there, though the field has a fault then: the line that
  /// is left shows it.
  ///
  /// What is no answer is said, and the person stays.
  func leave(_ question: Question, to direction: Decision) throws(Ending) {
    switch question.kind {
    case .text(let node), .secret(let node):
      let start = guide.route.place
      // What nothing was entered into is passed through.
      if direction != .follow, isEdited || picture[node]?.status == .incomplete {
        try dialogue.exchange([.commit(node, nil)])
      }
      decision = guide.route.place == start ? direction : .follow
    case .toggle where !editor.line.isEmpty, .choice where !editor.line.isEmpty,
      .buttons where !editor.line.isEmpty:
      known = editor.line
      try accept(question)
      if decision == .next { decision = direction }
    case .toggle, .choice, .buttons: decision = direction
    }
  }

  /// Submits, with the answer that stands there; where that names a button, and at a question that
  /// has to be answered first, the answer is all that counts, as with Enter.
  private func submit(from question: Question) throws(Ending) -> Bool {
    if case .buttons = question.kind, !editor.line.isEmpty || picture.alert != nil {
      try accept(question)
      return true
    }
    guard picture.submitButton != nil else { return false }
    try leave(question, to: .follow)
    if decision == nil { return true }
    return try submit()
  }

  func submit() throws(Ending) -> Bool {
    guard let button = picture.submitButton else { return false }
    try guide.activate(button)
    decision = .follow
    return true
  }

  /// Leaves the screen; with something on the line, takes away what is behind the cursor.
  private func leave() throws(Ending) -> Bool {
    guard editor.line.isEmpty else { return delete() }
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

  /// How many code points it is to the beginning of the word before the cursor, or to the end of the one
  /// behind it: a word is letters and digits.
  private func word(before: Bool) -> Int {
    let line = editor.line
    let way = before ? Array(line.head.reversed()) : Array(line.tail)
    let end = way.drop { !$0.isOfWord }.drop { $0.isOfWord }.startIndex
    return way[..<end].reduce(0) { $0 + $1.unicodeScalars.count }
  }

  /// How many code points the character before or behind the cursor is made of.
  func cluster(before: Bool) -> Int {
    let part = before ? editor.line.head.last : editor.line.tail.first
    return part?.unicodeScalars.count ?? 0
  }
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}
