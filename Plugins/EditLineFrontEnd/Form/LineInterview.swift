import Conversation
import FormworkFrontEnd
import Glibc

/// A conversation with a person at a terminal that moves its cursor: each question is a line that is
/// edited, with the state of its field at the right.
///
/// libedit calls back for each key, so what a key begins may end the line: then a ``Decision`` says
/// what comes after it.
final class LineInterview {
  /// What comes after a line.
  enum Decision {
    /// On to the next field.
    case next
    /// Back to the previous field.
    case previous
    /// Wherever the host has put the person by now.
    case follow
  }

  let dialogue: Dialogue
  let editor: LineEditor
  let statusText = StatusText()
  var display: LineDisplay
  var guide: Guide
  var input: KeyInput
  /// What a sequence amounts to whose rest did not come.
  var late: TerminalInput?
  /// What libedit is to have next.
  var ready: [Unicode.Scalar] = []
  /// The characters of keys that are the beginning of one that is bound.
  var held: [Unicode.Scalar] = []
  /// Where the person is among what was entered before, and what stood on the line.
  var recalled: Recalled?

  /// What is asked now.
  var question: Question?
  var decision: Decision?
  /// What was thrown within a call of libedit's.
  var failure: Ending?

  /// The text that the host knows, and where the cursor is in it, in bytes.
  var known = Line()
  /// Where the person was when the question was asked.
  var askedPlace: Place?
  /// How many flushes have been looked at.
  var absorbedFlushCount = 0
  /// What the picture says of the field that is asked for, as of a flush.
  private var status = (told: ToldStatus(), flushCount: -1)
  /// The line that is on the terminal, and the status beside it.
  private var shown = (line: Line(), status: "")
  /// Whether the person has changed the field since it was asked for.
  var isEdited = false
  /// Whether the line holds what it begins with.
  var isPrepared = false
  /// Whether the status is told though the person has not left the field.
  var isStatusDue = false
  /// The status that was told above the line, since there was no room at the right.
  var statusAbove = ""
  /// What is to be told above a secret, which is drawn otherwise.
  var linesAbove: [String] = []

  let teller: Teller
  private let modes: TerminalModes
  private var output: TextOutput
  private var attachment = 0

  init(_ dialogue: Dialogue) throws(Ending) {
    self.dialogue = dialogue
    do throws(SystemError) {
      modes = try TerminalModes(descriptor: dialogue.host.inputDescriptor)
      editor = try LineEditor()
    } catch {
      throw .failed(error)
    }
    output = TextOutput(descriptor: dialogue.host.outputDescriptor)
    teller = Teller(descriptor: dialogue.host.outputDescriptor)
    guide = Guide(dialogue, teller, patience: .seconds(1))
    input = KeyInput(descriptor: dialogue.host.inputDescriptor)
    display = LineDisplay(columns: 80, rows: 24)
    editor.delegate = self
  }

  var picture: Picture { dialogue.picture }

  /// Asks, until the host detaches.
  func run() throws(Ending) {
    if let complaint = editor.complaint {
      teller.say(complaint)
      try teller.flush()
    }
    if !editor.isEditing {
      teller.say("~/.editrc says 'edit off': going on with plain")
      try teller.flush()
      try dialogue.switchTo(frontEnd: "plain", limit: .seconds(60))
    }
    do throws(Ending) {
      try dialogue.awaitFlush()
      while true {
        try welcome()
        try guide.settle()
        try teller.flush()
        switch guide.route.place {
        case .alert(let alert, _): try askAlert(alert)
        case .field(let field, _): try askField(field)
        case .menu: try ask(Question(buttons: picture.buttons(), subject: "Button"))
        }
      }
    } catch {
      part()
      throw error
    }
  }

  /// Has the terminal mark what is pasted, with each picture: while the program was stopped, others
  /// had the terminal.
  private func welcome() throws(Ending) {
    adoptSize()
    guard attachment != dialogue.attachmentCount else { return }
    attachment = dialogue.attachmentCount
    display.send("\u{1B}[?2004h")
    try flush()
  }

  /// Leaves the terminal as it was found, and whoever writes next a line of its own.
  private func part() {
    display.finish()
    display.send("\u{1B}[?2004l")
    // Where the terminal is gone there is nobody to tell.
    do throws(Ending) {
      try flush()
      guide.introduce()
      for line in dialogue.announcements() { teller.say(line) }
      try teller.flush()
    } catch { return }
  }

  func flush() throws(Ending) {
    output.write(display.takeOutput())
    do throws(SystemError) { try output.flush() } catch { throw .failed(error) }
  }

  // MARK: Asking

  private func askAlert(_ id: NodeID) throws(Ending) {
    guard let alert = picture[id] else { return }
    let label = alert.text(.label)
    guide.explainOnce(alert, with: [label, alert.text(.explanation)])
    // What was typed before the question was on view is no answer to it.
    input.discard()
    try ask(Question(buttons: picture.buttons(of: alert), subject: "Button"))
  }

  private func askField(_ id: NodeID) throws(Ending) {
    guard let field = picture[id] else { return }
    guide.explain(field)
    try ask(Question(field: field, in: picture))
  }

  private func ask(_ question: Question) throws(Ending) {
    question.prompt.choices.forEach { teller.say($0) }
    try teller.flush()
    self.question = question
    let start = guide.route.place
    askedPlace = start
    status.flushCount = -1
    (decision, isPrepared, isEdited, statusAbove) = (nil, false, false, "")
    isStatusDue = statusText.moment == .live
    if case .secret(let node) = question.kind {
      try askSecret(node, prompt: question.promptText)
    } else {
      try edit(question)
    }
    if let field = question.field, let node = picture[field] {
      // What the line says at its right was said; that a check runs, too, so that its answer is news.
      let line =
        switch node.status {
        case .waiting, .checking: Words.checking(node)
        // On leaving, the help becomes a complaint, in the same words.
        case .incomplete: "\(node.spokenName): \(node.text(.explanation))"
        default: Words.statement(of: node, title: picture.title)
        }
      if let line { dialogue.noteTold(line, about: field) }
    }
    self.question = nil
    guard guide.route.place == start else { return }
    switch decision {
    case .next: try guide.route.goNext(from: question.field)
    case .previous: try guide.route.goPrevious()
    case .follow, nil: break
    }
  }

  /// Has libedit edit a line until it is decided what comes after it.
  private func edit(_ question: Question) throws(Ending) {
    (ready, held, recalled) = ([], [], nil)
    while decision == nil && failure == nil {
      let isLine = editor.edit()
      if decision == nil && failure == nil { _ = pressed(isLine ? .accept : .leave) }
      isPrepared = false
    }
    if let failure { throw failure }
    display.finish()
    try flush()
  }

  // MARK: Showing

  /// Shows the line as it is now.
  ///
  /// - Returns: Whether more may differ than one character at its end.
  @discardableResult
  func show() -> Bool {
    guard let question else { return true }
    if case .secret = question.kind { return true }
    let line = editor.line
    let status = isStatusDue ? toldStatus(of: question).text : ""
    let added = status == shown.status ? line.character(addedTo: shown.line) : nil
    shown = (line, status)
    if let added, display.append(added) { return false }
    let cells = line.text.cells
    let cursor = line.isAtEnd ? cells.count : line.head.cells.count
    display.show(content(of: question, text: cells, cursor: cursor))
    return true
  }

  func content(of question: Question, text: [Cell], cursor: Int) -> LineDisplay.Content {
    var content = LineDisplay.Content(
      prompt: question.promptCells, text: text, cursor: cursor)
    if isStatusDue { content.status = toldStatus(of: question).cells }
    return content
  }

  /// What is told of a field; made anew after a flush, and not with each key.
  func toldStatus(of question: Question) -> ToldStatus {
    if status.flushCount != dialogue.flushCount {
      let node = question.field.flatMap { picture[$0] }
      status = (node.map { ToldStatus(of: $0, statusText) } ?? ToldStatus(), dialogue.flushCount)
    }
    return status.told
  }

  /// Writes lines above the line that is being edited.
  func write(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    if case .secret = question?.kind { return linesAbove += lines }
    display.write(lines, above: nil)
    show()
  }

  /// Tells above the line what has no room at its right, once it is settled.
  func tellStatusWithoutRoom() {
    guard let question, isStatusDue else { return }
    let status = toldStatus(of: question)
    guard status.isComplaint, status.text != statusAbove else { return }
    let content = content(of: question, text: editor.line.text.cells, cursor: 0)
    guard !display.fits(content), let node = question.field.flatMap({ picture[$0] }) else { return }
    statusAbove = status.text
    write(["\(node.spokenName): \(status.text)"])
  }

  func adoptSize() {
    guard let size = picture.size,
      (size.columns, size.rows) != (display.columns, display.rowLimit)
    else { return }
    display.resize(columns: size.columns, rows: size.rows)
  }
}
