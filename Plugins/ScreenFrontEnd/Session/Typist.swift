import FormworkFrontEnd
import Interaction
import Wording

/// The typed characters that the host does not know yet.
struct UntoldTyping {
  /// The characters for a text.
  private(set) var text = ""
  /// The characters for a secret, in memory that is locked and wiped.
  private(set) var secret: SecretBytes?
  /// The number of their bytes.
  private(set) var byteCount = 0
  /// The number of bytes that were read after the first character.
  var readCount = 0

  var isEmpty: Bool { byteCount == 0 }

  /// Adds a character.
  mutating func append(_ scalar: Unicode.Scalar, isSecret: Bool) {
    byteCount += scalar.utf8.count
    guard isSecret else { return text.unicodeScalars.append(scalar) }
    let bytes = secret ?? SecretBytes(isLocked: true)
    for byte in scalar.utf8 { bytes.append(byte) }
    secret = bytes
  }
}

extension TerminalInput {
  /// Whether it is a typed character.
  var isCharacter: Bool { if case .character = self { true } else { false } }
}

/// Edits the text or the secret with the focus, and tells the host of it.
final class Typist {
  private unowned let session: Session

  var secrets = SecretKeeper()

  /// The text that was cut last, in any field.
  private var killed = ""

  /// Whether the cursor has moved since the last report to the host.
  private var isCursorNews = false

  /// The typed characters that the host does not know.
  private(set) var untold = UntoldTyping()

  /// The texts that were entered into each field before, the oldest first.
  private(set) var histories: [NodeID: [String]] = [:]
  private var recall: Recall?

  init(_ session: Session) { self.session = session }

  /// Begins with another picture; the cut text stays, and a secret may stay.
  func begin() {
    (recall, histories) = (nil, [:])
    secrets.noteSubmitted(false)
  }

  /// Notes a text that was entered into a field before.
  func note(_ text: String, of node: NodeID) { histories[node, default: []].append(text) }

  // MARK: What the focus is at

  /// Looks at what has the focus now.
  func adoptFocus() {
    isCursorNews = false
    session.completer.completion = nil
    recall = nil
    session.chooser.search = OptionSearch()
    // While a row is fetched, the row with the focus may be taken back.
    let focus = session.picture.focus.flatMap { session.picture[$0] }
    if let focus, focus.kind != .row || focus.parent != session.walker.wantedRow?.list {
      session.walker.wantedRow = nil
    }
    session.view.followsFocus = true
    secrets.editor?.isShown = false
    secrets.leave(for: session.picture.focus, in: session.picture)
    guard let node = focus else { return session.person.focus = .nothing }
    switch node.kind {
    case .textField, .textArea:
      session.person.focus = .text(node.id, editor(of: node))
    case .secretField: adoptSecret(of: node)
    case .choice, .choices: session.chooser.markOption(of: node)
    default: session.person.focus = .node(node.id)
    }
  }

  private func editor(of node: PictureNode) -> TextEditor {
    TextEditor(
      node.text(.value), cursor: node.number(.cursor), hasLines: node.kind == .textArea,
      killed: killed)
  }

  /// Returns an editor for the text of a field that the host knows.
  private func editor(ofTextAt id: NodeID) -> TextEditor {
    session.picture[id].map { editor(of: $0) } ?? TextEditor()
  }

  /// Takes over what the host has set where the person is.
  func adoptValue(of node: PictureNode) {
    switch session.person.focus {
    case .text(node.id, let editor):
      guard editor.text != node.text(.value) else { return }
      session.person.focus = .text(node.id, self.editor(of: node))
      session.completer.endCompletion()
    case .secret(node.id, _, _): adoptSecret(of: node)
    case .text, .secret, .options, .node, .nothing: break
    }
  }

  private func adoptSecret(of node: PictureNode) {
    _ = secrets.begin(at: node.id, in: session.picture)
    noteSecret(node.id)
  }

  /// Applies what was typed or pasted at a secret.
  func enter(_ typed: TerminalInput, at id: NodeID) {
    apply(secrets.enter(typed, status: session.picture[id]?.status), at: id)
  }

  /// Has the scene know how long the secret is.
  private func noteSecret(_ id: NodeID) {
    guard let editor = secrets.editor else { return }
    session.person.focus = .secret(id, count: editor.characterCount, cursor: editor.cursor)
  }

  // MARK: Editing

  func edit(_ command: EditCommand) {
    switch session.person.focus {
    case .text(let id, var editor):
      let former = editor.text
      guard editor.perform(command) else {
        // One is at an end of a line by going there.
        return command == .home || command == .end ? () : session.ring()
      }
      adopt(editor, of: id, isText: editor.text != former)
    case .secret(let id, _, _):
      guard let edit = command.secretEdit else { return session.ring() }
      apply(secrets.apply(edit), at: id)
    case .nothing, .options, .node: session.ring()
    }
  }

  /// Takes over what has become of a text, and tells the host.
  func adopt(_ editor: TextEditor, of id: NodeID, isText: Bool) {
    session.person.focus = .text(id, editor)
    killed = editor.killed
    guard isText else { return isCursorNews = true }
    isCursorNews = false
    guard editor.text.utf8.count <= Self.limit else {
      session.person.focus = .text(id, self.editor(ofTextAt: id))
      return refuse("tooLong")
    }
    session.post(.edit(id, .text(editor.text), cursor: editor.cursor))
    session.tree.picture.noteEdit(of: id, value: .text(editor.text), cursor: editor.cursor)
    session.completer.narrowCompletion(to: editor)
  }

  private func apply(_ outcome: SecretEditor.Outcome?, at id: NodeID) {
    switch outcome {
    case .changed:
      guard let editor = secrets.editor else { return }
      session.post(.edit(id, .secret(editor.copyContent()), cursor: editor.cursorByte))
      session.tree.picture.noteEdit(
        of: id, value: .number(editor.codePointCount), cursor: editor.codePointsBeforeCursor)
      noteSecret(id)
    case .moved: noteSecret(id)
    case .refused(let refusal): refuse("\(refusal)")
    case .unchanged, .unhandled, nil: session.ring()
    }
  }

  /// The words for what the host did not take.
  func refusal(_ text: String, of node: NodeID) -> String {
    guard let field = session.picture[node], field.kind.isField else { return text }
    return Words.about(field.spokenName, text)
  }

  func refuse(_ reason: String) {
    let message = Message("say", of: reason, count: Self.limit)
    session.person.message = Remark(Words.text(for: message), .fault)
    session.ring()
  }

  /// Puts what was pasted where the person is, and says so if its end did not come.
  func paste(_ typed: TerminalInput) {
    insert(typed)
    guard [.text, .area, .secret].contains(session.place) else { return }
    if case .paste = typed, session.gate.reader.keys.isPasteCut, session.person.message == nil {
      session.person.message = Remark(Words.text("paste.cut"))
    }
  }

  private func insert(_ typed: TerminalInput) {
    session.view.followsFocus = true
    switch session.machine.state {
    case .form, .completing: break
    case .chord:
      _ = session.machine.apply(.moved)
      return session.ring()
    case .choosing, .help: return session.ring()
    }
    guard session.picture.alert == nil, !session.gate.isOccupied else { return session.ring() }
    switch (typed, session.person.focus) {
    case (_, .secret(let id, _, _)): enter(typed, at: id)
    case (.overlongPaste, _): refuse("tooLong")
    case (.paste(let bytes), .text(let id, let editor)): paste(bytes, into: editor, of: id)
    case (.malformed, _), (.character, _), (.key, _), (.paste, .nothing), (.paste, .options),
      (.paste, .node):
      session.ring()
    }
  }

  private func paste(_ bytes: SecretBytes, into editor: TextEditor, of id: NodeID) {
    guard let pasted = PastedText(bytes, allowingLines: editor.hasLines) else {
      return refuse("notUTF8")
    }
    guard editor.text.utf8.count + pasted.text.utf8.count <= Self.limit else {
      return refuse("tooLong")
    }
    session.person.message = Words.note(on: pasted)
    var editor = editor
    editor.insert(pasted.text)
    adopt(editor, of: id, isText: true)
  }

  // MARK: Leaving a field

  /// Commits the field at Enter: if the host accepts its content, the focus moves on.
  func commit() {
    guard let id = session.picture.focus, session.picture[id]?.kind.isField == true else {
      return session.ring()
    }
    // The committed content counts, wherever the cursor is.
    isCursorNews = false
    let isTold: Bool
    switch session.person.focus {
    case .text(_, let editor):
      isTold = session.post(.commit(id, .text(editor.text)))
    case .secret(_, let count, _) where count > 0:
      guard let content = secrets.editor?.copyContent() else { return }
      isTold = session.post(.commit(id, .secret(content)))
    case .secret, .options, .node, .nothing: isTold = session.post(.commit(id, nil))
    }
    guard isTold else { return }
    session.walker.committed = id
    secrets.noteSubmitted()
    // What was entered is the newest of what was entered before.
    recall = nil
  }

  /// Replaces the text of the field with a former or later entry.
  func recall(isBack: Bool) {
    guard case .text(let id, var editor) = session.person.focus,
      let next = Recall(
        in: histories[id] ?? [], from: editor.text, after: recall, isBack: isBack)
    else { return session.ring() }
    recall = next
    editor.replaceAll(with: next.text)
    adopt(editor, of: id, isText: true)
  }

  /// Moves the cursor by rows of a text area, and leaves the area at its ends.
  func moveRow(by count: Int) {
    guard case .text(let id, var editor) = session.person.focus else { return }
    let rows = session.painter.look { $0.areaRows(of: editor, andMore: max(0, count)) }
    let row = rows.row(of: editor.cursor) + count
    guard rows.rows.indices.contains(row) else { return session.walker.go(count < 0 ? .up : .down) }
    editor.moveCursor(to: rows.byte(row: row, column: rows.column(of: editor.cursor)))
    adopt(editor, of: id, isText: false)
  }

  /// Moves the cursor by pages of a text area, and leaves the area at its ends.
  func movePage(by count: Int) {
    guard case .text(let id, var editor) = session.person.focus, let node = session.picture[id]
    else { return }
    let rowCount = count * max(1, session.painter.look { $0.fields.areaHeight(of: node) } - 1)
    let rows = session.painter.look { $0.areaRows(of: editor, andMore: max(0, rowCount)) }
    let (row, last) = (rows.row(of: editor.cursor), rows.rows.count - 1)
    let wanted = min(max(0, row + rowCount), last)
    guard wanted != row else { return session.walker.go(count < 0 ? .pageUp : .pageDown) }
    editor.moveCursor(to: rows.byte(row: wanted, column: rows.column(of: editor.cursor)))
    adopt(editor, of: id, isText: false)
  }

  /// Shows a secret while it is typed, or hides it.
  func reveal() { secrets.editor?.isShown.toggle() }

  // MARK: Typing

  /// The most bytes that a text may have.
  static let limit = LineInput.limit

  func type(_ scalar: Unicode.Scalar) {
    let (knownCount, isSecret): (Int, Bool)
    switch session.person.focus {
    case .text(_, let editor):
      guard !scalar.steersTerminals || scalar == "\n" && editor.hasLines else {
        return session.ring()
      }
      (knownCount, isSecret) = (editor.text.utf8.count, false)
    case .secret:
      guard !scalar.steersTerminals else { return refuse("controlCharacter") }
      // One that was submitted may be replaced.
      let status = session.picture.focus.flatMap { session.picture[$0]?.status }
      (knownCount, isSecret) = (secrets.keptByteCount(status: status), true)
    case .nothing, .options, .node: return session.ring()
    }
    guard knownCount + untold.byteCount + scalar.utf8.count <= Self.limit else {
      return refuse("tooLong")
    }
    untold.append(scalar, isSecret: isSecret)
  }

  /// Puts the characters that were typed where the cursor is, and tells the host.
  func tellTyped() {
    let typed = untold
    untold = UntoldTyping()
    switch session.person.focus {
    case .text(let id, var editor) where !typed.text.isEmpty:
      editor.insert(typed.text, isTyped: true)
      adopt(editor, of: id, isText: true)
    case .secret(let id, _, _): if let bytes = typed.secret { enter(.paste(bytes), at: id) }
    case .text, .nothing, .options, .node: break
    }
  }

  /// Tells the host something; where the person goes elsewhere by that, the cursor's place first.
  func tell(_ message: InputMessage<EnteredText>) {
    tellCursor()
    session.post(message)
  }

  /// Tells the host where the cursor is, if it has moved since.
  func tellCursor() {
    if isCursorNews, case .text(let id, let editor) = session.person.focus,
      session.picture[id] != nil
    {
      session.post(.edit(id, .text(editor.text), cursor: editor.cursor))
      session.tree.picture.noteEdit(of: id, value: .text(editor.text), cursor: editor.cursor)
    }
    isCursorNews = false
  }

  /// Reads more of what waits at the terminal while the host does not know what was typed.
  ///
  /// The front end reports the text when its length has doubled: the work for all reports together grows with the text.
  ///
  /// - Returns: Whether there was something; the end of the input is left to the owner.
  func readsOn() throws(Ending) -> Bool {
    let knownCount =
      switch session.person.focus {
      case .text(_, let editor): editor.text.utf8.count
      case .secret: secrets.editor?.byteCount ?? 0
      case .nothing, .options, .node: 0
      }
    guard untold.readCount <= knownCount + 64, !session.gate.reader.keys.isWithinPaste,
      let count = try Ending.onFailure(of: session.gate.reader.fill())
    else { return false }
    untold.readCount += count
    return count > 0
  }
}
