import Conversation
import FormworkCanvas
import FormworkFrontEnd

extension Session {
  /// Takes in what was typed.
  func take(_ typed: TerminalInput) throws(Ending) {
    // A button of the mouse was pressed already: its release means nothing.
    if case .key(.mouse(let report)) = typed, report.isOfNoUse { return }
    if isOccupied || isFetching, !isFree(typed) { return hold(typed) }
    scene.message = nil
    // What is held was the last key that was read, and its bytes are still those of the last.
    let pressed =
      machine.state == .chord
      ? Key(behindChord: typed) : Key(typed, bytes: reader.keys.keyBytes)
    guard let key = pressed else { return paste(typed) }
    if isStopKey(typed) { return try stop() }
    if case .mouse = key {} else { scene.followsFocus = true }
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
    case .choice: scene.hasOptionsInPlace(node) ? .options : .choice
    case .choices: scene.hasOptionsInPlace(node) ? .manyOptions : .choice
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
    case .turnPage(let count): perform(machine.apply(.stepped(by: count * scene.popupRows)))
    case .take(let option): take(option)
    case .complete: complete()
    case .activate: activate()
    case .submit: submit()
    case .sort(let column): sort(by: column)
    case .back: tell(.back())
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
    tell(.activate(node.id))
  }

  private func submit() {
    let buttons = scene.outline.ownButtons.compactMap { picture[$0] }
    guard picture.alert == nil,
      let button = buttons.first(where: { $0.role == .submit && $0.isEnabled })
    else {
      if picture.alert == nil { scene.message = Remark(Words.line("say.notShown")) }
      return ring()
    }
    submittedFrom = picture.focus
    secret?.isHandedIn = true
    tell(.activate(button.id))
  }

  /// ^D: as it is everywhere, the character behind the cursor goes, or where nothing stands the person.
  private func leave() {
    if leavesByEndOfText { tell(.back(insists: true)) } else { edit(.delete) }
  }

  private var leavesByEndOfText: Bool {
    switch scene.focus {
    case .text(_, let editor): editor.isEmpty
    case .secret(_, let count, _): count == 0
    case .nothing, .options, .node: true
    }
  }

  private func reset() {
    guard let node = picture.focus.flatMap({ picture[$0] }), node.kind.isField else {
      return ring()
    }
    if node.kind == .secretField { secret = SecretEntry(path: picture.path(of: node.id)) }
    tell(.reset(node.id))
  }

  // MARK: Options

  private func switchToggle(to isOn: Bool?) {
    guard let node = picture.focus.flatMap({ picture[$0] }) else { return }
    choose(node.id, isOn: isOn ?? (node.number(.value) != 1))
  }

  /// Switches an option or a toggle; what comes of it the host says.
  private func choose(_ id: NodeID, isOn: Bool) {
    guard picture[id] != nil else { return ring() }
    tell(.choose(id, isOn: isOn))
  }

  /// The choice whose options stand beside its label, these, and the place of the one that is marked.
  private var optionsInPlace: (choice: PictureNode, options: [PictureNode], marked: Int)? {
    guard case .options(let id, let marked) = scene.focus, let choice = picture[id] else {
      return nil
    }
    let options = picture.options(of: choice)
    return options.firstIndex { $0.id == marked }.map { (choice, options, $0) }
  }

  private func stepOption(by count: Int) {
    guard let (choice, options, marked) = optionsInPlace else { return }
    let next = marked + count
    guard options.indices.contains(next) else { return ring() }
    mark(options[next], of: choice)
  }

  private func findOption(_ scalar: Unicode.Scalar) {
    guard let (choice, options, marked) = optionsInPlace else { return }
    let found = search.type(
      scalar, at: .now, among: options.map(\.spokenName), marked: marked)
    guard let next = found else { return ring() }
    mark(options[next], of: choice)
  }

  /// Marks an option; of one choice it is chosen by that.
  private func mark(_ option: PictureNode, of choice: PictureNode) {
    scene.focus = .options(choice.id, marked: option.id)
    if choice.kind == .choice, !option.isSelected { choose(option.id, isOn: true) }
  }

  private func switchOption() {
    guard let (choice, options, marked) = optionsInPlace else { return ring() }
    choose(options[marked].id, isOn: choice.kind == .choice || !options[marked].isSelected)
  }

  private func open(with scalar: Unicode.Scalar?) {
    guard let choice = picture.focus.flatMap({ picture[$0] }) else { return ring() }
    var popup = Popup(popupOptions(of: choice), isMultiple: choice.kind == .choices)
    if let scalar { popup.type(scalar) }
    _ = machine.apply(.opened(popup, isCompletion: false))
  }

  private func popupOptions(of choice: PictureNode) -> [Popup.Option] {
    picture.options(of: choice).map {
      Popup.Option(id: $0.id, label: $0.spokenName, isSelected: $0.isSelected)
    }
  }

  /// Takes over what a choice offers by now, and whether that has room beside its label; of any other node, nothing.
  func adoptOptions(of choice: PictureNode) {
    guard choice.kind == .choice || choice.kind == .choices else { return }
    if machine.state.isChoosing { _ = machine.apply(.renewed(popupOptions(of: choice))) }
    markOption(of: choice)
  }

  /// Marks an option where they stand beside the label: of one choice the one that is chosen, of any number the one
  /// that was marked before.
  func markOption(of choice: PictureNode) {
    guard scene.hasOptionsInPlace(choice) else { return scene.focus = .node(choice.id) }
    let options = picture.options(of: choice)
    let chosen = options.first(where: \.isSelected)
    var former: PictureNode?
    if case .options(choice.id, let marked) = scene.focus {
      former = options.first { $0.id == marked }
    }
    let marked = choice.kind == .choice ? chosen ?? former : former ?? chosen
    scene.focus = .options(choice.id, marked: (marked ?? options.first)?.id)
  }

  // MARK: Pointing

  private func point(_ report: MouseReport) {
    switch report.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press(button: 0):
      guard let target = scene.target(row: report.row, column: report.column) else { return }
      scene.followsFocus = true
      press(target, column: report.column)
    case .press, .release, .other: break
    }
  }

  private func scroll(by count: Int) {
    switch machine.state {
    case .choosing, .completing: perform(machine.apply(.stepped(by: count)))
    case .form, .chord, .help: scene.scroll(by: count)
    }
  }

  private func press(_ target: SceneLine.Target, column: Int) {
    switch target {
    case .entry(let index): perform(machine.apply(.pointed(at: index)))
    case .option(let id):
      guard picture.alert == nil, let node = picture[id] else { return }
      let isOn = node.kind == .toggle ? node.number(.value) != 1 : !node.isSelected
      let isOne = node.parent.flatMap { picture[$0] }?.kind == .choice
      choose(id, isOn: isOne || isOn)
    case .text(let id, let start, let first):
      press(id, atByte: start, column: column - first)
    case .node(let id): press(id)
    }
  }

  private func press(_ id: NodeID, atByte start: Int, column: Int) {
    guard case .text(id, var editor) = scene.focus, picture.focus == id else { return press(id) }
    if editor.hasLines {
      let rows = scene.areaRows(of: editor.text)
      editor.moveCursor(to: rows.byte(row: rows.row(of: start), column: column))
    } else {
      let rest = editor.text[editor.text.index(atByte: start)...]
      editor.moveCursor(to: start + rest.prefix(columns: column).utf8.count)
    }
    adopt(editor, of: id, isText: false)
  }

  private func press(_ id: NodeID) {
    guard let node = picture[id], picture.alert == nil || node.parent == picture.alert?.id else {
      return
    }
    switch node.kind {
    case .button, .column: if node.isEnabled { tell(.activate(id)) }
    case .row: tell(picture.focus == id ? .activate(id) : .go(.node(id)))
    case .group:
      guard let place = scene.outline.place(of: id, in: picture),
        let stop = scene.outline.stop(from: place, isBack: false, in: picture)?.stops.first
      else { return ring() }
      tell(.go(.node(stop)))
    case .choice where picture.focus == id, .choices where picture.focus == id:
      // Once more closes the window again, and chooses nothing.
      if machine.state.isChoosing {
        _ = machine.apply(.moved)
      } else if place == .choice {
        open(with: nil)
      }
    default: if picture.focus != id { tell(.go(.node(id))) }
    }
  }
}

extension MouseReport {
  /// Whether it says that a button was let go, or what this front end does not take.
  fileprivate var isOfNoUse: Bool {
    switch action {
    case .release, .other: true
    case .press, .wheelUp, .wheelDown: false
    }
  }
}
