import Conversation
import FormworkFrontEnd
import Glibc
import Interaction
import Wording

/// A secret while it is typed: libedit would keep what is cut from it, and insert it elsewhere.
final class SecretTyping {
  let prompt: SecretPrompt
  private unowned let asking: Asking

  init(_ prompt: SecretPrompt, of asking: Asking) { (self.prompt, self.asking) = (prompt, asking) }

  private var input: KeyInput { asking.interview.input }
  private var terminal: LineTerminal { asking.interview.terminal }

  /// Reads the secret until it is decided what comes after it, and leaves it hidden on its line.
  func run() throws(Ending) {
    // A secret that is shown has to be hidden before the program stops.
    try deliverStopKey(true)
    do throws(Ending) {
      try listen()
    } catch {
      // The ending counts, whether or not the terminal can be written to.
      try? finish()
      throw error
    }
    asking.status.isDue = true
    try finish()
  }

  /// Takes in what is typed, until it is decided what comes after the line.
  private func listen() throws(Ending) {
    input.endKeys()
    // What was typed ahead of the prompt belongs to it.
    try draw()
    while asking.way == nil {
      if let patience = input.keys.patience, try asking.listen(limit: patience) {
        input.endSequence()
      }
      while asking.way == nil, let typed = input.next() { try handle(typed) }
      try draw()
      if asking.way == nil && input.keys.patience == nil { _ = try asking.listen() }
    }
  }

  private func handle(_ typed: TerminalInput) throws(Ending) {
    let editor = asking.interview.editor
    let meaning: LineEditor.Meaning
    switch typed {
    case .key(let key) where key == asking.interview.modes.stopKey:
      input.endKeys()
      prompt.editor.isShown = false
      try draw()
      // As the terminal does: to all processes in the foreground with this program.
      kill(0, SIGTSTP)
      return
    case .character(let character) where input.isWithinKeys:
      meaning = input.meaning(of: [character], in: editor)
    // The rest of an escape that counted as a key may still come.
    case .key(let key) where key != .escape || input.keys.isAtEscape:
      meaning = input.meaning(of: key, in: editor)
    case .character, .key, .paste, .overlongPaste, .malformed:
      input.endKeys()
      let outcome = asking.interview.secrets.enter(typed, status: asking.field?.status)
      ring(unless: try note(outcome ?? .unchanged))
      if let cut = input.noteOfCut(typed) { prompt.remarks.append(cut) }
      return
    }
    switch meaning {
    case .beginning: break
    case .nothing: terminal.display.ring()
    case .characters(let characters):
      // Escape of vi has no part in a key at a secret.
      let function =
        editor.function(of: characters) ?? editor.function(of: Array(characters.suffix(1)))
      if let key = function.flatMap(Key.init) {
        if Key.edits[key.rawValue] == nil { try draw() }
        ring(unless: try asking.press(key))
      } else {
        ring(unless: try function.flatMap { Key.edits[$0] }.map(apply) ?? false)
      }
    }
  }

  private func ring(unless isDone: Bool) { if !isDone { terminal.display.ring() } }

  /// Edits the secret; whether the edit did something.
  func apply(_ edit: TextEdit) throws(Ending) -> Bool {
    try note(asking.interview.secrets.apply(edit) ?? .unchanged)
  }

  private func note(_ outcome: SecretEditor.Outcome) throws(Ending) -> Bool {
    switch outcome {
    case .changed: return try asking.apply(.edited)
    case .unchanged, .moved: return true
    case .refused(let refusal):
      let reason = Message("secret", of: "\(refusal)", count: SecretEditor.limit)
      prompt.remarks.append(Remark(Words.text(for: reason), .fault))
      return true
    case .unhandled: return false
    }
  }

  /// Shows or hides the secret, and says so if the line has nothing of it.
  func reveal() {
    prompt.editor.isShown.toggle()
    guard prompt.editor.isEmpty, let field = asking.field else { return }
    let key =
      !prompt.editor.isShown
      ? "secret.hidden" : field.number(.value) ?? 0 > 0 ? "secret.shownButKept" : "secret.shown"
    prompt.remarks.append(Remark(Words.line(key, ["subject": asking.question.prompt.subject])))
  }

  /// Leaves the line hidden, and the cursor at the beginning of the next one.
  private func finish() throws(Ending) {
    prompt.editor.isShown = false
    try draw()
    terminal.teller.say("")
    try terminal.teller.flush()
    try deliverStopKey(false)
  }

  private func deliverStopKey(_ isKey: Bool) throws(Ending) {
    try Ending.onFailure(of: asking.interview.modes.deliverStopKey(isKey))
  }

  private func draw() throws(Ending) {
    try terminal.flush()
    guard asking.isVisible else { return }
    let told = asking.toldStatus(isKept: prompt.editor.isEmpty && asking.way == nil)
    let (above, line) = prompt.draw(
      told, of: asking.question.prompt.subject, columns: terminal.display.columns)
    terminal.teller.write(above)
    try terminal.teller.flush()
    if line.isEmpty { return }
    try Ending.onFailure(of: line.write(to: asking.interview.dialogue.host.outputDescriptor))
  }
}
