/// The view model of a shell: its machine, and the tree that shows a line to type and what came of
/// the last one.
///
/// It is told what the person did and what commands have brought; it answers with actions and changes
/// of its ``tree``. It runs nothing, keeps no history and holds no sentence.
///
/// Not thread-safe: its owner confines it to one thread.
public final class ShellViewModel {
  /// What a front end is told.
  public var tree = ViewTree()

  /// Where the shell is.
  public var state: ShellMachine.State { machine.state }

  /// The name of the node that the line is typed in.
  public static let lineName = "command"

  private var machine = ShellMachine()
  private var actions: [ShellAction] = []
  private let table: ShellCommandTable
  private let name: String
  private let title: Message
  private let isScript: Bool

  /// Has the sentences that a person reads from now on.
  public var catalogue: Catalogue

  /// What the line is called.
  public var prompt: Message {
    didSet { if let line { tree.set(line, .label, words(prompt)) } }
  }

  private var nodes: (screen: NodeID, line: NodeID)?
  private var answerNodes: [NodeID] = []

  private var entry = TextEntry(.text(""))

  private var text: String { if case .text(let text) = entry.content { text } else { "" } }

  /// What runs, and what it is doing.
  private var work: (request: ShellRequest, activity: Message)?

  /// Makes the view model of a shell.
  ///
  /// - Parameters:
  ///   - name: The stable name of the screen.
  ///   - title: What the screen is called.
  ///   - prompt: What the line is called.
  ///   - commands: What can be typed, in the order in which help tells of it.
  ///   - catalogue: Has the sentences that a person reads.
  ///   - isScript: Whether a script gives the lines. The shell then fails at a line for which no screen was opened, if it
  ///     may have been meant for a command that opens a form: the lines of the form would be run as commands.
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

  /// Puts the shell on the screen, with how to get help; what is there already stays.
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

  /// Takes how to get help off the screen: the person has seen it.
  public func endWelcome() {
    if let nodes { tree.set(nodes.screen, .detail, nil) }
  }

  /// The node that the line is typed in, once the shell is open.
  public var line: NodeID? { nodes?.line }

  /// Takes in what the person did.
  public func handle(_ event: UserEvent) -> [ShellAction] {
    switch event {
    case .edited(let node, let content, let cursor, let revision):
      _ = edit(node, content, cursor: cursor, revision: revision)
    case .committed(let node, let content, let revision):
      commit(node, content, revision: revision)
    case .refused(let node, let reason):
      refuse(node, reason)
      guard node == line, work == nil else { break }
      if reason == .noText { answer(.complaint(.badLine(.notUTF8))) }
      if reason == .hindered { answer(.complaint(Violation.tooManyMarks.message())) }
    case .reset(let node):
      if node == line, work == nil { tell(.interrupted) }
    case .leaveRequested:
      tell(.leaveRequested)
    case .activated(let node, _): tree.refuse(node, .noNode)
    case .chosen, .went, .reloadRequested, .windowed:
      break  // Nothing to choose from, and nowhere else to go.
    }
    return takeActions()
  }

  /// Takes in what a command has brought.
  ///
  /// What comes too late changes nothing.
  public func handle(_ event: ShellOperationEvent) -> [ShellAction] {
    switch event {
    case .finished(let id, let lines):
      if machine.apply(.finished(id)) == .showResult { answer(.lines(lines)) }
    case .failed(let id, let reason):
      if machine.apply(.failed(id)) == .showFailure { answer(.complaint(reason)) }
    case .refused(let id, let reason):
      let opensForm = work.map { table.opensForm($0.request) } ?? false
      if machine.apply(.failed(id)) == .showFailure { complain(reason, mayMeanForm: opensForm) }
    }
    return takeActions()
  }

  /// The person pressed ^C: the line is dropped, or the command that runs is ended.
  public func interrupt() -> [ShellAction] {
    let interrupted = work?.request.command
    tell(.interrupted)
    if machine.state == .idle, let interrupted {
      answer(.complaint(.interrupted(interrupted)))
    }
    return takeActions()
  }

  /// Nothing more can be typed: the shell ends, and so does what runs.
  public func endInput() -> [ShellAction] {
    tell(.inputEnded)
    return takeActions()
  }

  /// What could stand in place of the word that a cursor, in bytes of UTF-8, is at.
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

  /// Takes an edit in; one that comes while no line is asked for is answered with the line as it stands.
  ///
  /// - Returns: Whether it was accepted.
  private func edit(
    _ node: NodeID, _ content: FieldContent, cursor: Int, revision: UInt64
  ) -> Bool {
    guard node == line, isAtPrompt, case .text = content else {
      refuse(node, .notNow)
      return false
    }
    let edited = entry.edit(content, cursor: cursor, revision: revision, at: node, in: &tree)
    guard let edited else { return false }
    entry.content = edited
    tell(.edited(isEmpty: text.isEmpty))
    return true
  }

  private func refuse(_ node: NodeID, _ reason: InputRefusal) {
    tree.refuse(node, reason == .notSeen || node == line ? reason : .noNode)
    if node == line { restate() }
  }

  /// Tells a front end once more what stands in the line, because it shows something else.
  private func restate() {
    if let line { entry.restate(at: line, in: &tree) }
  }

  /// Empties the line: what is typed before that is on view is stale.
  private func emptyLine() {
    guard let line else { return }
    entry.content = .text("")
    entry.show(at: line, in: &tree)
  }

  private func commit(_ node: NodeID, _ content: FieldContent?, revision: UInt64) {
    guard node == line, isAtPrompt else { return refuse(node, .notNow) }
    if let content {
      guard edit(node, content, cursor: .max, revision: revision) else { return }
    } else if !entry.isKnown(at: revision) {
      return refuse(node, .stale)
    }
    endWelcome()
    commit(table.read(text))
  }

  private func commit(_ reading: ShellCommandTable.Reading) {
    let typed = text
    switch reading {
    case .blank:
      tell(.committed(.blank))
      return
    case .mistaken(let message):
      guard machine.apply(.committed(.mistaken)) == .complain else { return }
      complain(message, mayMeanForm: table.mayMeanForm(typed))
      // It may be a password, typed in the wrong place: it is not to come back.
      return emptyLine()
    case .help(let command):
      guard machine.apply(.committed(.question)) == .answer else { return }
      answer(.lines(command.map { table.help(on: $0) } ?? table.overview))
    case .request(let request, let activity):
      guard case .run(let id) = machine.apply(.committed(.command)) else { return }
      work = (request, activity)
      actions.append(.run(id, request))
    case .exit:
      tell(.committed(.exit))
    }
    actions.insert(.remember(typed), at: 0)
    emptyLine()
    drawScreen()
  }

  /// Shows what is wrong with a line for which no screen was opened.
  ///
  /// In a script the lines of a form may follow it: the shell then takes no line any more, and the front end reads none.
  private func complain(_ reason: Message, mayMeanForm: Bool) {
    guard isScript && mayMeanForm else { return answer(.complaint(reason)) }
    answer(.complaint(.formLost(reason)))
    _ = machine.apply(.inputEnded)
    if let nodes { tree.set(nodes.screen, .status, .number(NodeStatus.failed.rawValue)) }
  }

  // MARK: The machine's actions

  /// Tells the machine what happened, and does what it asks for.
  private func tell(_ event: ShellMachine.Event) {
    let wasLeaving = machine.state == .leaving
    switch machine.apply(event) {
    case .dropLine:
      // A terminal may show what it has not told of: it has to be said that nothing is there.
      emptyLine()
      restate()
    case .cancel(let id): actions.append(.cancel(id))
    case .nothing: break
    case .answer, .complain, .run, .showResult, .showFailure: break  // See `commit` and `handle`.
    }
    if !wasLeaving, machine.state == .leaving { actions.append(.leave) }
    drawScreen()
  }

  private func words(_ message: Message) -> PropertyValue { .text(catalogue.text(for: message)) }

  /// Shows what came of a line, in place of what came of the one before.
  ///
  /// The nodes are new ones: what is said again is said again.
  private func answer(_ answer: ShellAnswer) {
    guard let nodes else { return }
    for node in answerNodes { tree.remove(node) }
    let shown: [(kind: NodeKind, name: String, message: Message)] =
      switch answer {
      case .lines(let lines):
        lines.enumerated().map { (.note, "answer\($0.offset + 1)", $0.element) }
      case .complaint(let message): [(.notice, "complaint", message)]
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
    tree.set(
      nodes.screen, .status, isRunning ? .number(NodeStatus.loading.rawValue) : nil)
    tree.set(nodes.screen, .explanation, work.map { words($0.activity) })
  }

  private func takeActions() -> [ShellAction] {
    defer { actions = [] }
    return actions
  }
}

extension String {
  /// The line with two blanks for each tab: no label has tabs.
  fileprivate var replacingTabs: String {
    utf8.contains(0x09) ? split(separator: "\t").joined(separator: "  ") : self
  }
}
