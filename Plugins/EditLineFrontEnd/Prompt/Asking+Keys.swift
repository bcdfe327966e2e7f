import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension Asking {
  /// Performs a key whose effect the machine's state does not change; returns whether it did something.
  func perform(_ key: EditorFunction) throws(FrontEndExit) -> Bool {
    switch key {
    case .switchFrontEnd:
      do throws(FrontEndExit) {
        try prompter.narrator.switchTo(frontEnd: nil)
      } catch {
        if question.isAnswered(by: editor.line) {
          terminal.writer.say(
            sentences.text("keys.dropped", ["subject": question.prompt.subject]), as: .fault)
        }
        throw error
      }
      try absorb()
    case .help: write(keysOfHelp.map { OutputLine(sentences.text($0)) })
    case .section:
      guard picture.alert == nil, prompter.narrator.route.askSection(),
        // Otherwise the buttons of the section are visible already.
        prompter.narrator.route.place != question.place
      else { return false }
      return try apply(.moved)
    case .reset:
      guard let node = question.field else { return false }
      try client.exchange([.reset(node)])
      try absorb()
      guard !isOver, let field else { break }
      try begin(with: field)
      _ = secret?.editor.apply(.eraseAll)
    case .reload:
      guard picture.alert == nil else { return false }
      try prompter.narrator.reload()
      return try apply(.moved)
    case .reveal:
      guard let secret else { return false }
      secret.reveal()
    case .editOutside:
      guard case .text = question.kind, let node = question.field else { return false }
      try client.exchange([.editOutside(node)])
      try absorb()
    case .leave:
      try prompter.narrator.leaveScreen()
      try absorb()
    case .up, .searchBack: return recall(isBack: true, isSearch: key == .searchBack)
    case .down, .searchOn: return recall(isBack: false, isSearch: key == .searchOn)
    case .clear:
      terminal.display.clearTerminal()
      secret?.forget()
    case .erase, .delete, .left, .right, .wordLeft, .wordRight, .home, .end:
      guard let edit = EditorFunction.edits[key.rawValue] else { return false }
      return try secret?.apply(edit) ?? apply(edit)
    case .accept, .next, .previous, .submit, .skip, .rewind, .complete, .finish:
      // These are events of their own.
      return false
    }
    return true
  }

  private var keysOfHelp: [String] {
    if case .menu(let menu) = question.kind, menu.isAtList {
      return ["keys.list", "keys.list.words", "keys.list.do", "keys.leave"]
    }
    let isInSection =
      field.map { picture.isInSection($0) } ?? prompter.narrator.route.isAtSection
    let isText = field?.kind.isTyped == true && secret == nil
    let isOfForm = picture.alert == nil && picture.prompt == nil
    let lines = [
      ("keys.go", isOfForm && marks == nil && history.isEmpty),
      ("keys.go.chords", isOfForm && (marks != nil || !history.isEmpty)),
      ("keys.choice", marks?.isMultiple == false), ("keys.choices", marks?.isMultiple == true),
      ("keys.submit", isOfForm && picture.submitButton != nil), ("keys.reveal", secret != nil),
      ("keys.outside", isText), ("keys.section", isInSection), ("keys.reset", field != nil),
      ("keys.reload", isOfForm), ("keys.complete", true), ("keys.history", !history.isEmpty),
      ("keys.leave", true),
    ]
    return lines.filter(\.1).map(\.0)
  }

  private func apply(_ edit: TextEdit) -> Bool {
    let line = editor.line
    switch edit {
    case .move(let place):
      let count = line.count(to: place)
      editor.moveCursor(by: count)
      return count != 0
    case .erase(let place):
      let count = line.count(to: place)
      editor.moveCursor(by: max(count, 0))
      editor.deleteBackwards(abs(count))
      return count != 0
    case .eraseAll:
      editor.replaceLine(with: Line())
      return !line.isEmpty
    }
  }

  /// Whether something may complete the line; an empty line, if its completions are not listed yet.
  var isCompletable: Bool {
    switch question.kind {
    case .text: field?.number(.completes) == 1 && !(isEmpty && listed == Line())
    case .secret, .answer, .menu: marks?.answer == nil && question.isAnswered(by: editor.line)
    }
  }

  /// The answers that the line may begin: options, entries of a menu, or else yes and no.
  var suggestions: [Suggestion] {
    let line = editor.line
    if let options { return options.suggestions(for: line) }
    var answers = ["answer.yes", "answer.no"].map { FrontEndMessages.text($0) }
    if case .menu(let menu) = question.kind { answers = menu.labels }
    return answers.filter { ChoiceMatch.begins($0, with: line.text) }
      .map { Suggestion(replacing: 0..<line.bytes.count, with: $0) }
  }

  /// Completes the line as far as all suggestions agree, or else lists them once, unless neither is new.
  func complete(_ suggestions: [Suggestion]) -> Bool {
    let line = editor.line
    if let completed = suggestions.completion.flatMap({ line.replaced(by: $0) }),
      completed.bytes != line.bytes
    {
      editor.replaceLine(with: completed)
    } else if suggestions.count > 1, listed != line {
      let words = suggestions.map { $0.text.split(separator: " ").joined(separator: " ") }
      listed = line
      write(words.sideBySide(in: terminal.display.columns).map { OutputLine($0) })
    } else {
      return false
    }
    return true
  }

  var history: [String] {
    guard case .text = question.kind, let node = question.field else { return [] }
    return client.histories[node] ?? []
  }

  /// Recalls the next line of the history, or the next that begins like the text before the cursor.
  private func recall(isBack: Bool, isSearch: Bool) -> Bool {
    let line = editor.line
    let beginning = isSearch ? line.head : ""
    guard
      let entry = HistoryCursor(
        in: history, from: line.text, after: question.historyCursor, isBack: isBack,
        beginning: beginning)
    else { return false }
    let cursor = beginning.isEmpty ? entry.text : beginning
    editor.replaceLine(with: Line(entry.text, cursor: cursor.utf8.count))
    question.historyCursor = entry
    return true
  }

  var options: OptionList? {
    marks == nil ? nil : field.map { OptionList(of: $0, in: picture) }
  }

  func mark(isBack: Bool) -> Bool {
    guard let (filter, chosen) = options?.typed(editor.line) else { return false }
    return mark(.went(isBack: isBack, filter, chosen: chosen))
  }

  /// Applies Space at a choice, and returns whether it was no text.
  func space() throws(FrontEndExit) -> Bool {
    try sync()
    let line = editor.line
    return mark(
      .spaced(options?.option(before: line), chosen: options?.typed(line).chosen ?? []))
  }

  func mark(_ event: MarkMachine.Event) -> Bool {
    guard let action = marks?.apply(event), let options else { return false }
    switch action {
    case .nothing: break
    case .ring, .insertSpace: return false
    case .erase:
      guard !isEmpty else { return false }
      editor.replaceLine(with: Line())
    case .write(let indices, let typed): replaceLine(with: options.line(of: indices, typed: typed))
    }
    return true
  }

  /// Returns the options that are marked or chosen, and replaces the line by their names.
  func markedOptions() -> [Int]? {
    guard let marked = marks?.answer, let options, options.has(marked) else { return nil }
    replaceLine(with: options.line(of: marked))
    return marked
  }

  private func replaceLine(with line: Line) {
    known = line
    editor.replaceLine(with: line)
  }
}

extension Line {
  /// Returns the line with a suggestion in place, and the cursor after it; `nil` if it does not fit.
  fileprivate func replaced(by suggestion: Suggestion) -> Line? {
    let range = suggestion.range
    guard range.upperBound <= bytes.count,
      let head = String(validating: bytes[..<range.lowerBound], as: UTF8.self),
      let tail = String(validating: bytes[range.upperBound...], as: UTF8.self)
    else { return nil }
    return Line(
      head + suggestion.text + tail, cursor: head.utf8.count + suggestion.text.utf8.count)
  }
}
