import Conversation
import FormworkFrontEnd
import Glibc

extension LineInterview {
  /// Asks for a secret: libedit would keep what is cut from it, and give it back elsewhere.
  func askSecret(_ node: NodeID, prompt: String) throws(Ending) {
    let secret = takeSecretLeft(for: node)
    isEdited = !secret.isEmpty
    let line = SecretLine(
      prompt: prompt, columns: display.columns, mask: statusText.hasMarks ? .bullet : .asterisk)
    var above = RowsAbove(columns: display.columns, palette: palette)
    // A secret that is shown has to be hidden before the program stops.
    try deliverStopKey(true)
    do throws(Ending) {
      try listen(for: node, prompt, into: secret, line, &above)
    } catch {
      // The ending counts, whether or not the terminal can be written to.
      try? finish(secret, prompt, line, &above)
      throw error
    }
    isStatusDue = true
    try finish(secret, prompt, line, &above)
    if decision == .follow, !secret.isEmpty, let name = picture[node]?.name {
      secretLeft = (name, secret)
    }
  }

  /// The secret that was left in the middle, where it is still what the host has; else an empty one.
  private func takeSecretLeft(for node: NodeID) -> SecretEditor {
    defer { secretLeft = nil }
    guard let (_, secret) = secretLeft, let count = picture[node]?.number(.value),
      secret.copyContent().codePointCount == count
    else { return SecretEditor() }
    return secret
  }

  /// Takes in what is typed, until it is decided what comes after the line.
  private func listen(
    for node: NodeID, _ prompt: String, into secret: SecretEditor, _ line: SecretLine,
    _ above: inout RowsAbove
  ) throws(Ending) {
    var prefix: TerminalKey?
    // What was typed ahead of the prompt belongs to it.
    let keys = input.keys
    try draw(secret, prompt, on: line, &above)
    while decision == nil {
      var late = keys.patience != nil ? try listen(limit: keys.patience) : false
      while decision == nil, let typed = keys.next() ?? (late ? keys.endSequence() : nil) {
        // What follows an escape that was taken for a key may come still.
        late = false
        if case .key(.control("Z")) = typed {
          secret.isShown = false
          try draw(secret, prompt, on: line, &above)
          // As the terminal would: to all that runs in the foreground with this program.
          kill(0, SIGTSTP)
        } else {
          try handle(typed, in: secret, of: node, after: &prefix)
        }
      }
      try draw(secret, prompt, on: line, &above)
      if decision == nil && keys.patience == nil { _ = try listen(limit: nil) }
    }
  }

  /// Leaves the line as it stands, hidden, and what is written next a line of its own.
  private func finish(
    _ secret: SecretEditor, _ prompt: String, _ line: SecretLine, _ above: inout RowsAbove
  ) throws(Ending) {
    secret.isShown = false
    try draw(secret, prompt, on: line, &above)
    teller.say("")
    try teller.flush()
    try deliverStopKey(false)
  }

  private func deliverStopKey(_ isKey: Bool) throws(Ending) {
    do throws(SystemError) { try modes.deliverStopKey(isKey) } catch { throw .failed(error) }
  }

  /// Shows the line with its status: at the right, or above where the person has to know it.
  ///
  /// What a prompt has no room for stands above, too.
  private func draw(
    _ secret: SecretEditor, _ prompt: String, on line: SecretLine, _ above: inout RowsAbove
  ) throws(Ending) {
    try flush()
    let isKept = secret.isEmpty && decision == nil
    let told = question.map { toldStatus(of: $0, isKept: isKept) } ?? ToldStatus()
    line.columns = display.columns
    let promptRows = prompt.wrapped(to: SecretLine.promptLimit(columns: display.columns))
    line.prompt = promptRows.last ?? ""
    let isAbove = told.isDue && !line.hasRoom(for: told.text, beside: secret)
    var rows: [Remark] = []
    if isAbove {
      rows = told.rows(above: question?.prompt.subject ?? "", columns: display.columns)
        .map { Remark($0, told.style) }
    }
    rows += promptRows.dropLast().map { Remark($0) }
    let lines = linesAbove.flatMap { line in
      line.text.replacingControls().wrapped(to: display.columns)
        .map { palette.dressed($0, line.style) }
    }
    linesAbove = []
    let (output, isRowGone) = above.show(rows, below: lines, columns: display.columns)
    // What rings is written with it.
    teller.write(output)
    try teller.flush()
    if isRowGone { line.forget() }
    let drawing = SecretBytes(isLocked: true)
    line.draw(
      secret, status: isAbove ? "" : told.text, attributes: palette.start(of: told.style),
      into: drawing)
    do throws(SystemError) {
      if !drawing.isEmpty { try drawing.write(to: dialogue.host.outputDescriptor) }
    } catch {
      throw .failed(error)
    }
  }

  /// Waits until the person types or the host has something to give.
  ///
  /// - Returns: Whether the time has passed.
  private func listen(limit: Duration?) throws(Ending) -> Bool {
    let ready = try dialogue.wait(forInput: true, limit: limit)
    if ready.contains(.messages) { try absorb() }
    guard ready.contains(.input) else { return ready.isEmpty }
    var goesOn = false
    do throws(SystemError) { goesOn = try input.fill() } catch { throw .failed(error) }
    if !goesOn { try dialogue.quit() }
    return false
  }

  private func handle(
    _ typed: TerminalInput, in secret: SecretEditor, of node: NodeID,
    after prefix: inout TerminalKey?
  ) throws(Ending) {
    let before = prefix
    prefix = nil
    if before == .control("X") { return try handlePrefixed(typed, secret) }
    switch secret.apply(before == .escape ? typed.withAlt : typed) {
    case .changed:
      isEdited = true
      let content = secret.copyContent()
      dialogue.edit(node, secret: content)
      try absorb()
    case .unchanged, .moved: break
    case .accepted: try accept(secret, of: node)
    case .refused(let refusal): linesAbove.append(Remark(Self.words(for: refusal), .fault))
    case .unhandled(.control("X")): prefix = .control("X")
    case .unhandled(.escape) where input.keys.isAtEscape: prefix = .escape
    case .unhandled(.backTab), .unhandled(.up): try goOrRing(.previous)
    case .unhandled(.down): try goOrRing(.next)
    case .unhandled(.control("D")):
      try dialogue.exchange([.back])
      try absorb()
    case .unhandled: ring()
    }
  }

  /// The second key after ^X.
  private func handlePrefixed(_ typed: TerminalInput, _ secret: SecretEditor) throws(Ending) {
    switch typed {
    case .character("n"), .key(.control("N")): try goOrRing(.next)
    case .character("p"), .key(.control("P")): try goOrRing(.previous)
    case .character("s"): if try !submit() { ring() }
    case .character("v"), .key(.control("V")): reveal(secret)
    case .character("f"), .key(.control("F")): try switchFrontEnd()
    case .character("?"), .character("h"): linesAbove += Key.explanations.map { Remark($0) }
    case .character, .key, .paste, .overlongPaste, .malformed: ring()
    }
  }

  private func goOrRing(_ direction: Decision) throws(Ending) {
    if let question, try !go(direction, from: question) { ring() }
  }

  /// Shows the secret, or hides it; where there is nothing of it on the line, that is said.
  private func reveal(_ secret: SecretEditor) {
    secret.isShown.toggle()
    guard secret.isEmpty, let question, let field = question.field else { return }
    let isKept = picture[field]?.number(.value) ?? 0 > 0
    let words =
      switch (secret.isShown, isKept) {
      case (true, true):
        "what is kept cannot be shown; what you type in its place is shown: ^X v hides it"
      case (true, false): "what you type is shown: ^X v hides it"
      case (false, _): "what you type is not shown"
      }
    linesAbove.append(Remark("\(question.prompt.subject): \(words)"))
  }

  private func accept(_ secret: SecretEditor, of node: NodeID) throws(Ending) {
    // Enter alone keeps what was entered before.
    let message: InputMessage<EnteredText> =
      isEdited ? .commit(node, .secret(secret.copyContent())) : .commit(node, nil)
    try commit(node, [message])
  }

  private func ring() { display.ring() }

  private static func words(for refusal: SecretEditor.Refusal) -> String {
    switch refusal {
    case .controlCharacter: "There is a control character in it: nothing was taken"
    case .severalLines: "It has several lines: nothing was taken; paste one line alone"
    case .notUTF8: "It is not UTF-8: nothing was taken"
    case .tooLong: "It has more than \(SecretEditor.limit) bytes: nothing was taken"
    }
  }
}

extension TerminalInput {
  /// What it is behind an escape: some terminals send that for Alt.
  fileprivate var withAlt: TerminalInput {
    switch self {
    case .key(.left): .key(.wordLeft)
    case .key(.right): .key(.wordRight)
    case .character, .key, .paste, .overlongPaste, .malformed: self
    }
  }
}
