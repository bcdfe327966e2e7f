import FormworkFrontEnd
import Interaction
import Wording

extension Session {
  // MARK: What the focus is at

  /// Looks at what has the focus now.
  func adoptFocus() {
    isCursorNews = false
    completion = nil
    recall = nil
    search = OptionSearch()
    // While a row is fetched, the row with the focus may be taken back.
    let focus = picture.focus.flatMap { picture[$0] }
    if let focus, focus.kind != .row || focus.parent != wantedRow?.list { wantedRow = nil }
    view.followsFocus = true
    secrets.editor?.isShown = false
    secrets.leave(for: picture.focus, in: picture)
    guard let node = focus else { return person.focus = .nothing }
    switch node.kind {
    case .textField, .textArea:
      person.focus = .text(node.id, editor(of: node))
    case .secretField: adoptSecret(of: node)
    case .choice, .choices: markOption(of: node)
    default: person.focus = .node(node.id)
    }
  }

  private func editor(of node: PictureNode) -> TextEditor {
    TextEditor(
      node.text(.value), cursor: node.number(.cursor), hasLines: node.kind == .textArea,
      killed: killed)
  }

  /// What stood in a field before something was entered that is no answer.
  private func editor(ofTextAt id: NodeID) -> TextEditor {
    picture[id].map { editor(of: $0) } ?? TextEditor()
  }

  /// Takes over what the host has set where the person is.
  func adoptValue(of node: PictureNode) {
    switch person.focus {
    case .text(node.id, let editor):
      guard editor.text != node.text(.value) else { return }
      person.focus = .text(node.id, self.editor(of: node))
      endCompletion()
    case .secret(node.id, _, _): adoptSecret(of: node)
    case .text, .secret, .options, .node, .nothing: break
    }
  }

  private func adoptSecret(of node: PictureNode) {
    _ = secrets.begin(at: node.id, in: picture)
    noteSecret(node.id)
  }

  /// Applies what was typed or pasted at a secret.
  func enter(_ typed: TerminalInput, at id: NodeID) {
    apply(secrets.enter(typed, status: picture[id]?.status), at: id)
  }

  /// Has the scene know how long the secret is.
  private func noteSecret(_ id: NodeID) {
    guard let editor = secrets.editor else { return }
    person.focus = .secret(id, count: editor.characterCount, cursor: editor.cursor)
  }

  // MARK: Editing

  func edit(_ command: EditCommand) {
    switch person.focus {
    case .text(let id, var editor):
      let former = editor.text
      guard editor.perform(command) else {
        // One is at an end of a line by going there.
        return command == .home || command == .end ? () : ring()
      }
      adopt(editor, of: id, isText: editor.text != former)
    case .secret(let id, _, _):
      guard let edit = command.secretEdit else { return ring() }
      apply(secrets.apply(edit), at: id)
    case .nothing, .options, .node: ring()
    }
  }

  /// Takes over what has become of a text, and tells the host.
  func adopt(_ editor: TextEditor, of id: NodeID, isText: Bool) {
    person.focus = .text(id, editor)
    killed = editor.killed
    guard isText else { return isCursorNews = true }
    isCursorNews = false
    guard editor.text.utf8.count <= Self.limit else {
      person.focus = .text(id, self.editor(ofTextAt: id))
      return refuse("tooLong")
    }
    post(.edit(id, .text(editor.text), cursor: editor.cursor))
    tree.noteEdit(of: id, value: .text(editor.text), cursor: editor.cursor)
    narrowCompletion(to: editor)
  }

  private func apply(_ outcome: SecretEditor.Outcome?, at id: NodeID) {
    switch outcome {
    case .changed:
      guard let editor = secrets.editor else { return }
      post(.edit(id, .secret(editor.copyContent()), cursor: editor.cursorByte))
      tree.noteEdit(
        of: id, value: .number(editor.codePointCount), cursor: editor.codePointsBeforeCursor)
      noteSecret(id)
    case .moved: noteSecret(id)
    case .refused(let refusal): refuse("\(refusal)")
    case .unchanged, .unhandled, nil: ring()
    }
  }

  /// The words for what the host did not take.
  func refusal(_ text: String, of node: NodeID) -> String {
    guard let field = picture[node], field.kind.isField else { return text }
    return Words.about(field.spokenName, text)
  }

  func refuse(_ reason: String) {
    let message = Message("say", of: reason, count: Self.limit)
    person.message = Remark(Words.text(for: message), .fault)
    ring()
  }

  /// Puts what was pasted where the person is, and says so if its end did not come.
  func paste(_ typed: TerminalInput) {
    insert(typed)
    guard [.text, .area, .secret].contains(place) else { return }
    if case .paste = typed, reader.keys.isPasteCut, person.message == nil {
      person.message = Remark(Words.text("paste.cut"))
    }
  }

  private func insert(_ typed: TerminalInput) {
    view.followsFocus = true
    switch machine.state {
    case .form, .completing: break
    case .chord:
      _ = machine.apply(.moved)
      return ring()
    case .choosing, .help: return ring()
    }
    guard picture.alert == nil, !isOccupied else { return ring() }
    switch (typed, person.focus) {
    case (_, .secret(let id, _, _)): enter(typed, at: id)
    case (.overlongPaste, _): refuse("tooLong")
    case (.paste(let bytes), .text(let id, let editor)): paste(bytes, into: editor, of: id)
    case (.malformed, _), (.character, _), (.key, _), (.paste, .nothing), (.paste, .options),
      (.paste, .node):
      ring()
    }
  }

  private func paste(_ bytes: SecretBytes, into editor: TextEditor, of id: NodeID) {
    guard let pasted = PastedText(bytes, allowingLines: editor.hasLines) else {
      return refuse("notUTF8")
    }
    guard editor.text.utf8.count + pasted.text.utf8.count <= Self.limit else {
      return refuse("tooLong")
    }
    person.message = Words.note(on: pasted)
    var editor = editor
    editor.insert(pasted.text)
    adopt(editor, of: id, isText: true)
  }

  // MARK: Leaving a field

  /// Enter: the host judges what stands there; where it is taken, the person goes on.
  func commit() {
    guard let id = picture.focus, picture[id]?.kind.isField == true else { return ring() }
    // What is committed stands there, wherever the cursor is.
    isCursorNews = false
    let isTold: Bool
    switch person.focus {
    case .text(_, let editor):
      isTold = post(.commit(id, .text(editor.text)))
    case .secret(_, let count, _) where count > 0:
      guard let content = secrets.editor?.copyContent() else { return }
      isTold = post(.commit(id, .secret(content)))
    case .secret, .options, .node, .nothing: isTold = post(.commit(id, nil))
    }
    guard isTold else { return }
    committed = id
    secrets.noteSubmitted()
    // What was entered is the newest of what was entered before.
    recall = nil
  }

  /// What was entered before into the field.
  func recall(isBack: Bool) {
    guard case .text(let id, var editor) = person.focus,
      let next = Recall(
        in: histories[id] ?? [], from: editor.text, after: recall, isBack: isBack)
    else { return ring() }
    recall = next
    editor.replaceAll(with: next.text)
    adopt(editor, of: id, isText: true)
  }

  /// One row up or down in a text area; at its ends out of it.
  func moveRow(by count: Int) {
    guard case .text(let id, var editor) = person.focus else { return }
    let rows = look { $0.areaRows(of: editor, andMore: max(0, count)) }
    let row = rows.row(of: editor.cursor) + count
    guard rows.rows.indices.contains(row) else { return go(count < 0 ? .up : .down) }
    editor.moveCursor(to: rows.byte(row: row, column: rows.column(of: editor.cursor)))
    adopt(editor, of: id, isText: false)
  }

  /// So many pages up or down in a text area; from its ends out of it.
  func movePage(by count: Int) {
    guard case .text(let id, var editor) = person.focus, let node = picture[id] else { return }
    let rowCount = count * max(1, look { $0.fields.areaHeight(of: node) } - 1)
    let rows = look { $0.areaRows(of: editor, andMore: max(0, rowCount)) }
    let (row, last) = (rows.row(of: editor.cursor), rows.rows.count - 1)
    let wanted = min(max(0, row + rowCount), last)
    guard wanted != row else { return go(count < 0 ? .pageUp : .pageDown) }
    editor.moveCursor(to: rows.byte(row: wanted, column: rows.column(of: editor.cursor)))
    adopt(editor, of: id, isText: false)
  }

  /// Shows a secret while it is typed, or hides it.
  func reveal() { secrets.editor?.isShown.toggle() }
}
