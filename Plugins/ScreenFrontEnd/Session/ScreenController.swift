import FormworkCanvas
package import FormworkFrontEnd
import Interaction
import Wording

/// The front end that shows a form on the whole terminal.
package struct ScreenFrontEnd: FrontEnd {
  package static let identifier = "screen"
  package static let name = "Full screen"
  package static let version = "1.0"
  package static let needs: FrontEndNeeds = [
    .terminal, .modesNamed, .paste, .pointer, .lines, .alternateScreen,
  ]

  package static let table = FrontEndTable(ScreenFrontEnd.self) { ScreenFrontEnd.serve($0) }

  package init() {}

  package mutating func run(_ host: HostConnection) throws(SystemError) {
    try ScreenController(host).run()
  }
}

/// A session that receives messages and input, and fills the terminal with the form.
final class ScreenController {
  let host: HostConnection
  let modes: TerminalModes
  let tree = Tree()
  var user = UserState()
  var view = ViewState()
  var machine = KeyboardMachine()
  let gate: InputGate
  private(set) lazy var painter = Painter(self)
  private(set) lazy var fieldEditor = FieldEditor(self)
  private(set) lazy var completer = Completer(self)
  private(set) lazy var chooser = Chooser(self)
  private(set) lazy var focusMover = FocusMover(self)

  init(_ host: HostConnection) throws(SystemError) {
    self.host = host
    modes = try TerminalModes(descriptor: host.inputDescriptor)
    gate = InputGate(descriptor: host.inputDescriptor)
  }

  var picture: ViewTreeReplica { tree.picture }

  var focusNode: PictureNode? { picture.focus.flatMap { picture[$0] } }

  func run() throws(SystemError) {
    try host.hold(hasQuit: { gate.hasEnded }) { () throws(FrontEndExit) in
      defer { painter.leave() }
      while true { try turn() }
    }
  }

  private func turn() throws(FrontEndExit) {
    try drain()
    try handleKeys()
    // The program may be stopped as soon as the frame is visible: the host has to know the cursor.
    fieldEditor.postEdit()
    if gate.hasFlushed, picture.isConsistent { try painter.draw() }
    let ready = try FrontEndExit.onFailure(
      of: host.wait(forInput: canRead, limit: canRead ? gate.reader.keys.timeout : nil))
    // The host comes first: its messages may concern what was entered.
    if ready.contains(.messages) { return }
    if ready.contains(.input) {
      if try FrontEndExit.onFailure(of: gate.reader.fill()) == 0 {
        gate.hasEnded = true
        host.post(.quit)
      }
    } else if ready.isEmpty, let typed = gate.reader.keys.endSequence() {
      try take(typed)
    }
  }

  var canRead: Bool { picture.isConsistent && gate.canRead }

  private func handleKeys() throws(FrontEndExit) {
    let fieldEditor = fieldEditor
    while canRead {
      if let typed = gate.held ?? gate.reader.keys.next() {
        gate.held = nil
        if fieldEditor.unposted.isEmpty || typed.isCharacter {
          try take(typed)
          // More characters may wait: the host receives all of them together.
          if !fieldEditor.unposted.isEmpty { continue }
        } else {
          // Any other key waits for the response to the typed characters.
          gate.held = typed
        }
      } else if fieldEditor.unposted.isEmpty {
        return
      } else if try fieldEditor.readMore() {
        continue
      }
      fieldEditor.postTyped()
      // A key and its effects are drawn at once.
      try drain()
    }
  }

  // MARK: Messages from the host

  private func drain() throws(FrontEndExit) {
    repeat {
      var hasFlushed = false
      while let message = host.next() {
        try take(message)
        guard let changes = tree.picture.apply(message) else { continue }
        hasFlushed = true
        note(changes)
      }
      guard hasFlushed, picture.isConsistent, !gate.awaitsFlush else { return }
      focusMover.settle()
      // Some hosts have answered already.
    } while gate.awaitsFlush
  }

  private func take(_ message: DisplayMessage) throws(FrontEndExit) {
    switch message {
    case .detach(let reason):
      painter.reason = reason
      throw .detached
    case .attach(_, let isLost): try begin(isLost: isLost)
    case .history(let node, let text): fieldEditor.histories[node, default: []].append(text)
    case .suggestion(let node, let suggestion, _):
      painter.isDirty = true
      completer.note(suggestion, for: node)
    case .refused(let id, _, let text):
      painter.isDirty = true
      var reason = text
      if let field = picture[id], field.kind.isField {
        focusMover.refused.insert(id)
        reason = FrontEndMessages.about(field.spokenName, text)
      }
      if !text.isEmpty { user.message = OutputLine(reason, .fault) }
    case .resized(let size):
      painter.isDirty = true
      painter.canvas.resize(rows: size.rows, columns: size.columns)
      // Options may have room beside their label now, or not.
      if let focus = focusNode, user.focus.id == focus.id { chooser.adoptOptions(of: focus) }
    case .flush: gate.awaitsFlush = host.awaitsFlush
    case .change: break
    }
  }

  private func begin(isLost: Bool) throws(FrontEndExit) {
    if isLost { try painter.renewModes() }
    if isLost || !gate.hasFlushed {
      painter.canvas.enter(mouse: Environment.value("FORMWORK_FRONT_END_MOUSE") != "off")
    }
    fieldEditor.begin()
    completer = Completer(self)
    focusMover = FocusMover(self)
    (user, view) = (UserState(), ViewState())
    (gate.alert, gate.awaitsSuggestions, gate.wantedRow) = (nil, false, nil)
  }

  private func note(_ changes: ReplicaChanges) {
    gate.note(picture)
    let isOther = tree.note(changes) || changes.hasOtherNodes
    if isOther { focusMover.hasTriedFocus = false }
    // A text that was typed is visible already.
    if isOther || changes.isFocusMoved || !changes.changed.isEmpty { painter.isDirty = true }
    noteAlert()
    noteFocus(changes)
  }

  /// Discards input typed before a question was visible: that input is no answer.
  private func noteAlert() {
    guard picture.alert?.id != gate.alert else { return }
    gate.alert = picture.alert?.id
    _ = machine.apply(.moved)
    view.alertTops = (0, 0)
    if gate.alert != nil {
      gate.held = nil
      gate.reader.discard()
    }
  }

  private func noteFocus(_ changes: ReplicaChanges) {
    if changes.isAttached || changes.isFocusMoved || user.focus.id != picture.focus {
      _ = machine.apply(.moved)
      return fieldEditor.adoptFocus()
    }
    guard let node = focusNode else { return }
    if changes.changed.contains(where: { $0.node == node.id && $0.contains(.value) }) {
      gate.reader.keys.dropPaste(isInterrupted: true)
      fieldEditor.adoptValue(of: node)
    }
    let isOther =
      changes.hasOtherNodes || changes.changed.contains { picture[$0.node]?.kind == .option }
    if isOther { chooser.adoptOptions(of: node) }
  }

  /// Posts a message that a flush follows, and returns whether it was posted; the next key waits.
  @discardableResult
  func post(_ message: InputMessage<EnteredText>) -> Bool {
    guard host.post(message) else { return false }
    gate.awaitsFlush = true
    return true
  }

  func ring() { painter.ring() }

  // MARK: Keys

  func take(_ typed: TerminalInput) throws(FrontEndExit) {
    (painter.isDirty, user.hasTyped) = (true, true)
    if case .key(.mouse(let report)) = typed {
      switch report.action {
      // The button was pressed already.
      case .release, .other: return
      case .press, .wheelUp, .wheelDown: break
      }
    }
    if gate.isOccupied || gate.isFetching, !isFree(typed) {
      // The target of a click is not known before the form is visible.
      if case .key(.mouse) = typed { return ring() }
      return gate.held = typed
    }
    user.message = nil
    // The reader still has the bytes of a held key, because no key was read after it.
    let pressed =
      machine.state == .chord
      ? KeyCommand(afterChord: typed) : KeyCommand(typed, bytes: gate.reader.keys.keyBytes)
    guard let key = pressed else { return fieldEditor.paste(typed) }
    if isStopKey(typed) { return try painter.stop() }
    if case .mouse = key {} else { view.followsFocus = true }
    if gate.awaitsSuggestions, key == .escape { return completer.endCompletion() }
    perform(machine.apply(.pressed(key, at: place)))
  }

  /// Whether the input has an effect while nothing can be answered.
  private func isFree(_ typed: TerminalInput) -> Bool {
    if isStopKey(typed) { return true }
    // The list of keys needs no answer of the host.
    if case .help = machine.state { return true }
    return switch KeyCommand(typed) {
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
    case .edit(let command): fieldEditor.edit(command)
    case .type(let scalar): fieldEditor.type(scalar)
    case .commit: fieldEditor.commit()
    case .go(let way): focusMover.go(way)
    case .goInArea(let way): fieldEditor.goInArea(way)
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
    case .sort(let column): focusMover.sort(by: column)
    case .back: goBack()
    case .leave: leave()
    case .recall(let isBack): fieldEditor.recall(isBack: isBack)
    case .reveal: fieldEditor.pendingSecret.editor?.isShown.toggle()
    case .editOutside: if let id = picture.focus { fieldEditor.post(.editOutside(id)) }
    case .switchFrontEnd: fieldEditor.post(.switchFrontEnd(.text("")))
    case .reset: reset()
    case .reload: if picture.alert == nil { fieldEditor.post(.reload) } else { ring() }
    case .redraw: painter.canvas.invalidate()
    case .point(let report): Pointer(session: self).point(report)
    }
  }

  // MARK: Buttons

  private func activate() {
    guard let node = focusNode, node.isEnabled else { return ring() }
    if node.role == .submit && picture.alert == nil { focusMover.submittedFrom = node.id }
    fieldEditor.post(.activate(node.id))
  }

  func submit() {
    guard picture.alert == nil, let button = tree.submitButton else {
      if picture.alert == nil { user.message = OutputLine(sentences.text("say.nothingToSubmit")) }
      return ring()
    }
    focusMover.submittedFrom = picture.focus
    fieldEditor.pendingSecret.noteSubmitted()
    fieldEditor.post(.activate(button.id))
  }

  /// Leaves the screen at Escape, or clears the line of a prompt: that has no screen to go back to.
  private func goBack() {
    guard tree.isPrompt, case .text(let id, var editor) = user.focus else {
      return fieldEditor.post(.back())
    }
    if editor.text.isEmpty { return ring() }
    editor.replaceAll(with: "")
    fieldEditor.adopt(editor, of: id, isText: true)
  }

  /// Deletes the character after the cursor at ^D; leaves the screen if there is no text.
  private func leave() {
    if leavesByEndOfText {
      fieldEditor.post(.back(insists: true))
    } else {
      fieldEditor.edit(.erase(.characterAfter))
    }
  }

  private var leavesByEndOfText: Bool {
    if case .text(_, let editor) = user.focus { return editor.text.isEmpty }
    return user.focus.typedNode == nil || user.focus.isEmptySecret
  }

  private func reset() {
    guard let node = focusNode, node.kind.isField else { return ring() }
    if node.kind == .secretField { fieldEditor.pendingSecret.restart(at: node.id, in: picture) }
    fieldEditor.post(.reset(node.id))
  }
}

/// The gate for input, which is closed while the host answers.
final class InputGate {
  let reader: KeyReader
  var held: TerminalInput?
  var alert: NodeID?
  private(set) var hasFlushed = false

  /// Whether a flush follows a post.
  var awaitsFlush = false

  var hasEnded = false

  /// Whether the effect of Tab, and so the target of the next key, is not known yet.
  var awaitsSuggestions = false

  /// The row that gets the focus once the host has sent it.
  var wantedRow: (list: NodeID, place: Int)?

  private(set) var isOccupied = false

  /// Whether a command is running.
  private var isAwaited = false

  init(descriptor: Int32) { reader = KeyReader(descriptor: descriptor) }

  /// Whether Escape is read while nothing can be answered: no other key is held before it.
  var readsEscape: Bool { isAwaited && held == nil }

  /// Whether input that was typed after a request waits for suggestions or a row.
  var isFetching: Bool { awaitsSuggestions || wantedRow != nil }

  /// Whether a key may be read; while something runs or is fetched, until one has to be held.
  var canRead: Bool {
    guard hasFlushed, !awaitsFlush, !hasEnded else { return false }
    return isOccupied ? readsEscape : held == nil || !isFetching
  }

  func note(_ picture: ViewTreeReplica) {
    hasFlushed = true
    isOccupied = picture.isOccupied
    isAwaited = picture.screen?.number(.busy) == 1
  }
}

extension ReplicaChanges {
  fileprivate var hasOtherNodes: Bool {
    !inserted.isEmpty || !removed.isEmpty || !moved.isEmpty
  }
}
