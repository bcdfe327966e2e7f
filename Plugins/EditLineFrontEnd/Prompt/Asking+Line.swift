import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension Asking {
  /// Reports and shows the result of the last key, and waits for the next character for libedit.
  func nextCharacter() -> Unicode.Scalar? {
    let input = prompter.input
    do throws(FrontEndExit) {
      while true {
        if isOver || failure != nil { return try finish() }
        if isHeld {
          try report()
          _ = try listen(forInput: false)
          continue
        }
        if let first = input.nextReady() { return first }
        if let typed = input.next() {
          if let character = try handle(typed) { return character }
        } else if try !readMore() {
          try report()
          guard !isOver else { continue }
          // At a choice Escape is a key of its own, too.
          let isEscape = input.keys.isAtEscape && !editor.isEscapeAKey && marks == nil
          if try listen(limit: isEscape ? nil : input.keys.timeout) { input.endSequence() }
        }
      }
    } catch {
      failure = error
      return EditorFunction.finish.character
    }
  }

  private func finish() throws(FrontEndExit) -> Unicode.Scalar {
    status.isDue = true
    show()
    try terminal.flush()
    return EditorFunction.finish.character
  }

  func beginLine() {
    known = Line()
    if case .text = question.kind, let field { adoptValue(of: field) }
  }

  func adoptValue(of field: PictureNode) {
    let text = field.isBeyondLine ? "" : field.text(.value)
    let end = text.utf8.count
    let cursor = field.number(.cursor).map { min(max(0, Int($0)), end) } ?? end
    known = Line(text, cursor: cursor)
    editor.replaceLine(with: known)
  }

  /// Reads more input before the next report, and returns whether there is any.
  ///
  /// The work of a report grows with the line. In a paste that the terminal does not mark, the line is
  /// reported if it is twice as long as before. The end of the input is left to ``listen(limit:forInput:)``.
  private func readMore() throws(FrontEndExit) -> Bool {
    guard prompter.input.isTyping, editor.characterCount <= 2 * terminal.shownCount + 64,
      let count = try FrontEndExit.onFailure(of: prompter.input.reader.fill())
    else { return false }
    return count > 0
  }

  private func handle(_ typed: TerminalInput) throws(FrontEndExit) -> Unicode.Scalar? {
    let input = prompter.input
    let outcome: KeyInput.Outcome =
      switch typed {
      case .character(" ") where marks != nil && !input.isWithinKeys:
        try space() ? .done : input.take(typed, in: editor)
      case .key(.escape) where marks != nil && !editor.isEscapeAKey: mark(.escaped) ? .done : .ring
      default: input.take(typed, in: editor)
      }
    switch outcome {
    case .character(let character): return character
    case .done: break
    case .ring: terminal.display.ring()
    case .noted(let note): write([note])
    }
    if let cut = input.noteOfCut(typed) { write([cut]) }
    return nil
  }

  private func report() throws(FrontEndExit) {
    if try sync() { try absorb() }
    if editor.takeRing() { terminal.display.ring() }
    show()
    try terminal.flush()
  }

  /// Sends the text and its cursor to the host if they have changed, and returns whether they have.
  ///
  /// After a stop, this front end or another one continues at the cursor.
  @discardableResult
  func sync() throws(FrontEndExit) -> Bool {
    let line = editor.line
    if marks != nil, line.bytes != known.bytes {
      let isAdded = line.isAtEnd && line.bytes.starts(with: known.bytes)
      let added = line.bytes.dropFirst(known.bytes.count)
      known = line
      _ = mark(.edited(added: isAdded ? String(decoding: added, as: UTF8.self) : nil))
    }
    guard case .text = question.kind else { return false }
    if line.bytes.count > LineInput.limit {
      // A key may insert a text many times; a field takes no more than its limit.
      editor.replaceLine(with: known)
      write([OutputLine(sentences.text("text.tooLong", count: LineInput.limit), .fault)])
      return false
    }
    if question.isBeyondLine {
      guard !line.isEmpty else { return false }
      // A key does not replace several lines.
      editor.replaceLine(with: Line())
      terminal.display.ring()
      write([
        OutputLine(sentences.text("text.severalLines", ["subject": question.prompt.subject]))
      ])
      return false
    }
    let isEdited = line.bytes != known.bytes
    guard isEdited || line.cursor != known.cursor else { return false }
    known = line
    return try apply(isEdited ? .edited : .cursorMoved)
  }

  /// Waits for input or the host, or for the host alone, and returns whether the time has passed.
  func listen(limit: Duration? = nil, forInput: Bool = true) throws(FrontEndExit) -> Bool {
    let ready = try client.wait(forInput: forInput, limit: limit)
    // The host comes first: the input may be for another question then.
    if ready.contains(.messages) {
      try absorb()
      if isOver { return false }
      show()
      try terminal.flush()
      return false
    }
    guard ready.contains(.input) else { return ready.isEmpty }
    if try FrontEndExit.onFailure(of: prompter.input.reader.fill()) == 0 { try client.quit() }
    return false
  }

  /// Reads the messages of the host: lines above, another text, another place.
  func absorb() throws(FrontEndExit) {
    // ^C drops what is typed, and may have thrown away the end of a paste.
    if try client.drain() { prompter.input.keys.dropPaste(isInterrupted: true) }
    if let suggestions = client.newSuggestions.take(), try !apply(.suggested(suggestions)) {
      terminal.display.ring()
    }
    guard !isOver, client.flushes.count != absorbedFlushCount else { return }
    absorbedFlushCount = client.flushes.count
    if !isVisible { terminal.display.finish() }
    terminal.adoptSize(of: picture)
    guard prompter.narrator.route.place == question.place else {
      try apply(.moved)
      return
    }
    if case .text = question.kind, !question.isBeyondLine, let field,
      !field.text(.value).utf8.elementsEqual(known.bytes)
    {
      adoptValue(of: field)
    }
    var lines = client.announcements(except: question.field)
    // A page that has arrived is written with its choices, unless the user is typing.
    let isPageReady = question.field == nil && isEmpty && client.lists.isReady(in: picture)
    if !isPageReady, case .menu(let menu) = question.kind, menu.choices != question.prompt.choices {
      question.prompt.choices = menu.choices
      lines += menu.choices.map { OutputLine($0) }
    }
    write(lines)
    if isPageReady { try apply(.moved) }
  }

  func show() {
    guard secret == nil, isVisible else { return }
    let line = editor.line
    let rows = marks.flatMap { marks in
      isOver ? [] : options?.rows(marks, line, in: terminal.display)
    }
    terminal.show(line, of: question, statusDisplay(), options: rows)
  }

  /// Returns the text at the right of the line: the status, unless the line is not the validated answer.
  func statusDisplay(isKept: Bool = false) -> StatusDisplay {
    switch question.kind {
    case .answer:
      if editor.line.bytes != validatedBytes ?? [] { return StatusDisplay(question.positionText) }
    case .text, .secret, .menu: break
    }
    return status.display(
      of: field, or: question.positionText, flushCount: client.flushes.count, isKept: isKept)
  }

  func write(_ lines: [OutputLine]) {
    guard !lines.isEmpty else { return }
    if let secret { return secret.messages += lines }
    terminal.display.write(lines)
    show()
  }
}
