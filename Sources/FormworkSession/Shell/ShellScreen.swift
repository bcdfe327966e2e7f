public import FormworkCore
public import FormworkOperations

/// A shell on the screen: its view model, its history, and the tasks that run its commands.
///
/// It may leave the screen for another, which a command has opened, and come back.
public final class ShellScreen: Screen {
  /// The shell.
  public let viewModel: ShellViewModel

  private enum Work: Hashable {
    case command
    case lookup
  }

  private enum Answer: Sendable {
    case finished(RunID, ShellOutcome)
    case failed(RunID, Reason)
    case found(CompletionRequest, ShellCompletion, [String])
  }

  private let operations: any ShellOperations
  private let responder: any ShellResponder
  private let past: any History
  private let runner: OperationRunner<Work, Answer>
  private let outlivesInterrupt: Bool
  private let patience: Duration
  private var completions: [Completion] = []

  /// Where the person goes from here.
  public var navigation: Navigation?

  /// Makes the screen of a shell.
  ///
  /// - Parameters:
  ///   - viewModel: The shell, not opened yet.
  ///   - operations: Runs the commands.
  ///   - responder: Opens screens, and is told what came of the lines.
  ///   - history: Where the lines are kept.
  ///   - wakeUp: What is raised when a command has answered.
  ///   - outlivesInterrupt: Whether ^C drops the line or ends the command, and not the whole program.
  ///   - patience: How long completions may be looked up.
  ///   - clock: What that is measured with.
  public init(
    _ viewModel: ShellViewModel, operations: any ShellOperations,
    responder: any ShellResponder, history: any History, wakeUp: WakeUp,
    outlivesInterrupt: Bool = true, patience: Duration = .milliseconds(500),
    clock: any Clock<Duration> = OperationClock()
  ) {
    self.viewModel = viewModel
    self.operations = operations
    self.responder = responder
    self.outlivesInterrupt = outlivesInterrupt
    self.patience = patience
    past = history
    runner = OperationRunner(clock: clock, wakeUp: wakeUp)
  }

  /// What a front end is told.
  public var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  /// Never: what a command changes, it changes at once or not at all.
  public var isCommitting: Bool { false }

  /// Comes on the screen.
  public func open() { viewModel.open() }

  /// Goes on without what is said once, unless it is not visible any more.
  public func drawnAfresh(fillsTerminal: Bool) { if !fillsTerminal { viewModel.endWelcome() } }

  /// Takes in what the person did.
  public func handle(_ event: UserEvent) { perform(viewModel.handle(event)) }

  /// Takes in what a command has brought.
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

  /// Ends the command that a screen stood for, with what came of it.
  public func returned(with answer: (any ScreenAnswer)?) {
    guard case .running(let id) = viewModel.state else { return }
    switch answer as? ShellAnswer {
    case .lines(let lines): perform(viewModel.handle(.finished(id, lines)))
    case .complaint(let reason): perform(viewModel.handle(.failed(id, reason)))
    case nil: perform(viewModel.handle(.finished(id, [])))
    }
  }

  /// Leaves; a shell is done at each of its prompts.
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
    if outlivesInterrupt { perform(viewModel.interrupt()) }
    return outlivesInterrupt
  }

  /// The names of commands, or what may stand behind one.
  public func suggestions(for request: CompletionRequest) -> [Suggestion]? {
    guard request.node == viewModel.line else { return [] }
    let completion = viewModel.completion(of: request.text, at: request.cursor)
    guard let lookup = completion.lookup else { return completion.suggestions(adding: []) }
    // That nothing could be found is no complaint: the command itself will say why.
    runner.start(.lookup, limit: patience) { [operations] in
      .found(request, completion, try await operations.completions(of: lookup))
    } failure: { _ in
      .found(request, completion, [])
    }
    return nil
  }

  /// How the arguments of commands go on.
  public func takeCompletions() -> [Completion] {
    defer { completions = [] }
    return completions
  }

  /// The lines that were accepted before.
  public func history(of node: NodeID) -> [String] {
    node == viewModel.line ? past.lines : []
  }

  /// Ends the command that runs.
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
  /// What it knows, and of the words that were looked up those that could be typed as one.
  fileprivate func suggestions(adding found: [String]) -> [Suggestion] {
    (words + found.filter(\.isShellWord)).map { Suggestion(replacing: range, with: $0) }
  }
}

/// The commands that every shell has.
extension ShellCommand {
  /// `help [COMMAND]`.
  public static let help = ShellCommand(
    "help", summary: "shell.help.summary", detail: ["shell.help.detail"],
    parameter: Parameter("COMMAND", isRequired: false, suggestions: .commands), purpose: .help)

  /// `exit`, or `quit`.
  public static let exit = ShellCommand(
    "exit", aliases: ["quit"], summary: "shell.exit.summary", detail: ["shell.exit.detail"],
    purpose: .exit)
}

/// The lines at a prompt that were understood.
///
/// Confined to one thread. Injected, and kept in memory by tests.
public protocol History: AnyObject {
  /// The lines, the oldest first. They only grow at their end.
  var lines: [String] { get }

  /// Keeps a line, unless it is the last one already, or one that is not to come back.
  func remember(_ line: String)
}

/// A history that ends with the program.
public final class MemoryHistory: History {
  /// The lines, the oldest first.
  public private(set) var lines: [String]

  /// Makes one of some lines.
  public init(_ lines: [String] = []) { self.lines = lines }

  /// Keeps a line, unless it is the last one already.
  public func remember(_ line: String) {
    if line != lines.last { lines.append(line) }
  }
}
