public import FormworkCore
public import FormworkOperations
public import FormworkSession
public import FormworkStorage

/// The screen of a shell: its view model, its history, and the tasks that run its commands.
public final class ShellScreen: Screen {
  /// The view model of the shell.
  public let viewModel: ShellViewModel

  private enum Work: Hashable {
    case command
    case lookup
  }

  private enum Answer: Sendable {
    case finished(RunID, ShellOutcome)
    case failed(RunID, OperationFailure)
    case found(CompletionRequest, ShellCompletion, [String])
  }

  private let operations: any ShellOperations
  private let responder: any ShellResponder
  private let past: any History
  private let runner: OperationRunner<Work, Answer>
  private let survivesInterrupt: Bool
  private let completionTimeout: Duration
  private var completions: [CompletionResult] = []

  /// The navigation that the session has to perform.
  public var navigation: Navigation?

  /// Creates the screen of a shell that is not open yet.
  ///
  /// Each result of a command raises the wake-up. With `survivesInterrupt`, ^C drops the line or ends
  /// the command, instead of ending the program. Completions may take as long as `completionTimeout`.
  public init(
    _ viewModel: ShellViewModel, operations: any ShellOperations,
    responder: any ShellResponder, history: any History, wakeUp: WakeUp,
    survivesInterrupt: Bool = true, completionTimeout: Duration = .milliseconds(500),
    clock: any Clock<Duration> = OperationClock()
  ) {
    self.viewModel = viewModel
    self.operations = operations
    self.responder = responder
    self.survivesInterrupt = survivesInterrupt
    self.completionTimeout = completionTimeout
    past = history
    runner = OperationRunner(clock: clock, wakeUp: wakeUp)
  }

  /// The view tree for the front end.
  public var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  /// Opens the shell.
  public func open() { viewModel.open() }

  /// Removes the welcome text, unless the front end fills the terminal.
  public func willRedraw(fillsTerminal: Bool) { if !fillsTerminal { viewModel.endWelcome() } }

  /// Handles an act of the user.
  public func handle(_ input: UserInput, revision: UInt64) {
    perform(viewModel.handle(input, revision: revision))
  }

  /// Refuses input for a node.
  public func refuse(_ node: NodeID, _ reason: InputRejection) {
    perform(viewModel.refuse(node, reason))
  }

  /// Handles the results of commands.
  public func receive() {
    while let answer = runner.takeAnswer() {
      switch answer {
      case .finished(let id, .lines(let lines)):
        perform(viewModel.handle(.finished(id, lines)))
      case .finished(let id, .frontEnd(let name)):
        perform(viewModel.handle(.finished(id, [])))
        navigation = .switchFrontEnd(name)
      case .failed(let id, let reason):
        perform(viewModel.handle(.refused(id, reason.message)))
      case .found(let request, let completion, let words):
        completions.append((request, completion.suggestions(adding: words)))
      }
    }
  }

  /// Ends the command that opened a screen, with the answer of that screen.
  public func returned(with answer: (any ScreenAnswer)?) {
    guard case .running(let id) = viewModel.state else { return }
    switch answer as? ShellAnswer {
    case .lines(let lines): perform(viewModel.handle(.finished(id, lines)))
    case .failure(let reason): perform(viewModel.handle(.failed(id, reason)))
    case nil: perform(viewModel.handle(.finished(id, [])))
    }
  }

  /// Leaves the shell, which is done if it is at a prompt.
  public func inputEnded() -> Bool {
    let isAtPrompt =
      switch viewModel.state {
      case .idle, .reading, .leaving: true
      case .running: false
      }
    perform(viewModel.endInput())
    return isAtPrompt
  }

  /// Drops the line, or ends the command.
  public func interrupted() -> Bool {
    if survivesInterrupt { perform(viewModel.interrupt()) }
    return survivesInterrupt
  }

  /// Returns the names of commands, or the possible arguments of one.
  public func suggestions(for request: CompletionRequest) -> [Suggestion]? {
    guard request.node == viewModel.line else { return [] }
    let completion = viewModel.completion(of: request.text, at: request.cursor)
    guard let lookup = completion.lookup else { return completion.suggestions(adding: []) }
    // A failed search is not reported, because the command itself will report the reason.
    runner.start(.lookup, limit: completionTimeout) { [operations] in
      .found(request, completion, try await operations.completions(of: lookup))
    } failure: { _ in
      .found(request, completion, [])
    }
    return nil
  }

  /// Returns the suggestions for arguments that were found since the last call.
  public func takeCompletions() -> [CompletionResult] {
    defer { completions = [] }
    return completions
  }

  /// Returns the lines that were accepted before.
  public func history(of node: NodeID) -> [String] {
    node == viewModel.line ? past.lines : []
  }

  /// Ends the running command.
  public func close() { runner.cancelAll() }

  private func perform(_ actions: [ShellAction]) {
    for action in actions {
      switch action {
      case .remember(let line): past.remember(line)
      case .run(let id, let request):
        if let screen = responder.screen(for: request) {
          navigation = .push(screen)
        } else {
          run(request, as: id)
        }
      case .cancel: runner.cancel(.command)
      case .answered(let answer): responder.answered(answer)
      case .leave: navigation = .pop(nil)
      }
    }
  }

  private func run(_ request: ShellRequest, as id: RunID) {
    runner.start(.command, limit: nil) { [operations] in
      .finished(id, try await operations.run(request))
    } failure: {
      .failed(id, $0)
    }
  }
}

extension ShellCompletion {
  fileprivate func suggestions(adding found: [String]) -> [Suggestion] {
    (words + found.filter(\.isShellWord)).map { Suggestion(replacing: range, with: $0) }
  }
}

extension ShellCommand {
  /// `help [COMMAND]`.
  public static let help = ShellCommand(
    "help", summary: .key("shell.help.summary"), detail: [.key("shell.help.detail")],
    parameter: Parameter("COMMAND", isRequired: false, suggestions: .commands), purpose: .help)

  /// `exit`, or `quit`.
  public static let exit = ShellCommand(
    "exit", aliases: ["quit"], summary: .key("shell.exit.summary"),
    detail: [.key("shell.exit.detail")],
    purpose: .exit)
}
