import FormworkFrontEnd
import Interaction
import Wording

extension TerminalInput {
  var isCharacter: Bool { if case .character = self { true } else { false } }
}

/// The editor of the text or the secret with the focus, which sends the edits to the host.
final class FieldEditor {
  private unowned let session: ScreenController
  var pendingSecret = PendingSecret()
  private var killed = ""

  /// Whether the text or its cursor has changed since the last report to the host.
  private var hasUnpostedEdit = false

  /// The typed characters that the host does not know yet, of a text or a secret.
  let unposted = SecretBytes(isLocked: true)

  /// The number of bytes that were read since the first of these characters.
  private var readCount = 0

  var histories: [NodeID: [String]] = [:]
  private var historyCursor: HistoryCursor?

  init(_ session: ScreenController) { self.session = session }

  /// Begins with another picture, and keeps the killed text; a pending secret may continue.
  func begin() {
    (historyCursor, histories) = (nil, [:])
    pendingSecret.noteSubmitted(false)
  }

  // MARK: The focus

  func adoptFocus() {
    hasUnpostedEdit = false
    session.completer.endCompletion()
    historyCursor = nil
    session.chooser.search = OptionSearch()
    // While a row is fetched, the row with the focus may be taken back.
    let focus = session.focusNode
    if let focus, focus.kind != .row || focus.parent != session.gate.wantedRow?.list {
      session.gate.wantedRow = nil
    }
    session.view.followsFocus = true
    pendingSecret.editor?.isShown = false
    pendingSecret.leave(for: session.picture.focus, in: session.picture)
    guard let node = focus else { return session.user.focus = .nothing }
    switch node.kind {
    case .textField, .textArea: session.user.focus = .text(node.id, editor(of: node))
    case .secretField: adoptSecret(of: node)
    case .choice, .choices: session.chooser.markOption(of: node)
    default: session.user.focus = .node(node.id)
    }
  }

  private func editor(of node: PictureNode) -> TextEditor {
    TextEditor(
      node.text(.value), cursor: node.number(.cursor), hasLines: node.kind == .textArea,
      killed: killed)
  }

  func adoptValue(of node: PictureNode) {
    switch session.user.focus {
    case .text(node.id, let editor):
      guard editor.text != node.text(.value) else { return }
      session.user.focus = .text(node.id, self.editor(of: node))
      session.completer.endCompletion()
    case .secret(node.id, _, _): adoptSecret(of: node)
    case .text, .secret, .options, .node, .nothing: break
    }
  }

  private func adoptSecret(of node: PictureNode) {
    _ = pendingSecret.begin(at: node.id, in: session.picture)
    noteSecret(node.id)
  }

  private func enter(_ typed: TerminalInput, at id: NodeID) {
    apply(pendingSecret.enter(typed, status: session.picture[id]?.status), at: id)
  }

  private func noteSecret(_ id: NodeID) {
    guard let editor = pendingSecret.editor else { return }
    session.user.focus = .secret(id, count: editor.characterCount, cursor: editor.cursor)
  }

  // MARK: Editing

  func edit(_ command: EditCommand) {
    switch session.user.focus {
    case .text(let id, var editor):
      let previous = editor.text
      guard editor.perform(command) else {
        // The cursor may be at the end of a line already.
        return command == .move(.beginning) || command == .move(.end) ? () : session.ring()
      }
      adopt(editor, of: id, isText: editor.text != previous)
    case .secret(let id, _, _):
      guard let edit = command.secretEdit else { return session.ring() }
      apply(pendingSecret.apply(edit), at: id)
    case .nothing, .options, .node: session.ring()
    }
  }

  /// Takes over an edited text, and sends it to the host; a movement of the cursor can wait.
  func adopt(_ editor: TextEditor, of id: NodeID, isText: Bool) {
    session.user.focus = .text(id, editor)
    killed = editor.killed
    hasUnpostedEdit = true
    guard isText else { return }
    guard editor.text.utf8.count <= LineInput.limit else {
      hasUnpostedEdit = false
      session.user.focus = .text(
        id, session.picture[id].map { self.editor(of: $0) } ?? TextEditor())
      return refuse("tooLong")
    }
    postEdit()
    if session.machine.state.window == .suggestions {
      session.completer.narrowCompletion(to: editor)
    }
  }

  private func apply(_ outcome: SecretEditor.Outcome?, at id: NodeID) {
    switch outcome {
    case .changed:
      guard let editor = pendingSecret.editor else { return }
      session.host.post(.edit(id, .secret(editor.copyContent()), cursor: editor.cursorByte))
      session.tree.picture.noteEdit(
        of: id, value: .number(editor.codePointCount), cursor: editor.codePointsBeforeCursor)
      noteSecret(id)
    case .moved: noteSecret(id)
    case .refused(let refusal): refuse("\(refusal)")
    case .unchanged, .unhandled, nil: session.ring()
    }
  }

  private func refuse(_ reason: String) {
    let message = Message.key("say", of: reason, count: LineInput.limit)
    session.user.message = OutputLine(sentences.text(for: message), .fault)
    session.ring()
  }

  /// Inserts a paste at the focus, with a message if its end did not come.
  func paste(_ typed: TerminalInput) {
    insert(typed)
    guard case .paste = typed, session.gate.reader.keys.isPasteCut, session.user.message == nil,
      [.text, .area, .secret].contains(session.place)
    else { return }
    session.user.message = OutputLine(FrontEndMessages.text("paste.cut"))
  }

  private func insert(_ typed: TerminalInput) {
    session.view.followsFocus = true
    let state = session.machine.state
    if state == .chord { _ = session.machine.apply(.moved) }
    guard state == .form || state.window == .suggestions, session.picture.alert == nil,
      !session.gate.isOccupied
    else { return session.ring() }
    switch (typed, session.user.focus) {
    case (_, .secret(let id, _, _)): enter(typed, at: id)
    case (.overlongPaste, _): refuse("tooLong")
    case (.paste(let bytes), .text(let id, let editor)): paste(bytes, into: editor, of: id)
    default: session.ring()
    }
  }

  private func paste(_ bytes: SecretBytes, into editor: TextEditor, of id: NodeID) {
    guard let pasted = PastedText(bytes, allowingLines: editor.hasLines) else {
      return refuse("notUTF8")
    }
    guard editor.text.utf8.count + pasted.text.utf8.count <= LineInput.limit else {
      return refuse("tooLong")
    }
    session.user.message = FrontEndMessages.note(on: pasted)
    var editor = editor
    editor.insert(pasted.text)
    adopt(editor, of: id, isText: true)
  }

  // MARK: Leaving a field

  /// Commits the field at Enter: if the host accepts its content, the focus moves on.
  func commit() {
    guard let field = session.focusNode, field.kind.isField else { return session.ring() }
    // The committed content counts, wherever the cursor is.
    hasUnpostedEdit = false
    let content: EnteredText? =
      switch session.user.focus {
      case .text(_, let editor): .text(editor.text)
      case .secret(_, let count, _) where count > 0:
        pendingSecret.editor.map { .secret($0.copyContent()) }
      case .secret, .options, .node, .nothing: nil
      }
    guard session.post(.commit(field.id, content)) else { return }
    session.focusMover.committed = field.id
    pendingSecret.noteSubmitted()
    historyCursor = nil
  }

  func recall(isBack: Bool) {
    guard case .text(let id, var editor) = session.user.focus,
      let next = HistoryCursor(
        in: histories[id] ?? [], from: editor.text, after: historyCursor, isBack: isBack)
    else { return session.ring() }
    historyCursor = next
    editor.replaceAll(with: next.text)
    adopt(editor, of: id, isText: true)
  }

  func goInArea(_ way: KeyboardMachine.FocusMove) {
    guard let node = session.focusNode else { return }
    let isPage = way == .pageUp || way == .pageDown
    let height = isPage ? session.painter.look { $0.fields.areaHeight(of: node) } : 2
    let count = max(1, height - 1) * (way == .up || way == .pageUp ? -1 : 1)
    if !moveInArea(by: count) { session.focusMover.go(way) }
  }

  /// Moves the cursor by rows of a text area; returns `false` if it was in the first or last one.
  func moveInArea(by count: Int) -> Bool {
    guard case .text(let id, var editor) = session.user.focus else { return false }
    let rows = session.painter.areaRows(of: editor, andMore: max(0, count))
    let row = rows.row(of: editor.cursor)
    let wanted = min(max(0, row + count), rows.rows.count - 1)
    guard wanted != row else { return false }
    editor.moveCursor(to: rows.byte(row: wanted, column: rows.column(of: editor.cursor)))
    adopt(editor, of: id, isText: false)
    return true
  }

  // MARK: Typing

  func type(_ scalar: Unicode.Scalar) {
    let focus = session.user.focus
    switch focus {
    case .text(_, let editor):
      if scalar.steersTerminals(allowingLines: editor.hasLines) { return session.ring() }
    case .secret: if scalar.steersTerminals { return refuse("controlCharacter") }
    case .nothing, .options, .node: return session.ring()
    }
    guard knownCount(at: focus) + unposted.byteCount + scalar.utf8.count <= LineInput.limit else {
      return refuse("tooLong")
    }
    for byte in scalar.utf8 { unposted.append(byte) }
  }

  /// Returns the number of bytes that the host knows and that stay; a submitted secret may be replaced.
  private func knownCount(at focus: Focus) -> Int {
    switch focus {
    case .text(_, let editor): editor.text.utf8.count
    case .secret(let id, _, _): pendingSecret.keptByteCount(status: session.picture[id]?.status)
    case .nothing, .options, .node: 0
    }
  }

  /// Inserts the typed characters at the cursor, and sends the text to the host.
  func postTyped() {
    guard !unposted.isEmpty else { return }
    defer {
      unposted.wipe()
      readCount = 0
    }
    switch session.user.focus {
    case .text(let id, var editor):
      editor.insert(unposted.text ?? "", isTyped: true)
      adopt(editor, of: id, isText: true)
    case .secret(let id, _, _): enter(.paste(unposted), at: id)
    case .nothing, .options, .node: break
    }
  }

  /// Posts a message after the position of the cursor: the focus may move.
  func post(_ message: InputMessage<EnteredText>) {
    postEdit()
    session.post(message)
  }

  /// Sends the text with its cursor to the host if it has changed since the last report.
  func postEdit() {
    guard hasUnpostedEdit else { return }
    hasUnpostedEdit = false
    guard case .text(let id, let editor) = session.user.focus,
      session.tree.picture.noteEdit(of: id, value: .text(editor.text), cursor: editor.cursor)
    else { return }
    session.host.post(.edit(id, .text(editor.text), cursor: editor.cursor))
  }

  /// Reads more input before the typed characters are reported, and returns whether there was any.
  ///
  /// A text is reported when its length has doubled: the work for all reports grows with the text.
  func readMore() throws(FrontEndExit) -> Bool {
    guard readCount <= 64 || readCount <= 64 + knownCount(at: session.user.focus),
      !session.gate.reader.keys.isWithinPaste,
      let count = try FrontEndExit.onFailure(of: session.gate.reader.fill())
    else { return false }
    readCount += count
    return count > 0
  }
}
