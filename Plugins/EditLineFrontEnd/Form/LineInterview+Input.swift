import Conversation
import FormworkFrontEnd

extension LineInterview: LineEditorDelegate {
  /// Shows and reports what the last key did, and waits for the next one.
  func nextCharacter() -> Unicode.Scalar? {
    do throws(Ending) {
      prepare()
      while true {
        if decision != nil || failure != nil { return try finish() }
        if !ready.isEmpty { return ready.removeFirst() }
        if let typed = late.isEmpty ? input.keys.next() : late.removeFirst() {
          handle(typed)
        } else if try !readsOn() {
          try report()
          if decision == nil { try listen() }
        }
      }
    } catch {
      failure = error
      return Key.finish.character
    }
  }

  /// The line is left as it stands, with its last status.
  private func finish() throws(Ending) -> Unicode.Scalar {
    isStatusDue = true
    show()
    try flush()
    return Key.finish.character
  }

  /// Puts on the line what it begins with.
  ///
  /// libedit begins every line empty.
  private func prepare() {
    guard !isPrepared, let question else { return }
    isPrepared = true
    known = Line()
    guard case .text(let node) = question.kind, let field = picture[node] else { return }
    adoptValue(of: field)
  }

  /// Takes over what the host has put into the field.
  private func adoptValue(of field: PictureNode) {
    let text = field.isBeyondLine ? "" : field.text(.value)
    let end = text.utf8.count
    let cursor = field.number(.cursor).map { min(max(0, Int($0)), end) } ?? end
    known = Line(text, cursor: cursor)
    let index = text.utf8.index(text.startIndex, offsetBy: cursor)
    editor.replaceLine(
      with: text.unicodeScalars, cursor: text.unicodeScalars[..<index].count)
  }

  /// Reads on where more is typed than was shown, as in a paste that the terminal does not mark: with each
  /// report the work grows with the line.
  ///
  /// A line is reported at the latest when it is twice as long as it was last.
  ///
  /// - Returns: Whether there was something; the end of the input is left to ``listen()``.
  private func readsOn() throws(Ending) -> Bool {
    guard isTyping, editor.characterCount <= 2 * shown.line.bytes.count + 64,
      try dialogue.wait(forInput: true, limit: .zero) == .input
    else { return false }
    do throws(SystemError) { return try input.fill() } catch { throw .failed(error) }
  }

  /// Uses what was typed: a key that is bound, and a character, are for libedit.
  private func handle(_ typed: TerminalInput) {
    isTyping = if case .character = typed { true } else { false }
    switch typed {
    case .character(let character) where (0x80..<0xA0).contains(character.value):
      // The keys of ours lie there: one that was typed is a text, for the host to name.
      editor.insert(String(character).unicodeScalars)
    case .character(let character):
      if held.isEmpty && editor.isWhole(character) {
        ready = [character]
      } else {
        press([character], nil)
      }
    case .key(let key): press(input.keys.keyBytes, key)
    case .paste(let paste): insert(paste)
    case .overlongPaste:
      refuse("The paste has more than \(String.inputLimit) bytes: nothing was taken")
    case .malformed: ready = ["\u{FFFD}"]
    }
  }

  /// A key is handed to libedit as a whole, where it is bound; else the terminal rings.
  private func press(_ bytes: [UInt8], _ key: TerminalKey) {
    var characters = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    // A string that a terminal sends has an end. Without one a letter was typed with Alt, and more.
    if characters.count > 1, characters[0] == "\u{1B}",
      "PX^_".unicodeScalars.contains(characters[1]),
      characters.last != "\u{7}", !characters.suffix(2).elementsEqual(["\u{1B}", "\\"])
    {
      if characters.count > 2, characters.last == "\u{1B}" { characters.removeLast() }
      late = characters.dropFirst(2).map { .character($0) } + late
      return press(Array(characters.prefix(2)), .meta(characters[1]))
    }
    press(characters, key)
  }

  private func press(_ characters: [Unicode.Scalar], _ key: TerminalKey?) {
    let before = held
    held = []
    guard !characters.isEmpty else { return display.ring() }
    switch editor.meaning(of: characters, after: before, key) {
    case .characters(let characters): ready = characters
    case .beginning(let characters): held = characters
    case .nothing: display.ring()
    }
  }

  /// A pasted text: a newline at its end is cut, one inside is a space.
  private func insert(_ paste: SecretBytes) {
    held = []
    guard let text = paste.text else {
      return refuse("The paste is not UTF-8: nothing was taken")
    }
    guard text.utf8.count + editor.line.bytes.count <= String.inputLimit
    else {
      return refuse("The text would have more than \(String.inputLimit) bytes: nothing was taken")
    }
    editor.insert(text.joinedLines.unicodeScalars)
  }

  private func refuse(_ line: String) { write([Remark(line, .fault)]) }

  // MARK: To the host

  /// Tells the host what differs, and shows the line and what came of it.
  func report() throws(Ending) {
    if try sync() { try absorb() }
    if editor.takeRing() { display.ring() }
    show()
    try flush()
  }

  /// Tells the host of the text and of the cursor in it, where they differ: the front end that
  /// draws the line next, after a stop or in place of this one, goes on there.
  ///
  /// - Returns: Whether it did.
  @discardableResult
  func sync() throws(Ending) -> Bool {
    guard case .text(let node) = question?.kind else { return false }
    let line = editor.line
    if line.bytes.count > String.inputLimit { return restoreKnown() }
    if question?.isBeyondLine == true { return refuseTyping(over: line) }
    guard line != known else { return false }
    if !isEdited && line.bytes != known.bytes { isEdited = true }
    known = line
    dialogue.edit(node, bytes: line.bytes, cursor: line.cursor)
    return true
  }

  /// A key may put in what was cut many times over: more than a field may hold is not taken.
  private func restoreKnown() -> Bool {
    let cursor = known.head.unicodeScalars.count
    editor.replaceLine(with: known.text.unicodeScalars, cursor: cursor)
    refuse("The text would have more than \(String.inputLimit) bytes: nothing was taken")
    return false
  }

  /// Several lines are not replaced by one key.
  private func refuseTyping(over line: Line) -> Bool {
    guard !line.isEmpty else { return false }
    editor.replaceLine(with: String.UnicodeScalarView(), cursor: 0)
    display.ring()
    write([Remark("\(question?.prompt.subject ?? ""): ^X e edits its lines")])
    return false
  }

  // MARK: From the host

  /// Waits until the person types or the host has something to give.
  private func listen() throws(Ending) {
    let isEscape = input.keys.isAtEscape && !editor.isEscapeAKey
    let limit = isEscape ? nil : input.keys.patience
    let readiness = try dialogue.wait(forInput: true, limit: limit)
    // The host comes first: it may have something to say about what is typed.
    if readiness.contains(.messages) {
      try absorb()
      if decision != nil { return }
      show()
      try flush()
    }
    if readiness.contains(.input) {
      var goesOn = false
      do throws(SystemError) { goesOn = try input.fill() } catch { throw .failed(error) }
      if !goesOn { try dialogue.quit() }
    } else if readiness.isEmpty {
      if let typed = input.keys.endSequence() { late = [typed] }
    }
  }

  /// Takes in what the host gives: lines above, another text, another place.
  func absorb() throws(Ending) {
    try dialogue.drain()
    guard let question, dialogue.flushCount != absorbedFlushCount else { return }
    absorbedFlushCount = dialogue.flushCount
    adoptSize()
    guard guide.route.place == askedPlace else { return decision = decision ?? .follow }
    if case .text(let node) = question.kind, let field = picture[node] {
      let value = field.text(.value)
      if !question.isBeyondLine, !value.utf8.elementsEqual(known.bytes) {
        adoptValue(of: field)
      }
    }
    let lines = dialogue.announcements(except: question.field)
    if !lines.isEmpty { write(lines) }
  }
}

extension String {
  /// The text on one line.
  fileprivate var joinedLines: String {
    var lines = split(omittingEmptySubsequences: false) { $0.isNewline }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: " ")
  }
}
