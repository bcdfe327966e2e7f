import Conversation
import FormworkFrontEnd
import Glibc
import Interaction
import Wording

extension LineInterview {
  /// Asks for a secret: libedit would keep what is cut from it, and give it back elsewhere.
  func askSecret(_ question: Question, _ node: NodeID) throws(Ending) {
    let editor = keeper.begin(at: node, in: picture)
    if !editor.isEmpty { try apply(.begun(.changed)) }
    let secret = SecretPrompt(
      editor, prompt: question.prompt.shortText, columns: display.columns,
      hasMarks: statusText.hasMarks, palette: palette)
    question.secret = secret
    // A secret that is shown has to be hidden before the program stops.
    try deliverStopKey(true)
    do throws(Ending) {
      try listen(for: question, secret)
    } catch {
      // The ending counts, whether or not the terminal can be written to.
      try? finish(question, secret)
      throw error
    }
    question.isStatusDue = true
    try finish(question, secret)
    if question.way != .follow || picture[node] == nil { keeper.forget() }
  }

  /// Takes in what is typed, until it is decided what comes after the line.
  private func listen(for question: Question, _ secret: SecretPrompt) throws(Ending) {
    input.endKeys()
    // What was typed ahead of the prompt belongs to it.
    try draw(question, secret)
    while question.way == nil {
      if let patience = input.keys.patience, try listen(limit: patience) { input.endSequence() }
      while question.way == nil, let typed = input.next() {
        try handle(typed, in: secret, question)
      }
      try draw(question, secret)
      if question.way == nil && input.keys.patience == nil { _ = try listen() }
    }
  }

  private func handle(
    _ typed: TerminalInput, in secret: SecretPrompt, _ question: Question
  ) throws(Ending) {
    let meaning: LineEditor.Meaning
    switch typed {
    case .key(let key) where key == modes.stopKey:
      input.endKeys()
      secret.editor.isShown = false
      try draw(question, secret)
      // As the terminal would: to all that runs in the foreground with this program.
      kill(0, SIGTSTP)
      return
    case .character(let character) where input.isWithinKeys:
      meaning = input.meaning(of: [character], in: editor)
    // What follows an escape that was taken for a key may come still.
    case .key(let key) where key != .escape || input.keys.isAtEscape:
      meaning = input.meaning(of: key, in: editor)
    case .character, .key, .paste, .overlongPaste, .malformed:
      input.endKeys()
      let status = question.field.flatMap { picture[$0]?.status }
      let outcome = keeper.enter(typed, status: status) ?? .unchanged
      ring(unless: try note(outcome, in: secret))
      if let cut = input.noteOfCut(typed) { secret.remarks.append(cut) }
      return
    }
    switch meaning {
    case .beginning: break
    case .nothing: display.ring()
    case .characters(let characters):
      // Vi's Escape has no part in a key at a secret.
      let function =
        editor.function(of: characters) ?? editor.function(of: Array(characters.suffix(1)))
      if let key = function.flatMap(Key.init) {
        if Key.edits[key.rawValue] == nil { try draw(question, secret) }
        ring(unless: try press(key))
      } else if let edit = function.flatMap({ Key.edits[$0] }) {
        ring(unless: try note(keeper.apply(edit) ?? .unchanged, in: secret))
      } else {
        display.ring()
      }
    }
  }

  private func ring(unless isDone: Bool) { if !isDone { display.ring() } }

  /// Tells what came of an input; whether that is something.
  func note(_ outcome: SecretEditor.Outcome, in secret: SecretPrompt) throws(Ending) -> Bool {
    switch outcome {
    case .changed: return try apply(.edited)
    case .unchanged, .moved: return true
    case .refused(let refusal):
      let reason = Message("secret", of: "\(refusal)", count: SecretEditor.limit)
      secret.remarks.append(Remark(Words.text(for: reason), .fault))
      return true
    case .unhandled: return false
    }
  }

  /// Leaves the line as it stands, hidden, and what is written next a line of its own.
  private func finish(_ question: Question, _ secret: SecretPrompt) throws(Ending) {
    secret.editor.isShown = false
    try draw(question, secret)
    teller.say("")
    try teller.flush()
    try deliverStopKey(false)
  }

  private func deliverStopKey(_ isKey: Bool) throws(Ending) {
    try Ending.onFailure(of: modes.deliverStopKey(isKey))
  }

  private func draw(_ question: Question, _ secret: SecretPrompt) throws(Ending) {
    try flush()
    guard isOnView else { return }
    let isKept = secret.editor.isEmpty && question.way == nil
    let (above, line) = secret.draw(
      toldStatus(of: question, isKept: isKept), of: question.prompt.subject,
      columns: display.columns)
    teller.write(above)
    try teller.flush()
    if line.isEmpty { return }
    try Ending.onFailure(of: line.write(to: dialogue.host.outputDescriptor))
  }

  /// Shows the secret, or hides it; where there is nothing of it on the line, that is said.
  func reveal(_ question: Question) {
    guard let secret = question.secret else { return }
    secret.editor.isShown.toggle()
    guard secret.editor.isEmpty, let field = question.field else { return }
    let isKept = picture[field]?.number(.value) ?? 0 > 0
    let key =
      switch (secret.editor.isShown, isKept) {
      case (true, true): "secret.shownButKept"
      case (true, false): "secret.shown"
      case (false, _): "secret.hidden"
      }
    secret.remarks.append(Remark(Words.line(key, ["subject": question.prompt.subject])))
  }
}
