import CEditLine
import Conversation
package import FormworkFrontEnd
import Interaction
import Wording

/// The front end that edits lines with libedit, and shows their status at the right.
package struct EditLineFrontEnd: FrontEnd {
  package static let identifier = "editline"
  package static let name = "Line editor"
  package static let version = "1.0"
  package static let needs: FrontEndNeeds = [.terminal, .modesNamed, .paste]

  package static let table = FrontEndTable(EditLineFrontEnd.self) { EditLineFrontEnd.serve($0) }

  package init() {}

  package mutating func run(_ host: HostConnection) throws(SystemError) {
    // libedit asks the C library for characters; the terminal and the host send UTF-8 in any locale.
    let locale = cel_enter_utf8()
    defer { if let locale { cel_leave_utf8(locale) } }
    let client = HostClient(host: host)
    try host.hold { () throws(FrontEndExit) in try LineEditorPrompter(client).run() }
  }
}

/// A conversation at a terminal: asks question after question, each on a line that is edited.
final class LineEditorPrompter {
  let client: HostClient
  let editor: LineEditor
  let input: KeyInput
  let terminal: LineTerminal
  let modes: TerminalModes
  var narrator: FormNarrator
  private var attachment = 0

  /// The secret that is typed; an alert or a stop may interrupt that.
  var pendingSecret = PendingSecret()

  init(_ client: HostClient) throws(FrontEndExit) {
    self.client = client
    modes = try FrontEndExit.onFailure(of: TerminalModes(descriptor: client.host.inputDescriptor))
    editor = try FrontEndExit.onFailure(of: LineEditor())
    terminal = LineTerminal(descriptor: client.host.outputDescriptor)
    narrator = FormNarrator(client, terminal.writer, timeout: .seconds(1), submitKey: "^X s")
    input = KeyInput(descriptor: client.host.inputDescriptor)
  }

  var picture: ViewTreeReplica { client.picture }
  private var writer: LineWriter { terminal.writer }

  func run() throws(FrontEndExit) {
    if let warning = editor.warning {
      writer.say(sentences.text(for: warning))
      try writer.flush()
    }
    if !editor.isEditing {
      writer.say(sentences.text("editrc.off"))
      try writer.flush()
      try narrator.switchTo(frontEnd: "plain", limit: .seconds(60))
    }
    do throws(FrontEndExit) {
      try client.awaitFlush()
      while true {
        try welcome()
        try narrator.settle()
        // A shell shows its own hint.
        if picture.prompt == nil, FirstPrompt.claim() {
          writer.say(sentences.text("keys.hint"), as: .help)
        }
        try writer.flush()
        switch narrator.route.place {
        case .field(let field, _): try askField(field)
        case .alert(let alert, _): try askMenu(of: alert)
        case .menu(let section, _): try askMenu(of: section)
        }
      }
    } catch {
      leave()
      throw error
    }
  }

  /// Sets the modes of the terminal for each picture: a stopped program loses them.
  private func welcome() throws(FrontEndExit) {
    terminal.adoptSize(of: picture)
    guard attachment != client.attachmentCount else { return }
    attachment = client.attachmentCount
    try FrontEndExit.onFailure(of: modes.renew())
    terminal.display.send("\u{1B}[?2004h")
    try terminal.flush()
  }

  /// Resets the terminal, with the cursor at the beginning of a line.
  private func leave() {
    terminal.display.finish()
    terminal.display.send("\u{1B}[?2004l")
    // A failure means that the terminal is gone.
    do throws(FrontEndExit) { try terminal.flush() } catch { return }
    narrator.finish()
  }

  private func askMenu(of owner: NodeID?) throws(FrontEndExit) {
    let menu = narrator.menu(
      of: owner, width: terminal.display.columns, none: sentences.text("prompt.nothing"))
    // Input that was typed before the question was visible is no answer to it.
    if picture.alert != nil { input.discard() }
    try ask(Question(menu, at: narrator.route.place))
  }

  private func askField(_ id: NodeID) throws(FrontEndExit) {
    guard let field = picture[id] else { return }
    let position = picture.position(of: field)
    let help = field.text(.detail).columnCount
    let column = StatusColumn.start(
      after: help, width: position.utf8.count, columns: terminal.display.columns)
    let aside = column.map { String(repeating: " ", count: $0 - help) + position }
    let isExplained = narrator.explain(field, aside: aside ?? "") && aside != nil
    try ask(
      Question(
        field: field, in: picture, at: narrator.route.place,
        positionText: isExplained ? "" : position))
  }

  private func ask(_ question: Question) throws(FrontEndExit) {
    question.prompt.choices.forEach { writer.say($0) }
    try writer.flush()
    let asking = Asking(question, in: self)
    editor.delegate = asking
    pendingSecret.leave(for: question.field, in: picture)
    if case .secret = question.kind, let node = question.field {
      try asking.ask(pendingSecret.begin(at: node, in: picture))
      if asking.exit != nil || picture[node] == nil { pendingSecret.forget() }
    } else {
      try asking.ask()
    }
    // In another picture the field may have another number.
    if asking.isVisible, let field = asking.field {
      client.announcer.noteShown(field, in: picture)
    }
    guard narrator.route.place == question.place else { return }
    switch asking.exit {
    case .next: try narrator.route.goNext(from: question.field)
    case .accept:
      let field = question.field.flatMap { picture[$0] }
      if let field, field.isFaulty {
        writer.say(FrontEndMessages.leftOpen(field), as: .fault)
      } else if field?.submits == true, let button = picture.submitButton {
        return try narrator.activate(button)
      }
      try narrator.route.advance(from: question.field)
    case .previous: try narrator.route.goPrevious()
    case .skip, .rewind:
      if try !narrator.route.passSection(isBack: asking.exit == .rewind) { terminal.display.ring() }
    case .submit, nil: break
    }
  }
}
