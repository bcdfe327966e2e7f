import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension LineInterview {
  /// Shows and reports what the last key did, and waits for the next character for libedit.
  func nextCharacter() -> Unicode.Scalar? {
    do throws(Ending) {
      while true {
        if question?.way != nil || failure != nil { return try finish() }
        if question?.isHeld == true {
          try report()
          _ = try listen(forInput: false)
          continue
        }
        if let first = ready.first {
          ready = Array(ready.dropFirst())
          return first
        }
        if let typed = input.next() {
          if let character = handle(typed) { return character }
        } else if try !readsOn() {
          try report()
          if question?.way == nil {
            // At a choice Escape is a key, too.
            let isEscape =
              input.keys.isAtEscape && !editor.isEscapeAKey && question?.marks == nil
            if try listen(limit: isEscape ? nil : input.keys.patience) { input.endSequence() }
          }
        }
      }
    } catch {
      failure = error
      return Key.finish.character
    }
  }

  /// The line is left as it stands, with its last status.
  private func finish() throws(Ending) -> Unicode.Scalar {
    question?.isStatusDue = true
    show()
    try flush()
    return Key.finish.character
  }

  /// Puts on a line that was begun what it begins with.
  func beginLine() {
    question?.known = Line()
    guard case .text(let node) = question?.kind, let field = picture[node] else { return }
    adoptValue(of: field)
  }

  /// Takes over what the host has put into the field.
  func adoptValue(of field: PictureNode) {
    let text = field.isBeyondLine ? "" : field.text(.value)
    let end = text.utf8.count
    let cursor = field.number(.cursor).map { min(max(0, Int($0)), end) } ?? end
    let line = Line(text, cursor: cursor)
    question?.known = line
    editor.replaceLine(with: line)
  }

  /// Reads on where more is typed than was shown, as in a paste that the terminal does not mark: with each
  /// report the work grows with the line.
  ///
  /// A line is reported at the latest when it is twice as long as it was last.
  ///
  /// - Returns: Whether there was something; the end of the input is left to ``listen(limit:)``.
  private func readsOn() throws(Ending) -> Bool {
    guard isTyping, let question,
      editor.characterCount <= 2 * question.shown.line.bytes.count + 64,
      let count = try Ending.onFailure(of: input.fill())
    else { return false }
    return count > 0
  }

  /// Uses what was typed: a key that is bound, and a character, are for libedit.
  ///
  /// - Returns: The character, if it is one by itself.
  private func handle(_ typed: TerminalInput) -> Unicode.Scalar? {
    isTyping = if case .character = typed { true } else { false }
    let former = lastTyped
    lastTyped = nil
    switch typed {
    case .character(" ") where question?.marks?.answer != nil && !input.isWithinKeys: mark(.spaced)
    case .key(.escape) where question?.marks != nil && !editor.isEscapeAKey: mark(.escaped)
    case .character(let character) where (0x80..<0xA0).contains(character.value):
      // The keys of ours lie there: one that was typed is a text, for the host to name.
      editor.insert(String(character))
    case .character(let character) where !input.isWithinKeys && editor.isWhole(character):
      lastTyped = (character, editor.characterCount)
      // libedit draws the whole line for each character that it puts before others.
      guard let former, editor.hasInserted(former.character, into: former.count),
        editor.isText(character)
      else { return character }
      editor.insert(String(character))
    case .character(let character): press(input.meaning(of: [character], in: editor))
    case .key(let key): press(input.meaning(of: key, in: editor))
    case .paste(let paste): insert(paste)
    case .overlongPaste:
      refuse(Words.line("paste.tooLong", count: LineInput.limit))
    case .malformed: return "\u{FFFD}"
    }
    if let cut = input.noteOfCut(typed) { write([cut]) }
    return nil
  }

  /// A key is handed to libedit as a whole, where it is bound; else the terminal rings.
  private func press(_ meaning: LineEditor.Meaning) {
    switch meaning {
    case .characters(let characters): ready = characters
    case .beginning: break
    case .nothing: display.ring()
    }
  }

  /// Inserts a pasted text.
  private func insert(_ paste: SecretBytes) {
    input.endKeys()
    guard let pasted = PastedText(paste, allowingLines: false) else {
      return refuse(Words.line("paste.notUTF8"))
    }
    guard pasted.text.utf8.count + editor.line.bytes.count <= LineInput.limit else {
      return refuse(Words.line("text.tooLong", count: LineInput.limit))
    }
    editor.insert(pasted.text)
    if let note = Words.note(on: pasted) { write([note]) }
  }

  private func refuse(_ line: String) { write([Remark(line, .fault)]) }

  // MARK: To the host

  /// Tells the host what differs, and shows the line and what came of it.
  private func report() throws(Ending) {
    if try sync() { try absorb() }
    if editor.takeRing() { display.ring() }
    show()
    try flush()
  }

  /// Notes whether the text differs, or the cursor in it: the front end that draws the line next, after
  /// a stop or in place of this one, goes on there.
  ///
  /// - Returns: Whether it does.
  @discardableResult
  func sync() throws(Ending) -> Bool {
    guard let question else { return false }
    let line = editor.line
    if question.marks != nil, line.bytes != question.known.bytes {
      question.known = line
      _ = question.marks?.apply(.edited)
    }
    guard case .text = question.kind else { return false }
    if line.bytes.count > LineInput.limit {
      // A key may put in what was cut many times over: more than a field may hold is not taken.
      editor.replaceLine(with: question.known)
      refuse(Words.line("text.tooLong", count: LineInput.limit))
      return false
    }
    if question.isBeyondLine {
      guard !line.isEmpty else { return false }
      // Several lines are not replaced by one key.
      editor.replaceLine(with: Line())
      display.ring()
      write([Remark(Words.line("text.severalLines", ["subject": question.prompt.subject]))])
      return false
    }
    let isEdited = line.bytes != question.known.bytes
    guard isEdited || line.cursor != question.known.cursor else { return false }
    question.known = line
    return try perform(question.apply(isEdited ? .edited : .cursorMoved), at: question)
  }

  /// Tells the host of the text or the secret.
  func tell(_ question: Question) throws(Ending) {
    guard let node = question.field else { return }
    if let secret = question.secret {
      let content = secret.editor.copyContent()
      dialogue.edit(node, secret: content)
      try absorb()
    } else {
      dialogue.edit(node, text: question.known.text, cursor: question.known.cursor)
    }
  }

  // MARK: From the host

  /// Waits until the person types or the host has something to give; or for the host alone.
  ///
  /// - Returns: Whether the time has passed.
  func listen(limit: Duration? = nil, forInput: Bool = true) throws(Ending) -> Bool {
    let ready = try dialogue.wait(forInput: forInput, limit: limit)
    // The host comes first: it may have something to say about what is typed.
    if ready.contains(.messages) {
      try absorb()
      if question?.way != nil { return false }
      show()
      try flush()
      // By now what was typed may be for another question: the caller looks.
      return false
    }
    guard ready.contains(.input) else { return ready.isEmpty }
    if try Ending.onFailure(of: input.fill()) == 0 { try dialogue.quit() }
    return false
  }

  /// Takes in what the host gives: lines above, another text, another place.
  func absorb() throws(Ending) {
    try dialogue.drain()
    guard let question else { return }
    if let suggestions = dialogue.newSuggestions(), try !apply(.suggested(suggestions)) {
      display.ring()
    }
    guard question.way == nil, dialogue.flushCount != question.absorbedFlushCount else { return }
    question.absorbedFlushCount = dialogue.flushCount
    if !isOnView { display.finish() }
    adoptSize()
    guard guide.route.place == question.place else {
      try apply(.moved)
      return
    }
    if case .text(let node) = question.kind, !question.isBeyondLine, let field = picture[node],
      !field.text(.value).utf8.elementsEqual(question.known.bytes)
    {
      adoptValue(of: field)
    }
    var lines = dialogue.announcements(except: question.field)
    // Rows that were waited for are written as a page, and what can be chosen then with it, unless the person is
    // typing something else.
    let isPageReady =
      question.field == nil && isEmpty && dialogue.lists.isReady(in: picture)
    if !isPageReady, case .menu(let menu) = question.kind, menu.choices != question.prompt.choices {
      question.prompt.choices = menu.choices
      lines += menu.choices.map { Remark($0) }
    }
    if !lines.isEmpty { write(lines) }
    if isPageReady { try apply(.moved) }
  }
}
