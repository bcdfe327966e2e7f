import FormworkCanvas
import FormworkFrontEnd
import Glibc
import Interaction
import Wording

/// A person at a form that fills the terminal: takes in what the host tells and what is typed, and draws what comes of it.
///
/// What a key means is decided by the ``KeyboardMachine``, and where things stand by the ``Scene``; this object
/// performs what the one says, and has the other drawn.
final class Session {
  let host: HostConnection
  let modes: TerminalModes
  let reader: KeyReader
  var tree = Tree()
  var person = Person()
  var view = ViewState()
  let scene = Scene()
  var machine = KeyboardMachine()
  var canvas = Canvas(rows: 24, columns: 80)

  var secrets = SecretKeeper()
  /// What was cut last, in whichever field.
  var killed = ""
  /// Whether the cursor has moved since the host was told.
  var isCursorNews = false
  /// The typed characters that the host does not know.
  var untold = UntoldTyping()

  /// The field that was left by Enter: where it is taken, the next one has its turn.
  var committed: NodeID?
  /// Where the person was when the form was handed in: there it is said if it was not taken.
  var submittedFrom: NodeID?
  /// The fields of which something was not taken since the last flush.
  var refused: Set<NodeID> = []
  /// The row that has its turn once the host has told it.
  var wantedRow: (list: NodeID, place: Int)?
  /// The rows that were asked for last, of each list.
  var windows: [NodeID: Range<Int>] = [:]

  /// The texts that were entered into each field before, the oldest first.
  var histories: [NodeID: [String]] = [:]
  var recall: Recall?

  /// What could stand where the person is: what was asked for last, and what is on view of it.
  var completion: Completion?
  var suggestionLists = SuggestionLists()

  /// What was typed in a row to find an option.
  var search = OptionSearch()

  /// What was typed while nothing could be answered: its turn is next.
  var held: TerminalInput?

  /// Whether nothing can be answered now.
  private(set) var isOccupied = false
  /// Whether the person waits for the end of that.
  private var isAwaited = false

  /// What had an option, or anything else, that was removed since the last flush.
  private var shrunk: Set<NodeID> = []
  private var hasFlushed = false
  /// Whether a flush follows what was posted.
  private(set) var awaitsFlush = false
  /// Whether something is to be drawn.
  private var isDirty = false
  /// Whether a flush has come that may have made something due.
  private var hasNews = false
  private var hasEnded = false
  var hasTriedFocus = false
  /// Whether nothing was typed since the picture came.
  var isFresh = false
  private var alert: NodeID?
  private var reason = DetachReason.nothing
  private let output = SecretBytes(isLocked: true)
  private let usesMouse: Bool
  var shownSecret: ShownSecret?

  init(_ host: HostConnection) throws(SystemError) {
    self.host = host
    modes = try TerminalModes(descriptor: host.inputDescriptor)
    reader = KeyReader(descriptor: host.inputDescriptor)
    usesMouse = Environment.value("FORMWORK_FRONT_END_MOUSE") != "off"
  }

  var picture: Picture { tree.picture }
  var frame: Frame { scene.frame }

  /// Finds something out about the layout, and remembers what was scrolled by that.
  func look<Result>(_ find: (Page) -> Result) -> Result {
    let page = scene.page(tree, person, rows: canvas.rows, columns: canvas.columns, view)
    defer { view = page.view }
    return find(page)
  }

  /// Shows the form until the host detaches.
  ///
  /// - Throws: What the terminal fails with; the host has detached by then.
  func run() throws(SystemError) {
    do throws(Ending) {
      while true { try turn() }
    } catch {
      guard case .failed(let failure) = error else { return part() }
      part()
      try quit(because: failure)
    }
  }

  /// Says that nothing can be asked any more, and waits to be detached.
  private func quit(because failure: SystemError) throws(SystemError) {
    if !hasEnded { host.post(.quit) }
    while true {
      _ = try host.wait(forInput: false)
      while let message = host.next() {
        guard case .detach = message else { continue }
        // A terminal that was hung up fails with this: an end of the input, and no fault of ours.
        if failure.code != EIO { throw failure }
        return
      }
    }
  }

  private func turn() throws(Ending) {
    try drain()
    try handleKeys()
    // A stop comes unannounced, as soon as the cursor is seen: the host has to know by then.
    tellCursor()
    if hasFlushed, picture.isConsistent { try draw() }
    let ready = try wait()
    // The host comes first: it may have something to say about what is entered.
    if ready.contains(.messages) { return }
    if ready.contains(.input) {
      if try Ending.onFailure(of: reader.fill()) == 0 {
        hasEnded = true
        host.post(.quit)
      }
    } else if ready.isEmpty, let typed = reader.keys.endSequence() {
      try handle(typed)
    }
  }

  private func wait() throws(Ending) -> Readiness {
    try Ending.onFailure(
      of: host.wait(forInput: canRead, limit: canRead ? reader.keys.patience : nil))
  }

  /// Whether suggestions or a row have been asked for, and what is typed behind that waits for them.
  var isFetching: Bool { awaitsSuggestions || wantedRow != nil }

  /// Whether a key may be read: not while the host judges.
  ///
  /// While a command runs or a row is fetched, keys are read until one has to be held: it may be Escape.
  var canRead: Bool {
    guard hasFlushed, picture.isConsistent, !awaitsFlush, !hasEnded else { return false }
    if isOccupied { return isAwaited && held == nil }
    return !isFetching || held == nil
  }

  private func handleKeys() throws(Ending) {
    while canRead {
      if let typed = held ?? reader.keys.next() {
        held = nil
        if untold.isEmpty || typed.isCharacter {
          try handle(typed)
          // More characters may wait: the host is told of all of them together.
          if !untold.isEmpty { continue }
        } else {
          // Any other key comes after the answer to what was typed before it.
          held = typed
        }
      } else if untold.isEmpty {
        return
      } else if try readsOn() {
        continue
      }
      tellTyped()
      // A key and what comes of it are drawn at once.
      try drain()
    }
  }

  private func handle(_ typed: TerminalInput) throws(Ending) {
    (isDirty, isFresh) = (true, false)
    try take(typed)
  }

  // MARK: What the host tells

  private func drain() throws(Ending) {
    repeat {
      while let message = host.next() { try take(message) }
      guard picture.isConsistent, !awaitsFlush, hasNews else { return }
      hasNews = false
      settle()
      // Some hosts have answered already.
    } while awaitsFlush
  }

  private func take(_ message: DisplayMessage) throws(Ending) {
    switch message {
    case .detach(let reason):
      self.reason = reason
      throw .detached
    case .attach(_, let isLost): try begin(isLost: isLost)
    case .history(let node, let text): histories[node, default: []].append(text)
    case .suggestion(let node, let suggestion, _):
      isDirty = true
      note(suggestion, for: node)
    case .refused(let node, _, let text):
      isDirty = true
      if picture[node]?.kind.isField == true { refused.insert(node) }
      if !text.isEmpty { person.message = Remark(refusal(text, of: node), .fault) }
    case .resized(let size):
      isDirty = true
      canvas.resize(rows: size.rows, columns: size.columns)
      // Options may have room beside their label now, or not.
      if let focus = picture.focus.flatMap({ picture[$0] }), person.focus.id == focus.id {
        adoptOptions(of: focus)
      }
    case .flush: awaitsFlush = false
    case .change(.removed(let id)): if let parent = picture[id]?.parent { shrunk.insert(parent) }
    case .change: break
    }
    if let changes = tree.picture.apply(message) { note(changes) }
  }

  private func begin(isLost: Bool) throws(Ending) {
    if isLost { try renewModes() }
    if isLost || !hasFlushed { canvas.enter(mouse: usesMouse) }
    (recall, histories, windows, wantedRow, committed) = (nil, [:], [:], nil, nil)
    (completion, suggestionLists, refused) = (nil, SuggestionLists(), [])
    submittedFrom = nil
    secrets.noteSubmitted(false)
    (person, view) = (Person(), ViewState())
    alert = nil
    (hasTriedFocus, isFresh) = (false, true)
  }

  private func note(_ changes: PictureChanges) {
    (hasFlushed, hasNews) = (true, true)
    isOccupied = picture.isOccupied
    isAwaited = picture.screen?.number(.busy) == 1
    let isNew = tree.note(changes, shrunk: shrunk)
    let isOther = changes.hasOtherNodes
    if isNew || isOther { hasTriedFocus = false }
    shrunk = []
    // A text that was typed is on view already.
    if isNew || isOther || changes.isFocusMoved || !changes.changed.isEmpty { isDirty = true }
    noteAlert()
    noteFocus(changes)
  }

  /// What was typed before a question was on view is no answer to it.
  private func noteAlert() {
    guard picture.alert?.id != alert else { return }
    alert = picture.alert?.id
    _ = machine.apply(.moved)
    view.alertTops = (0, 0)
    if alert != nil {
      held = nil
      reader.discard()
    }
  }

  private func noteFocus(_ changes: PictureChanges) {
    if changes.isAttached || changes.isFocusMoved || person.focus.id != picture.focus {
      _ = machine.apply(.moved)
      return adoptFocus()
    }
    guard let focus = picture.focus, let node = picture[focus] else { return }
    if changes.changed.contains(where: { $0.node == focus && $0.properties.contains(.value) }) {
      adoptValue(of: node)
    }
    let isOther =
      changes.hasOtherNodes || changes.changed.contains { picture[$0.node]?.kind == .option }
    if isOther { adoptOptions(of: node) }
  }

  // MARK: Telling the host

  /// Posts a message; what the next key means, and whom it is for, depends on what comes of it.
  ///
  /// - Returns: Whether it was posted.
  @discardableResult
  func post(_ message: InputMessage<EnteredText>) -> Bool {
    guard host.post(message) else { return false }
    switch message {
    case .edit, .log: break
    default: awaitsFlush = true
    }
    return true
  }

  /// Rings, with what is drawn next.
  func ring() {
    isDirty = true
    // Between two drawings nothing else is collected.
    guard output.isEmpty else { return }
    withUnsafeBytes(of: UInt8(7)) { output.append($0) }
  }

  // MARK: Drawing

  private func draw() throws(Ending) {
    guard isDirty else { return }
    isDirty = false
    person.keyboard = machine.state
    person.readsEscape = isAwaited && held == nil
    placeLists()
    person.shownEnds = endsOfShownSecret
    let frame = scene.compose(tree, person, rows: canvas.rows, columns: canvas.columns, &view)
    canvas.show(
      frame.rows, cursor: frame.cursor, region: frame.body,
      sign: Signs(hasMarks: scene.statusText.hasMarks).ellipsis)
    let shown = placeOfShownSecret
    if let former = shownSecret, former.row != shown?.row || former.columns != shown?.columns {
      // The canvas knows of masks alone, and not of what stands in their place.
      canvas.invalidate()
    }
    if (shown != nil) != (shownSecret != nil) {
      try Ending.onFailure(of: modes.deliverStopKey(shown != nil))
    }
    shownSecret = shown
    if let shown { canvas.cursor = shown.cursor }
    var bytes = canvas.flush()
    if shown != nil { canvas.switchStyleOff(into: &bytes) }
    bytes.withUnsafeBytes { output.append($0) }
    if let shown, let editor = secrets.editor { drawSecret(editor, at: shown, into: output) }
    try flush()
  }

  private func flush() throws(Ending) {
    guard !output.isEmpty else { return }
    defer { output.wipe() }
    try Ending.onFailure(of: output.write(to: host.outputDescriptor))
  }

  /// Stops the program as ^Z does, with nothing of a secret on view.
  func stop() throws(Ending) {
    secrets.editor?.isShown = false
    isDirty = true
    try draw()
    // As the terminal would: to all that runs in the foreground with this program.
    kill(0, SIGTSTP)
  }

  // MARK: Leaving

  /// Leaves the terminal as it was found, with what is to be read once the form has gone.
  private func part() {
    output.wipe()
    if shownSecret != nil { try? modes.deliverStopKey(false) }
    canvas.leave().withUnsafeBytes { output.append($0) }
    // If this fails the terminal is gone, and nothing more can be shown.
    do throws(Ending) {
      try flush()
      let teller = Teller(descriptor: host.outputDescriptor)
      if reason == .done { for line in picture.lastingLines { teller.say(line) } }
      try teller.flush()
    } catch { return }
  }
}

extension PictureChanges {
  /// Whether nodes have come, gone or moved.
  fileprivate var hasOtherNodes: Bool {
    !inserted.isEmpty || !removed.isEmpty || !moved.isEmpty
  }
}
