import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension LineInterview {
  /// Whether nothing stands on the line.
  var isEmpty: Bool { question?.secret?.editor.isEmpty ?? editor.line.isEmpty }

  /// Whether there may be something that completes the line: on an empty one, what is not on view yet.
  var isCompletable: Bool {
    switch question?.kind {
    case .text(let node):
      picture[node]?.number(.completes) == 1 && !(isEmpty && question?.listed == Line())
    case .choice where question?.marks?.answer != nil: false
    case .toggle, .choice, .menu, .secret, nil:
      question?.isAnswered(by: editor.line) == true
    }
  }

  /// The lines that were entered into the field before, the oldest first.
  var history: [String] { question?.field.flatMap { dialogue.histories[$0] } ?? [] }

  /// Performs a key that does the same wherever it is pressed, and returns whether it did something.
  func perform(_ key: Key) throws(Ending) -> Bool {
    switch key {
    case .switchFrontEnd:
      do throws(Ending) {
        try dialogue.switchTo(frontEnd: nil, from: guide.route.place, limit: .seconds(1))
      } catch {
        if let question, question.isAnswered(by: editor.line) {
          teller.say(Words.line("keys.dropped", ["subject": question.prompt.subject]), as: .fault)
        }
        throw error
      }
      try absorb()
    case .help:
      write(keysOfHelp.map { Remark(Words.line($0)) })
    case .section:
      guard picture.alert == nil, guide.route.askSection(),
        // Its buttons are on view.
        guide.route.place != question?.place
      else { return false }
      return try apply(.moved)
    case .reset:
      guard let question, let node = question.field else { return false }
      try dialogue.exchange([.reset(node)])
      try absorb()
      if question.way == nil, let field = picture[node] { try begin(question, with: field) }
    case .reload:
      guard picture.alert == nil else { return false }
      try dialogue.exchange([.reload])
      return try apply(.moved)
    case .clear:
      display.clearTerminal()
      question?.secret?.forget()
    case .erase, .delete, .left, .right, .wordLeft, .wordRight, .home, .end:
      guard let edit = Key.edits[key.rawValue] else { return false }
      if let secret = question?.secret { return try note(keeper.apply(edit) ?? .unchanged, in: secret) }
      return apply(edit)
    case .accept, .next, .previous, .submit, .skip, .rewind, .reveal, .editOutside, .complete,
      .leave,
      .up, .down, .searchBack, .searchOn, .finish:
      // Events of their own: see press(_:).
      return false
    }
    return true
  }

  /// What the help says: at a list, what that has, and none of what is for fields.
  private var keysOfHelp: [String] {
    if case .menu(let menu)? = question?.kind, menu.isAtList {
      return ["keys.list", "keys.list.words", "keys.list.do", "keys.leave"]
    }
    let field = question?.field.flatMap { picture[$0] }
    let isInSection = field.map { picture.isInSection($0) } ?? guide.route.isAtSection
    return ["keys.go", "keys.do"] + (isInSection ? ["keys.section"] : [])
      + (question?.marks == nil ? [] : ["keys.choice"])
      + ["keys.anew", "keys.complete", "keys.history", "keys.leave"]
  }

  /// Empties the line of a field that was emptied.
  private func begin(_ question: Question, with field: PictureNode) throws(Ending) {
    _ = try perform(question.begin(with: field, in: picture), at: question)
    question.isStatusDue = statusText.isLive
    _ = question.secret?.editor.apply(.eraseAll)
    if case .text = question.kind { return adoptValue(of: field) }
    editor.replaceLine(with: Line())
  }

  /// Edits the line by characters as a person sees them; whether something comes of it.
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

  // MARK: Completing

  func askForSuggestions(_ question: Question) throws(Ending) {
    guard let node = question.field else { return }
    dialogue.askForSuggestions(for: node, text: editor.line.text, cursor: editor.line.cursor)
    // Some hosts have answered already.
    try absorb()
  }

  /// What can be meant by an answer: of it, the host is told only once it is accepted.
  func suggestions(for question: Question) -> [Suggestion] {
    let answers: [String] =
      switch question.kind {
      case .text, .secret: []
      case .toggle: ["answer.yes", "answer.no"].map { Words.text($0) }
      case .choice(let id):
        picture[id].map { picture.options(of: $0).map(\.spokenName) } ?? []
      case .menu(let menu): menu.labels
      }
    let line = editor.line
    let beginning = line.lastPart(isMultiple: question.marks?.isMultiple == true)
    let typed = String(decoding: line.bytes[beginning...], as: UTF8.self)
    return answers.filter { ChoiceMatch.begins($0, with: typed) }
      .map { Suggestion(replacing: beginning..<line.bytes.count, with: $0) }
  }

  /// Completes the line as far as there is one way to go on; else tells what there is, once.
  func complete(_ suggestions: [Suggestion]) -> Bool {
    let line = editor.line
    guard let question, let completion = Completion(of: line, by: suggestions) else { return false }
    if completion.line.bytes != line.bytes {
      editor.replaceLine(with: completion.line)
    } else if completion.alternatives.count > 1, question.listed != line {
      let words = completion.alternatives.map { $0.split(separator: " ").joined(separator: " ") }
      question.listed = line
      write(words.sideBySide(in: display.columns).map { Remark($0) })
    } else {
      return false
    }
    return true
  }

  /// Puts what was entered before on the line: the next one back or on, or the next that begins like
  /// what is before the cursor, which stays there then.
  func recall(isBack: Bool, isSearch: Bool, after last: Recall?) throws(Ending) -> Bool {
    let line = editor.line
    let beginning = isSearch ? line.head : ""
    guard
      let recall = Recall(
        in: history, from: line.text, after: last, isBack: isBack, beginning: beginning)
    else { return false }
    let cursor = beginning.isEmpty ? recall.text : beginning
    editor.replaceLine(with: Line(recall.text, cursor: cursor.utf8.count))
    return try apply(.recalled(recall))
  }
}

extension LineInterview {
  // MARK: Marking options

  /// Marks the next option in a direction among those that begin like what was typed.
  func mark(isBack: Bool) -> Bool {
    guard let question, let (filter, chosen) = optionsTyped(at: question) else { return false }
    return mark(.went(isBack: isBack, filter, chosen: chosen))
  }

  /// Performs what comes of a mark; the terminal rings if that is nothing.
  @discardableResult
  func mark(_ event: MarkMachine.Event) -> Bool {
    guard let question, let action = question.marks?.apply(event) else { return false }
    switch action {
    case .nothing: break
    case .ring: return false
    case .insertSpace: editor.insert(" ")
    case .erase:
      if isEmpty { display.ring() }
      editor.replaceLine(with: Line())
    case .write(let options, let typed):
      let isOpen = if case .choosing = question.marks?.state { true } else { !typed.isEmpty }
      writeOptions(options, typed: isOpen ? typed : nil, at: question)
    }
    return true
  }

  /// Puts options on the line of a choice, and what is typed after them.
  func writeOptions(_ options: [Int], typed: String?, at question: Question) {
    let names = optionNames(at: question)
    let parts =
      options.filter(names.indices.contains).map { names[$0] } + (typed.map { [$0] } ?? [])
    let text = parts.joined(separator: ", ")
    question.known = Line(text, cursor: text.utf8.count)
    editor.replaceLine(with: question.known)
  }

  /// The rows that show the options to choose from: those that begin like what was typed, around the mark.
  func optionRows(of question: Question) -> [Remark] {
    guard let marks = question.marks, question.way == nil,
      let (typed, chosen) = optionsTyped(at: question)
    else { return [] }
    let names = optionNames(at: question)
    func rows(_ options: [Int], marked: Int?, chosen: [Int]) -> [Remark] {
      let limit = max(1, min(display.rowLimit / 2, 9))
      let place = marked.flatMap(options.firstIndex) ?? 0
      let first = max(0, min(place - limit / 2, options.count - limit))
      return options[first...].prefix(limit).filter(names.indices.contains).map { option in
        let box = marks.isMultiple ? chosen.contains(option) ? "[x] " : "[ ] " : ""
        let row = "\(option == marked ? "> " : "  ")\(box)\(option + 1) \(names[option])"
        return Remark(row.echo(columns: display.columns), option == marked ? .title : .plain)
      }
    }
    switch marks.state {
    case .typing:
      // The only option that begins like it is meant.
      let meant = typed.options.count == 1 ? typed.options : []
      return typed.typed.isEmpty ? [] : rows(typed.options, marked: nil, chosen: chosen + meant)
    case .marked(let option, let filter): return rows(filter.options, marked: option, chosen: [])
    case .choosing(let option, let filter, let chosen):
      return rows(filter.options, marked: option, chosen: chosen)
    }
  }

  private func optionNames(at question: Question) -> [String] {
    question.field.flatMap { picture[$0] }.map { picture.options(of: $0).map(\.spokenName) } ?? []
  }

  /// The options that begin like the last part of the line, and those that the parts before it mean.
  ///
  /// An empty line of a choice of many stands for the options that are selected.
  private func optionsTyped(at question: Question) -> (MarkMachine.Filter, chosen: [Int])? {
    guard let choice = question.field.flatMap({ picture[$0] }), let marks = question.marks else {
      return nil
    }
    let options = picture.options(of: choice)
    let line = editor.line
    let beginning = line.lastPart(isMultiple: marks.isMultiple)
    let typed = String(decoding: line.bytes[beginning...], as: UTF8.self)
    var chosen: [Int] = []
    if line.isEmpty && marks.isMultiple {
      chosen = options.indices.filter { options[$0].isSelected }
    }
    for part in String(decoding: line.bytes[..<beginning], as: UTF8.self).split(separator: ",") {
      do throws(ChoiceMatch.Mismatch) {
        let option = try ChoiceMatch.index(
          typed: String(part), among: options.map { ChoiceMatch.Option($0) })
        if !chosen.contains(option) { chosen.append(option) }
      } catch { continue }
    }
    let fitting = options.indices.filter { index in
      ChoiceMatch.begins(options[index].spokenName, with: typed)
        || "\(index + 1)".hasPrefix(typed)
    }
    return (MarkMachine.Filter(typed: typed, options: fitting), chosen)
  }
}

extension Line {
  /// Where the last of several answers with commas between them begins; 0 in a line of one answer.
  fileprivate func lastPart(isMultiple: Bool) -> Int {
    guard isMultiple, let comma = bytes.lastIndex(of: UInt8(ascii: ",")) else { return 0 }
    return bytes[comma...].dropFirst().firstIndex { $0 != 0x20 } ?? bytes.count
  }

  /// The number of code points from the cursor to a place; negative where that is before the cursor.
  fileprivate func count(to place: TextEdit.Place) -> Int {
    switch place {
    case .characterBefore: -clusterCount(before: true)
    case .characterAfter: clusterCount(before: false)
    case .wordBefore: -wordCount(before: true)
    case .wordAfter: wordCount(before: false)
    case .beginning: -head.unicodeScalars.count
    case .end: tail.unicodeScalars.count
    }
  }

  /// How many code points the character before or behind the cursor is made of.
  private func clusterCount(before: Bool) -> Int {
    (before ? head.last : tail.first)?.unicodeScalars.count ?? 0
  }

  /// How many code points it is to the beginning of the word before the cursor, or to the end of the one
  /// behind it: a word is letters and digits.
  private func wordCount(before: Bool) -> Int {
    let way = before ? Array(head.reversed()) : Array(tail)
    let end = way.drop { !$0.isOfWord }.drop { $0.isOfWord }.startIndex
    return way[..<end].reduce(0) { $0 + $1.unicodeScalars.count }
  }
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}
