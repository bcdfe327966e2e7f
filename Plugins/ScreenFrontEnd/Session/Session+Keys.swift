import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

extension Session {
  /// Takes in what was typed.
  func take(_ typed: TerminalInput) throws(Ending) {
    // A button of the mouse was pressed already: its release means nothing.
    if case .key(.mouse(let report)) = typed, report.isOfNoUse { return }
    if isOccupied || isFetching, !isFree(typed) { return hold(typed) }
    person.message = nil
    // A key that was held was the last one that was read: the reader still has its bytes.
    let pressed =
      machine.state == .chord
      ? Key(behindChord: typed) : Key(typed, bytes: reader.keys.keyBytes)
    guard let key = pressed else { return paste(typed) }
    if isStopKey(typed) { return try stop() }
    if case .mouse = key {} else { view.followsFocus = true }
    if awaitsSuggestions, key == .escape { return endCompletion() }
    perform(machine.apply(.pressed(key, at: place)))
  }

  /// Whether what was typed counts while nothing can be answered.
  private func isFree(_ typed: TerminalInput) -> Bool {
    if isStopKey(typed) { return true }
    // The list of keys needs no answer of the host.
    if case .help = machine.state { return true }
    return switch Key(typed) {
    case .escape, .redraw, .help: true
    case .endOfText: leavesByEndOfText
    default: false
    }
  }

  /// Whether it is the key that stops the program, which is read while a secret is on view.
  private func isStopKey(_ typed: TerminalInput) -> Bool {
    if case .key(let key) = typed { key == modes.stopKey } else { false }
  }

  /// Keeps what was typed ahead until the form can be answered; what is typed behind it stays with the terminal.
  private func hold(_ typed: TerminalInput) {
    // Where a click belongs is not known before the form is there.
    if case .key(.mouse) = typed { return ring() }
    held = typed
  }

  /// What the person is at.
  var place: KeyboardMachine.Place {
    guard let node = picture.focus.flatMap({ picture[$0] }), node.isEnabled else { return .nothing }
    return switch node.kind {
    case .textField: .text
    case .textArea: .area
    case .secretField: .secret
    case .toggle: .toggle
    case .choice: look { $0.fields.hasOptionsInPlace(node) } ? .options : .choice
    case .choices: look { $0.fields.hasOptionsInPlace(node) } ? .manyOptions : .choice
    case .button: .button
    case .row: .row
    default: .nothing
    }
  }

  func perform(_ action: KeyboardMachine.Action) {
    switch action {
    case .nothing: break
    case .ring: ring()
    case .edit(let command): edit(command)
    case .type(let scalar): type(scalar)
    case .commit: commit()
    case .go(let way): go(way)
    case .moveRow(let count): moveRow(by: count)
    case .movePage(let count): movePage(by: count)
    case .switchToggle(let isOn): switchToggle(to: isOn)
    case .stepOption(let count): stepOption(by: count)
    case .findOption(let scalar): findOption(scalar)
    case .switchOption: switchOption()
    case .open(let scalar): open(with: scalar)
    case .choose(let option, let isOn, let next):
      choose(option.id, isOn: isOn)
      perform(next)
    case .turnPage(let count): perform(machine.apply(.stepped(by: count * view.popupRows)))
    case .take(let option): take(option)
    case .complete: complete()
    case .activate: activate()
    case .submit: submit()
    case .sort(let column): sort(by: column)
    case .back: goBack()
    case .leave: leave()
    case .recall(let isBack): recall(isBack: isBack)
    case .reveal: reveal()
    case .editOutside: if let id = picture.focus { tell(.editOutside(id)) }
    case .switchFrontEnd: tell(.switchFrontEnd(.text("")))
    case .reset: reset()
    case .reload: if picture.alert == nil { tell(.reload) } else { ring() }
    case .redraw: canvas.invalidate()
    case .point(let report): point(report)
    }
  }

  private func perform(_ next: KeyboardMachine.Next) {
    switch next {
    case .stay: break
    case .commit: commit()
    case .goOn: go(.next)
    case .submit: submit()
    }
  }

  // MARK: Buttons

  private func activate() {
    guard let node = picture.focus.flatMap({ picture[$0] }), node.isEnabled else { return ring() }
    if node.role == .submit && picture.alert == nil { submittedFrom = node.id }
    tell(.activate(node.id))
  }

  private func submit() {
    let buttons = tree.outline.ownButtons.compactMap { picture[$0] }
    guard picture.alert == nil,
      let button = buttons.first(where: { $0.role == .submit && $0.isEnabled })
    else {
      if picture.alert == nil { person.message = Remark(Words.line("say.notShown")) }
      return ring()
    }
    submittedFrom = picture.focus
    secrets.noteSubmitted()
    tell(.activate(button.id))
  }

  /// Leaves the screen at Escape, or clears the line of a shell's prompt, which has nothing to go back to.
  private func goBack() {
    guard picture.prompt != nil, case .text(let id, var editor) = person.focus else {
      return tell(.back())
    }
    if editor.isEmpty { return ring() }
    editor.replaceAll(with: "")
    adopt(editor, of: id, isText: true)
  }

  /// ^D: as it is everywhere, the character behind the cursor goes, or where nothing stands the person.
  private func leave() {
    if leavesByEndOfText { tell(.back(insists: true)) } else { edit(.delete) }
  }

  private var leavesByEndOfText: Bool {
    switch person.focus {
    case .text(_, let editor): editor.isEmpty
    case .secret(_, let count, _): count == 0
    case .nothing, .options, .node: true
    }
  }

  private func reset() {
    guard let node = picture.focus.flatMap({ picture[$0] }), node.kind.isField else {
      return ring()
    }
    if node.kind == .secretField { secrets.restart(at: node.id, in: picture) }
    tell(.reset(node.id))
  }
}
