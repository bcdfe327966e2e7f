/// The view model of a shell, whose tree shows a command line and the latest answer.
///
/// It handles events of the user and of commands, and responds with actions and changes of its ``tree``. It runs no
/// command, keeps no history and contains no sentence.
///
/// Not thread-safe: its owner confines it to one thread.
public final class ShellViewModel {
  /// The view tree for the front end.
  public var tree = ViewTree()

  /// The state of the shell.
  public var state: ShellMachine.State { machine.state }

  /// The name of the node for the line.
  public static let lineName = "command"

  private var machine = ShellMachine()
  private var actions: [ShellAction] = []
  private let table: ShellCommandTable
  private let name: String
  private let title: Message
  private let isScript: Bool

  /// The catalogue for the messages from now on.
  public var catalogue: Catalogue

  /// The label of the line.
  public var prompt: Message {
    didSet { if let line { tree.set(line, .label, words(prompt)) } }
  }

  private var nodes: (screen: NodeID, line: NodeID)?
  private var answerNodes: [NodeID] = []

  private var entry = TextEntry(.text(""))

  private var text: String { if case .text(let text) = entry.content { text } else { "" } }

  /// The running command, with a description of its activity.
  private var work: (request: ShellRequest, activity: Message)?

  /// Creates the view model of a shell, with commands in the order of the help.
  ///
  /// In a script, the shell ends with a failure at a line that opened no screen but may have been meant to open a
  /// form: it would run the answers of the form as commands.
  public init(
    _ name: String, title: Message, prompt: Message, commands: [ShellCommand],
    catalogue: Catalogue, isScript: Bool = false
  ) {
    self.name = name
    self.title = title
    self.prompt = prompt
    self.catalogue = catalogue
    self.isScript = isScript
    table = ShellCommandTable(commands: commands)
  }

  /// Shows the shell with a hint about help, unless it is open already.
  public func open() {
    guard nodes == nil else { return }
    let screen = tree.insert(.screen, name: name)
    tree.set(screen, .label, words(title))
    tree.set(screen, .detail, words(.shellWelcome))
    let line = tree.insert(.textField, name: Self.lineName, under: screen)
    tree.set(line, .label, words(prompt))
    tree.set(line, .completes, .number(1))
    tree.setFocus(line)
    nodes = (screen, line)
  }

  /// Removes the hint about help after the user has seen it.
  public func endWelcome() {
    if let nodes { tree.set(nodes.screen, .detail, nil) }
  }

  /// The node for the line, after the shell was opened.
  public var line: NodeID? { nodes?.line }

  /// Handles an act of the user, who has seen the tree of a revision.
  public func handle(_ input: UserInput, revision: UInt64 = .max) -> [ShellAction] {
    switch input {
    case .edit(let node, let content, let cursor):
      _ = edit(node, content, cursor: cursor, revision: revision)
    case .commit(let node, let content): commit(node, content, revision: revision)
    case .reset(let node): if node == line, work == nil { send(.interrupted) }
    case .back: send(.leaveRequested)
    case .activate(let node): tree.refuse(node, .noNode)
    default: break  // No choices or other destinations.
    }
    return takeActions()
  }

  /// Reports that the front end sent an invalid line, and sends the current one again.
  public func refuse(_ node: NodeID, _ reason: InputRejection) -> [ShellAction] {
    restate(node, after: reason)
    if node == line, work == nil {
      if reason == .noText { answer(.failure(.badLine(.notUTF8))) }
      if reason == .blocked { answer(.failure(Violation.tooManyMarks.message())) }
    }
    return takeActions()
  }

  /// Handles the result of a command.
  ///
  /// Late results have no effect.
  public func handle(_ event: ShellOperationEvent) -> [ShellAction] {
    switch event {
    case .finished(let id, let lines):
      if machine.apply(.finished(id)) == .showResult { answer(.lines(lines)) }
    case .failed(let id, let reason):
      if machine.apply(.failed(id)) == .showFailure { answer(.failure(reason)) }
    case .refused(let id, let reason):
      let opensForm = work.map { table.opensForm($0.request) } ?? false
      if machine.apply(.failed(id)) == .showFailure { showError(reason, mayMeanForm: opensForm) }
    }
    return takeActions()
  }

  /// Handles ^C, which drops the line or cancels the running command.
  public func interrupt() -> [ShellAction] {
    let interrupted = work?.request.command
    send(.interrupted)
    if machine.state == .idle, let interrupted {
      answer(.failure(.interrupted(interrupted)))
    }
    return takeActions()
  }

  /// Handles the end of input, which ends the shell and the running command.
  public func endInput() -> [ShellAction] {
    send(.inputEnded)
    return takeActions()
  }

  /// Returns the completions of the word at a cursor, which counts bytes of UTF-8.
  public func completion(of text: String, at cursor: Int) -> ShellCompletion {
    table.completion(of: text, at: cursor)
  }

  // MARK: The line

  private var isAtPrompt: Bool {
    switch machine.state {
    case .idle, .reading: true
    case .running, .leaving: false
    }
  }

  /// Applies an edit, and returns whether it was accepted.
  ///
  /// While the shell reads no line, the unchanged text is sent again.
  private func edit(
    _ node: NodeID, _ content: FieldContent, cursor: Int, revision: UInt64
  ) -> Bool {
    guard node == line, isAtPrompt, case .text = content else {
      restate(node, after: .notNow)
      return false
    }
    let edited = entry.edit(content, cursor: cursor, revision: revision, at: node, in: &tree)
    guard let edited else { return false }
    entry.content = edited
    send(.edited(isEmpty: text.isEmpty))
    return true
  }

  private func restate(_ node: NodeID, after reason: InputRejection) {
    tree.refuse(node, reason == .notSeen || node == line ? reason : .noNode)
    if node == line { entry.restate(at: node, in: &tree) }
  }

  /// Empties the line, and makes edits stale that the front end sends before it sees this.
  private func emptyLine() {
    guard let line else { return }
    entry.content = .text("")
    entry.show(at: line, in: &tree)
  }

  private func commit(_ node: NodeID, _ content: FieldContent?, revision: UInt64) {
    guard node == line, isAtPrompt else { return restate(node, after: .notNow) }
    if let content {
      guard edit(node, content, cursor: .max, revision: revision) else { return }
    } else if !entry.isKnown(at: revision) {
      return restate(node, after: .stale)
    }
    endWelcome()
    commit(table.read(text))
  }

  private func commit(_ reading: ShellCommandTable.Reading) {
    let typed = text
    switch reading {
    case .blank:
      send(.committed(.blank))
      return
    case .mistaken(let message):
      guard machine.apply(.committed(.mistaken)) == .showMistake else { return }
      showError(message, mayMeanForm: table.mayMeanForm(typed))
      // The line may be a password, typed in the wrong place: do not add it to the history.
      return emptyLine()
    case .help(let command):
      guard machine.apply(.committed(.question)) == .answer else { return }
      answer(.lines(command.map { table.help(on: $0) } ?? table.overview))
    case .request(let request, let activity):
      guard case .run(let id) = machine.apply(.committed(.command)) else { return }
      work = (request, activity)
      actions.append(.run(id, request))
    case .exit:
      send(.committed(.exit))
    }
    actions.insert(.remember(typed), at: 0)
    emptyLine()
    drawScreen()
  }

  /// Shows a mistake in a line that opened no screen.
  ///
  /// In a script, the answers of a form may follow: the shell then accepts no further lines.
  private func showError(_ reason: Message, mayMeanForm: Bool) {
    guard isScript && mayMeanForm else { return answer(.failure(reason)) }
    answer(.failure(.formLost(reason)))
    _ = machine.apply(.inputEnded)
    if let nodes { tree.set(nodes.screen, .status, .number(NodeStatus.failed.rawValue)) }
  }

  // MARK: The machine's actions

  /// Applies an event to the machine, and performs the action.
  private func send(_ event: ShellMachine.Event) {
    let wasLeaving = machine.state == .leaving
    switch machine.apply(event) {
    case .dropLine:
      // The terminal may show text that it has not reported: send that the line is empty.
      emptyLine()
      if let line { entry.restate(at: line, in: &tree) }
    case .cancel(let id): actions.append(.cancel(id))
    case .nothing: break
    // See `commit` and `handle`.
    case .answer, .showMistake, .run, .showResult, .showFailure: break
    }
    if !wasLeaving, machine.state == .leaving { actions.append(.leave) }
    drawScreen()
  }

  private func words(_ message: Message) -> PropertyValue { .text(catalogue.text(for: message)) }

  /// Shows an answer in place of the previous one.
  ///
  /// The nodes are new, so that a front end also shows an answer that repeats the previous one.
  private func answer(_ answer: ShellAnswer) {
    guard let nodes else { return }
    for node in answerNodes { tree.remove(node) }
    let shown: [(kind: NodeKind, name: String, message: Message)] =
      switch answer {
      case .lines(let lines):
        lines.enumerated().map { (.note, "answer\($0.offset + 1)", $0.element) }
      case .failure(let message): [(.notice, "failure", message)]
      }
    answerNodes = shown.enumerated().map { index, shown in
      let node = tree.insert(shown.kind, name: shown.name, under: nodes.screen, at: index)
      tree.set(node, .label, .text(catalogue.text(for: shown.message).replacingTabs))
      return node
    }
    actions.append(.answered(answer))
    drawScreen()
  }

  private func drawScreen() {
    guard let nodes else { return }
    let isRunning = !isAtPrompt && machine.state != .leaving
    if !isRunning { work = nil }
    tree.set(nodes.screen, isRunning ? .loading : .nothing, work.map { words($0.activity) })
  }

  private func takeActions() -> [ShellAction] {
    defer { actions = [] }
    return actions
  }
}

extension String {
  /// The line with two blanks for each tab, because labels contain no tabs.
  fileprivate var replacingTabs: String {
    utf8.contains(0x09) ? split(separator: "\t").joined(separator: "  ") : self
  }
}
