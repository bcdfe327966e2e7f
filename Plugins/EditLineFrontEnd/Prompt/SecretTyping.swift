import Conversation
import FormworkFrontEnd
import Glibc
import Interaction
import Wording

/// A secret while it is typed: libedit would keep text that is cut, and insert it elsewhere.
final class SecretTyping {
  let editor: SecretEditor
  var messages: [OutputLine] = []
  private unowned let asking: Asking
  private let line: SecretLine
  private var above: RowsAbove

  init(_ editor: SecretEditor, of asking: Asking) {
    (self.editor, self.asking) = (editor, asking)
    let terminal = asking.terminal
    line = SecretLine(
      prompt: "", columns: terminal.display.columns,
      mask: TerminalLocale.isUTF8 ? .bullet : .asterisk)
    above = RowsAbove(palette: terminal.palette)
  }

  private var input: KeyInput { asking.prompter.input }
  private var terminal: LineTerminal { asking.terminal }

  func run() throws(FrontEndExit) {
    // A secret that is shown has to be hidden before the program stops.
    try FrontEndExit.onFailure(of: asking.prompter.modes.deliverStopKey(true))
    do throws(FrontEndExit) {
      try listen()
    } catch {
      // The reason for the end counts, even if the terminal fails.
      try? finish()
      throw error
    }
    asking.status.isDue = true
    try finish()
  }

  private func listen() throws(FrontEndExit) {
    input.endKeys()
    // Input that was typed before the prompt was visible belongs to it.
    try draw()
    while !asking.isOver {
      if let timeout = input.keys.timeout, try asking.listen(limit: timeout) {
        input.endSequence()
      }
      while !asking.isOver, let typed = input.next() { try handle(typed) }
      try draw()
      if !asking.isOver && input.keys.timeout == nil { _ = try asking.listen() }
    }
  }

  private func handle(_ typed: TerminalInput) throws(FrontEndExit) {
    let keys = asking.prompter.editor
    let meaning: LineEditor.Meaning
    switch typed {
    case .key(let key) where key == asking.prompter.modes.stopKey:
      input.endKeys()
      editor.isShown = false
      try draw()
      // As the terminal does: to all processes in the foreground with this program.
      kill(0, SIGTSTP)
      return
    case .character(let character) where input.isWithinKeys:
      meaning = input.meaning(of: [character], in: keys)
    // The rest of a sequence may come after its Escape counted as a key.
    case .key(let key) where key != .escape || input.keys.isAtEscape:
      meaning = input.meaning(of: key, in: keys)
    case .character, .key, .paste, .overlongPaste, .malformed:
      input.endKeys()
      let outcome = asking.prompter.pendingSecret.enter(typed, status: asking.field?.status)
      ring(unless: try note(outcome ?? .unchanged))
      if let cut = input.noteOfCut(typed) { messages.append(cut) }
      return
    }
    switch meaning {
    case .beginning: break
    case .nothing: terminal.display.ring()
    case .characters(let characters):
      // In vi mode an Escape may come before the key.
      let function =
        keys.function(of: characters) ?? keys.function(of: Array(characters.suffix(1)))
      if let key = function.flatMap(EditorFunction.init) {
        if EditorFunction.edits[key.rawValue] == nil { try draw() }
        ring(unless: try asking.press(key))
      } else {
        ring(unless: try function.flatMap { EditorFunction.edits[$0] }.map(apply) ?? false)
      }
    }
  }

  private func ring(unless isDone: Bool) { if !isDone { terminal.display.ring() } }

  func apply(_ edit: TextEdit) throws(FrontEndExit) -> Bool {
    try note(asking.prompter.pendingSecret.apply(edit) ?? .unchanged)
  }

  private func note(_ outcome: SecretEditor.Outcome) throws(FrontEndExit) -> Bool {
    switch outcome {
    case .changed: return try asking.apply(.edited)
    case .unchanged, .moved: return true
    case .refused(let refusal):
      let reason = Message.key("secret", of: "\(refusal)", count: SecretEditor.limit)
      messages.append(OutputLine(sentences.text(for: reason), .fault))
      return true
    case .unhandled: return false
    }
  }

  /// Shows or hides the secret, with a message if the line is empty.
  func reveal() {
    editor.isShown.toggle()
    guard editor.isEmpty, let field = asking.field else { return }
    let key =
      !editor.isShown
      ? "secret.hidden" : field.number(.value) ?? 0 > 0 ? "secret.shownButKept" : "secret.shown"
    messages.append(
      OutputLine(sentences.text(key, ["subject": asking.question.prompt.subject])))
  }

  /// Leaves the line hidden, and the cursor at the beginning of the next one.
  private func finish() throws(FrontEndExit) {
    editor.isShown = false
    try draw()
    terminal.writer.say("")
    try terminal.writer.flush()
    try FrontEndExit.onFailure(of: asking.prompter.modes.deliverStopKey(false))
  }

  func forget() {
    above = RowsAbove(palette: terminal.palette)
    line.forget()
  }

  /// Returns the rows of a prompt, with an empty one if there is hardly any room for the secret after it.
  static func promptRows(of prompt: String, columns: Int) -> [String] {
    let rows = prompt.wrapped(to: columns)
    let isFull = rows.last?.columnCount ?? 0 > SecretLine.promptLimit(columns: columns)
    return isFull ? rows + [""] : rows
  }

  private func draw() throws(FrontEndExit) {
    try terminal.flush()
    guard asking.isVisible else { return }
    let columns = terminal.display.columns
    let prompt = asking.question.prompt
    let promptRows = Self.promptRows(of: prompt.shortText, columns: columns)
    let isResized = columns != line.columns
    (line.columns, line.prompt) = (columns, promptRows.last ?? "")
    let status = asking.statusDisplay(isKept: editor.isEmpty && !asking.isOver)
    let part = line.part(of: status.text, beside: editor)
    let isWhole = part == status.text.replacingControls()
    let statusRows =
      isWhole ? [] : status.rowsAbove(besides: part, name: prompt.subject, columns: columns)
    let (output, isRowGone) = above.show(
      statusRows + promptRows.dropLast().map { OutputLine($0) },
      below: messages.flatMap { $0.wrapped(to: columns) }, columns: columns,
      isResized: isResized, wrappedRowCount: line.wrappedRowCount(columns: columns))
    messages = []
    if isRowGone { line.forget() }
    terminal.writer.write(output)
    try terminal.writer.flush()
    let drawing = SecretBytes(isLocked: true)
    line.draw(
      editor, status: statusRows.isEmpty ? status.text : "",
      attributes: terminal.palette.start(of: status.style), into: drawing)
    if drawing.isEmpty { return }
    try FrontEndExit.onFailure(of: drawing.write(to: asking.client.host.outputDescriptor))
  }
}

/// The rows above a secret that belong to it, with the cursor on the row below them.
///
/// The secret itself is drawn in memory that is wiped.
private struct RowsAbove {
  private var shown: [OutputLine] = []
  private let palette: Palette

  init(palette: Palette) { self.palette = palette }

  /// Returns the bytes for other rows and for lines above them, and whether those erase the cursor's row.
  ///
  /// The terminal may have wrapped the row of the cursor, which is some rows lower then.
  mutating func show(
    _ rows: [OutputLine], below lines: [OutputLine], columns: Int, isResized: Bool,
    wrappedRowCount: Int
  ) -> (output: String, isRowGone: Bool) {
    defer { shown = rows }
    if lines.isEmpty && rows.count == shown.count && (rows.isEmpty || !isResized) {
      return (rows.indices.map { change(at: $0, to: rows[$0]) }.joined(), false)
    }
    // A terminal that became narrower has wrapped the rows.
    let up = shown.reduce(wrappedRowCount) {
      $0 + max(1, ($1.text.columnCount + columns - 1) / columns)
    }
    let way = up == 0 ? "" : "\u{1B}[\(up)A"
    let dressed = (lines + rows).map { palette.dressed($0.text, $0.style) + "\r\n" }
    return ("\r\(way)\u{1B}[J" + dressed.joined(), true)
  }

  /// Writes the difference in a row, and returns: the terminal saves the cursor.
  private func change(at index: Int, to row: OutputLine) -> String {
    let old = shown[index]
    guard row != old else { return "" }
    let same = row.style == old.style ? zip(row.text, old.text).prefix { $0 == $1 }.map(\.0) : []
    let up = shown.count - index
    let way = up == 1 ? "\u{1B}M" : "\u{1B}[\(up)A"
    let eraser = old.text.columnCount > row.text.columnCount ? "\u{1B}[K" : ""
    return "\u{1B}7\(way)\u{1B}[\(String(same).columnCount + 1)G" + palette.start(of: row.style)
      + row.text.dropFirst(same.count) + eraser + "\u{1B}8"
  }
}
