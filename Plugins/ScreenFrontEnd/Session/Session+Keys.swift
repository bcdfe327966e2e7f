import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// The keys: the machine maps each to an action, and a part performs it.
extension Session {
  func take(_ typed: TerminalInput) throws(Ending) {
    (painter.isDirty, walker.isFresh) = (true, false)
    if case .key(.mouse(let report)) = typed {
      switch report.action {
      // The button was pressed already.
      case .release, .other: return
      case .press, .wheelUp, .wheelDown: break
      }
    }
    if gate.isOccupied || isFetching, !isFree(typed) {
      // The target of a click is not known before the form is visible.
      if case .key(.mouse) = typed { return ring() }
      return gate.held = typed
    }
    person.message = nil
    // A key that was held was the last one that was read: the reader still has its bytes.
    let pressed =
      machine.state == .chord
      ? Key(behindChord: typed) : Key(typed, bytes: gate.reader.keys.keyBytes)
    guard let key = pressed else { return typist.paste(typed) }
    if isStopKey(typed) { return try painter.stop() }
    if case .mouse = key {} else { view.followsFocus = true }
    if completer.awaitsSuggestions, key == .escape { return completer.endCompletion() }
    perform(machine.apply(.pressed(key, at: place)))
  }

  /// Whether the input has an effect while nothing can be answered.
  private func isFree(_ typed: TerminalInput) -> Bool {
    if isStopKey(typed) { return true }
    // The list of keys needs no answer of the host.
    if case .help = machine.state { return true }
    return switch Key(typed) {
    case .escape, .redraw, .intent(.help): true
    case .endOfText: leavesByEndOfText
    default: false
    }
  }

  /// Whether the input stops the program: this key is read while a secret is visible.
  private func isStopKey(_ typed: TerminalInput) -> Bool {
    if case .key(let key) = typed { key == modes.stopKey } else { false }
  }

  var place: KeyboardMachine.Place {
    guard let node = focusNode, node.isEnabled else { return .nothing }
    return switch node.kind {
    case .textField: .text
    case .textArea: .area
    case .secretField: .secret
    case .toggle: .toggle
    case .choice, .choices: painter.look { $0.fields.hasOptionsInPlace(node) } ? .options : .choice
    case .button: .button
    case .row: .row
    default: .nothing
    }
  }

  func perform(_ action: KeyboardMachine.Action) {
    switch action {
    case .nothing: break
    case .ring: ring()
    case .edit(let command): typist.edit(command)
    case .type(let scalar): typist.type(scalar)
    case .commit: typist.commit()
    case .go(let way): walker.go(way)
    case .goInArea(let way): typist.goInArea(way)
    case .switchToggle(let isOn): chooser.switchToggle(to: isOn)
    case .stepOption(let count): chooser.stepOption(by: count)
    case .findOption(let scalar): chooser.findOption(scalar)
    case .switchOption: chooser.switchOption()
    case .open(let scalar): chooser.open(with: scalar)
    case .choose(let option, let isOn, let next):
      chooser.choose(option.id, isOn: isOn)
      perform(next)
    case .turnPage(let count): perform(machine.apply(.stepped(by: count * view.popupRows)))
    case .take(let option): completer.take(option)
    case .complete: completer.complete()
    case .activate: activate()
    case .submit: submit()
    case .sort(let column): walker.sort(by: column)
    case .back: goBack()
    case .leave: leave()
    case .recall(let isBack): typist.recall(isBack: isBack)
    case .reveal: typist.secrets.editor?.isShown.toggle()
    case .editOutside: if let id = picture.focus { typist.tell(.editOutside(id)) }
    case .switchFrontEnd: typist.tell(.switchFrontEnd(.text("")))
    case .reset: reset()
    case .reload: if picture.alert == nil { typist.tell(.reload) } else { ring() }
    case .redraw: painter.canvas.invalidate()
    case .point(let report): Pointer(session: self).point(report)
    }
  }

  // MARK: Buttons

  private func activate() {
    guard let node = focusNode, node.isEnabled else { return ring() }
    if node.role == .submit && picture.alert == nil { walker.submittedFrom = node.id }
    typist.tell(.activate(node.id))
  }

  private func submit() {
    guard picture.alert == nil, let button = tree.submitButton else {
      if picture.alert == nil { person.message = Remark(Words.line("say.notShown")) }
      return ring()
    }
    walker.submittedFrom = picture.focus
    typist.secrets.noteSubmitted()
    typist.tell(.activate(button.id))
  }

  /// Leaves the screen at Escape, or clears the line of a prompt: that has no screen to go back to.
  private func goBack() {
    guard picture.prompt != nil, case .text(let id, var editor) = person.focus else {
      return typist.tell(.back())
    }
    if editor.text.isEmpty { return ring() }
    editor.replaceAll(with: "")
    typist.adopt(editor, of: id, isText: true)
  }

  /// Deletes the character after the cursor at ^D; leaves the screen if there is no text.
  private func leave() {
    if leavesByEndOfText {
      typist.tell(.back(insists: true))
    } else {
      typist.edit(.erase(.characterAfter))
    }
  }

  private var leavesByEndOfText: Bool {
    if case .text(_, let editor) = person.focus { return editor.text.isEmpty }
    return person.focus.typedNode == nil || person.focus.isEmptySecret
  }

  private func reset() {
    guard let node = focusNode, node.kind.isField else { return ring() }
    if node.kind == .secretField { typist.secrets.restart(at: node.id, in: picture) }
    typist.tell(.reset(node.id))
  }
}
