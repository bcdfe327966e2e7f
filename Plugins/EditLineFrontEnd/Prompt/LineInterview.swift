import Conversation
import FormworkFrontEnd
import Glibc
import Interaction
import Wording

/// A conversation with a person at a terminal that moves its cursor: each question is a line that is
/// edited, with the state of its field at the right.
///
/// What a key does is decided by the question's ``PromptMachine``; this object performs it. libedit calls
/// back for each key, so what a key begins may end the line.
final class LineInterview {
  let dialogue: Dialogue
  let editor: LineEditor
  let statusText = StatusText()
  let palette = Palette()
  var display: LineDisplay
  var guide: Guide
  let input: KeyInput

  /// What libedit is to have next.
  var ready: [Unicode.Scalar] = []
  /// Whether the last that was typed is a character: what each other key does is shown at once.
  var isTyping = false
  /// The character of the text that was typed last, and the number of code points that the line had before it.
  var lastTyped: (character: Unicode.Scalar, count: Int)?

  /// What is asked now.
  var question: Question?
  /// What was thrown within a call of libedit's.
  var failure: Ending?
  /// The secret that was left for a question or a stop, and its field's name: there it goes on.
  var keeper = SecretKeeper()

  let teller: Teller
  let modes: TerminalModes
  private var output: TextOutput
  private var attachment = 0

  init(_ dialogue: Dialogue) throws(Ending) {
    self.dialogue = dialogue
    modes = try Ending.onFailure(
      of: TerminalModes(descriptor: dialogue.host.inputDescriptor))
    editor = try Ending.onFailure(of: LineEditor())
    output = TextOutput(descriptor: dialogue.host.outputDescriptor)
    teller = Teller(descriptor: dialogue.host.outputDescriptor, dress: palette.dressed)
    guide = Guide(dialogue, teller, patience: .seconds(1), submitKey: "^X s")
    input = KeyInput(descriptor: dialogue.host.inputDescriptor)
    display = LineDisplay(columns: 80, rows: 24, palette: palette)
    editor.delegate = self
  }

  var picture: Picture { dialogue.picture }

  /// Whether the line is where it was shown: while the program was stopped, others had the terminal.
  var isOnView: Bool { question?.attachment == dialogue.attachmentCount }

  /// Asks, until the host detaches.
  func run() throws(Ending) {
    if let complaint = editor.complaint {
      teller.say(Words.text(for: complaint))
      try teller.flush()
    }
    if !editor.isEditing {
      teller.say(Words.line("editrc.off"))
      try teller.flush()
      try dialogue.switchTo(frontEnd: "plain", from: guide.route.place, limit: .seconds(60))
    }
    do throws(Ending) {
      try dialogue.awaitFlush()
      while true {
        try welcome()
        try guide.settle()
        // A shell says it itself.
        if picture.prompt == nil, FirstPrompt.claim() {
          teller.say(Words.line("keys.hint"), as: .help)
        }
        try teller.flush()
        switch guide.route.place {
        case .alert(let alert, _): try askAlert(alert)
        case .field(let field, _): try askField(field)
        case .menu(nil, _): try ask(Question(menu(of: nil)))
        case .menu(let section?, _): try askSection(section)
        }
      }
    } catch {
      part()
      throw error
    }
  }

  /// Gives the terminal its modes, and has it mark what is pasted, with each picture: while the program was
  /// stopped, others had the terminal.
  private func welcome() throws(Ending) {
    adoptSize()
    guard attachment != dialogue.attachmentCount else { return }
    attachment = dialogue.attachmentCount
    try Ending.onFailure(of: modes.renew())
    display.send("\u{1B}[?2004h")
    try flush()
  }

  /// Leaves the terminal as it was found, with the cursor at the beginning of a line.
  private func part() {
    display.finish()
    display.send("\u{1B}[?2004l")
    // If this fails the terminal is gone, and nothing more can be shown.
    do throws(Ending) {
      try flush()
      guide.introduce()
      for line in dialogue.announcements() { teller.say(line) }
      try teller.flush()
    } catch { return }
  }

  func flush() throws(Ending) {
    output.write(display.takeOutput())
    try Ending.onFailure(of: output.flush())
  }

  // MARK: Asking

  private func askAlert(_ id: NodeID) throws(Ending) {
    guard let alert = picture[id] else { return }
    guide.explainOnce(alert)
    // What was typed before the question was on view is no answer to it.
    input.discard()
    try ask(Question(menu(of: id)))
  }

  private func askSection(_ id: NodeID) throws(Ending) {
    guard let section = picture[id] else { return }
    let buttons = picture.buttons(of: id)
    if let first = buttons.first { guide.explainSections(around: first) }
    try ask(Question(menu(of: id, section: section)))
  }

  private func menu(of owner: NodeID?, section: PictureNode? = nil) -> Menu {
    Menu(
      of: owner, section: section, in: dialogue, width: display.columns,
      none: Words.line("prompt.nothing"))
  }

  private func askField(_ id: NodeID) throws(Ending) {
    guard let field = picture[id] else { return }
    let place = picture.position(of: field)
    let help = field.text(.detail).columnCount
    let column = StatusColumn.start(behind: help, width: place.utf8.count, columns: display.columns)
    let aside = column.map { String(repeating: " ", count: $0 - help) + place }
    let isTold = guide.explain(field, aside: aside ?? "") && aside != nil
    try ask(Question(field: field, in: picture, whereabouts: isTold ? "" : place))
  }

  private func ask(_ question: Question) throws(Ending) {
    question.prompt.choices.forEach { teller.say($0) }
    try teller.flush()
    self.question = question
    (question.place, question.attachment) = (guide.route.place, dialogue.attachmentCount)
    question.absorbedFlushCount = dialogue.flushCount
    // A fault that the person comes back to is told nowhere else.
    let isFaulty = question.field.flatMap { picture[$0] }?.isFaulty == true
    question.isStatusDue = statusText.isLive || isFaulty
    keeper.leave(for: question.field, in: picture)
    if case .secret(let node) = question.kind {
      try askSecret(question, node)
    } else {
      try edit(question)
    }
    // Of another picture nothing was said: there the field's number may be that of another node.
    if isOnView, let field = question.field, let node = picture[field] {
      // What the line says at its right was said; that a check runs, too, so that its answer is news.
      let line =
        switch node.status {
        case .waiting, .checking: Words.checking(node)
        // On leaving, the help becomes a complaint, in the same words.
        case .incomplete: Words.about(node.spokenName, node.text(.explanation))
        default: Words.statement(of: node, title: picture.title)
        }
      if let line { dialogue.announcer.noteTold(line, about: field) }
    }
    self.question = nil
    guard guide.route.place == question.place else { return }
    switch question.way {
    case .next: try guide.route.goNext(from: question.field)
    case .onward: try guide.route.goOnward(from: question.field)
    case .previous: try guide.route.goPrevious()
    case .skip, .rewind:
      if try !guide.route.passSection(isBack: question.way == .rewind) { display.ring() }
    case .follow, .submit, nil: break
    }
  }

  /// Has libedit edit a line until it is decided what comes after it.
  private func edit(_ question: Question) throws(Ending) {
    input.endKeys()
    (ready, isTyping, lastTyped) = ([], false, nil)
    while question.way == nil && failure == nil {
      let isLine = editor.edit()
      if question.way == nil && failure == nil { _ = pressed(isLine ? .accept : .leave) }
    }
    if let failure { throw failure }
    display.finish()
    try flush()
  }

  // MARK: Showing

  /// Shows the line as it is now with its status: at the right, or above where the person has to know it
  /// and there is no room.
  func show() {
    guard let question, question.secret == nil, isOnView else { return }
    let line = editor.line
    let told = toldStatus(of: question)
    let added =
      told.text == question.shown.status && question.marks == nil
      ? line.character(addedTo: question.shown.line) : nil
    question.shown = (line, told.text)
    if let added, display.append(added) { return }
    let cells = line.text.cells
    let cursor = line.isAtEnd ? cells.count : line.head.cells.count
    var content = LineDisplay.Content(
      prompt: question.promptCells, text: cells, cursor: cursor, status: told.cells,
      style: told.style)
    let room = display.statusRoom(beside: content)
    if told.cells.width > room {
      let part = told.text.cut(to: max(0, room), ellipsis: TerminalLocale.ellipsis)
      content.status = []
      if told.isAbove(besides: part) {
        content.above = told.rows(above: question.prompt.subject, columns: display.columns)
          .map(LineDisplay.Row.init)
      } else {
        content.status = part.cells
      }
    }
    content.above += optionRows(of: question).map(LineDisplay.Row.init)
    display.show(content)
  }

  /// What is told of a field; made anew after a flush, and not with each key.
  ///
  /// - Parameters:
  ///   - question: The field.
  ///   - isKept: Whether the field may hold a secret that is not on the line.
  /// - Returns: What is told.
  func toldStatus(of question: Question, isKept: Bool = false) -> ToldStatus {
    if question.isJudgementOld(for: editor.line) { return ToldStatus(question.whereabouts) }
    if let status = question.status, status.flushCount == dialogue.flushCount,
      status.isDue == question.isStatusDue, status.isKept == isKept
    {
      return status.told
    }
    let told = told(of: question, isKept: isKept)
    question.status = (told, dialogue.flushCount, question.isStatusDue, isKept)
    return told
  }

  private func told(of question: Question, isKept: Bool) -> ToldStatus {
    guard let field = question.field.flatMap({ picture[$0] }) else { return ToldStatus() }
    let isKept = isKept && field.number(.value) ?? 0 > 0
    if question.isStatusDue {
      let text = statusText.text(of: field, isKept: isKept)
      let isWhole = isKept || field.isFaulty || field.status == .unverified
      let need: ToldStatus.Need =
        isWhole ? .all : field.status == .incomplete ? .aPart : .nothing
      if !text.isEmpty { return ToldStatus(text, field.statusStyle, need: need) }
    } else if isKept {
      return ToldStatus(statusText.kept(in: field), need: .all)
    }
    return ToldStatus(question.whereabouts)
  }

  /// Writes lines above the line that is being edited.
  func write(_ lines: [Remark]) {
    guard !lines.isEmpty else { return }
    if let secret = question?.secret { return secret.remarks += lines }
    display.write(lines)
    show()
  }

  func adoptSize() {
    guard let size = picture.size,
      (size.columns, size.rows) != (display.columns, display.rowLimit)
    else { return }
    display.resize(columns: size.columns, rows: size.rows)
  }
}
