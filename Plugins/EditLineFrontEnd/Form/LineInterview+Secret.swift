import Conversation
import FormworkFrontEnd

extension LineInterview {
  /// Asks for a secret: libedit would keep what is cut from it, and give it back elsewhere.
  func askSecret(_ node: NodeID, prompt: String) throws(Ending) {
    // What was typed ahead of the prompt belongs to it.
    let keys = input.keys
    let secret = SecretEditor()
    let line = SecretLine(
      prompt: prompt, columns: display.columns, mask: statusText.hasMarks ? .bullet : .asterisk)
    var prefix: TerminalKey?
    try draw(secret, on: line)
    while decision == nil {
      let late = keys.patience != nil ? try listen(for: node, keys, keys.patience) : false
      while decision == nil, let typed = keys.next() ?? (late ? keys.endSequence() : nil) {
        try take(typed, into: secret, of: node, after: &prefix)
      }
      try draw(secret, on: line)
      if decision == nil && keys.patience == nil { _ = try listen(for: node, keys, nil) }
    }
    isStatusDue = true
    secret.isShown = false
    try draw(secret, on: line)
    teller.say("")
    try teller.flush()
  }

  private func draw(_ secret: SecretEditor, on line: SecretLine) throws(Ending) {
    if line.columns != display.columns { line.columns = display.columns }
    if !linesAbove.isEmpty {
      // Written where the line stands, which is then drawn below.
      teller.write("\r\u{1B}[K")
      linesAbove.forEach { teller.say($0.withoutControls) }
      linesAbove = []
      try teller.flush()
      line.forget()
    }
    let drawing = SecretBytes(isLocked: true)
    let status = isStatusDue ? question.map { toldStatus(of: $0).text } ?? "" : ""
    line.draw(secret, status: status, into: drawing)
    do throws(SystemError) {
      if !drawing.isEmpty { try drawing.write(to: dialogue.host.outputDescriptor) }
    } catch {
      throw .failed(error)
    }
  }

  /// Waits until the person types or the host has something to give.
  ///
  /// - Returns: Whether the time has passed.
  private func listen(
    for node: NodeID, _ keys: KeyDecoder, _ limit: Duration?
  ) throws(Ending) -> Bool {
    let wakeup = try dialogue.wait(forInput: true, limit: limit)
    if wakeup.contains(.messages) { try absorb() }
    guard wakeup.contains(.input) else { return wakeup.isEmpty }
    var goesOn = false
    do throws(SystemError) { goesOn = try input.fill() } catch { throw .failed(error) }
    if !goesOn { try dialogue.quit() }
    return false
  }

  private func take(
    _ typed: TerminalInput, into secret: SecretEditor, of node: NodeID,
    after prefix: inout TerminalKey?
  ) throws(Ending) {
    let before = prefix
    prefix = nil
    if before == .control("X") { return try takePrefixed(typed, secret) }
    switch secret.apply(before == .escape ? typed.withAlt : typed) {
    case .changed:
      isEdited = true
      let content = secret.copyContent()
      dialogue.edit(node, secret: content)
      try absorb()
    case .unchanged, .moved: break
    case .accepted: try accept(secret, of: node)
    case .refused(let refusal): linesAbove.append(Self.words(for: refusal))
    case .unhandled(.control("X")): prefix = .control("X")
    case .unhandled(.escape) where input.keys.isAtEscape: prefix = .escape
    case .unhandled(.backTab): decision = .previous
    case .unhandled(.up): if let question, !go(.previous, from: question) { ring() }
    case .unhandled(.down): if let question, !go(.next, from: question) { ring() }
    case .unhandled(.control("D")):
      try dialogue.exchange([.back])
      try absorb()
    case .unhandled: ring()
    }
  }

  /// The second key after ^X.
  private func takePrefixed(_ typed: TerminalInput, _ secret: SecretEditor) throws(Ending) {
    switch typed {
    case .character("n"), .key(.control("N")): decision = .next
    case .character("p"), .key(.control("P")): decision = .previous
    case .character("s"): if try !submit() { ring() }
    case .character("v"), .key(.control("V")): secret.isShown.toggle()
    case .character("f"), .key(.control("F")): try switchFrontEnd()
    case .character("?"), .character("h"): linesAbove += Key.explanations
    case .character, .key, .paste, .overlongPaste, .malformed: ring()
    }
  }

  private func accept(_ secret: SecretEditor, of node: NodeID) throws(Ending) {
    // Enter alone keeps what was entered before.
    let message: InputMessage =
      isEdited ? .commitSecret(node, secret.copyContent()) : .commitAsItStands(node)
    try commit(node, [message])
  }

  private func ring() { teller.write("\u{7}") }

  private static func words(for refusal: SecretEditor.Refusal) -> String {
    switch refusal {
    case .controlCharacter: "There is a control character in it: nothing was taken"
    case .severalLines: "There are several lines in it: nothing was taken"
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
