public import FormworkCore
import FormworkOperations

/// A shell on the screen: its view model, its history, and the tasks that run its commands.
///
/// It may leave the screen for another, which a command has opened, and come back.
public final class ShellScreen: Screen {
  /// The shell.
  public let viewModel: ShellViewModel

  private enum Letter: Sendable {
    case event(ShellOperationEvent)
    case frontEnd(RunID, String)
  }

  private let operations: any ShellOperations
  private let responder: any ShellResponder
  private let past: any History
  private let mailbox: Mailbox<Letter>
  private let outlivesInterrupt: Bool
  private let patience: Duration
  private var task: Task<Void, Never>?
  private var wantedFrontEnd: String?

  /// Whether the shell itself is on the screen, and not one that a command has opened.
  public private(set) var isOnScreen = false

  /// Where to go from here.
  public private(set) var exit: ScreenExit?

  /// Makes the screen of a shell.
  ///
  /// - Parameters:
  ///   - viewModel: The shell, not opened yet.
  ///   - operations: Runs the commands.
  ///   - responder: Opens screens, and is told what came of the lines.
  ///   - history: Where the lines are kept.
  ///   - wakeUp: What is raised when a command has answered.
  ///   - outlivesInterrupt: Whether ^C drops the line or ends the command, and not the whole program.
  ///   - patience: How long the person waits for completions that have to be looked up.
  public init(
    _ viewModel: ShellViewModel, operations: any ShellOperations,
    responder: any ShellResponder, history: any History, wakeUp: WakeUp,
    outlivesInterrupt: Bool = true, patience: Duration = .milliseconds(500)
  ) {
    self.viewModel = viewModel
    self.operations = operations
    self.responder = responder
    self.outlivesInterrupt = outlivesInterrupt
    self.patience = patience
    past = history
    mailbox = Mailbox(wakeUp: wakeUp)
  }

  deinit { task?.cancel() }

  /// What a front end is told.
  public var tree: ViewTree {
    get { viewModel.tree }
    set { viewModel.tree = newValue }
    _modify { yield &viewModel.tree }
  }

  /// Never: what a command changes, it changes at once or not at all.
  public var isCommitting: Bool { false }

  /// Comes on the screen, or comes back.
  public func open() {
    isOnScreen = true
    viewModel.open()
  }

  /// Goes on without what is said once.
  public func drawnAfresh() { viewModel.endWelcome() }

  /// Takes in what the person did.
  public func handle(_ event: UserEvent) { perform(viewModel.handle(event)) }

  /// Takes in what a command has brought.
  public func receive() {
    for letter in mailbox.takeLetters() {
      switch letter {
      case .event(let event):
        perform(viewModel.handle(event))
      case .frontEnd(let id, let name):
        if viewModel.state == .running(id) { wantedFrontEnd = name }
        perform(viewModel.handle(.finished(id, [])))
      }
    }
  }

  /// Ends the command that a screen stood for, with what came of it.
  ///
  /// - Returns: The shell, for that screen to lead to.
  public func resumed(with answer: ShellAnswer) -> any Screen {
    if case .running(let id) = viewModel.state {
      switch answer {
      case .lines(let lines): perform(viewModel.handle(.finished(id, lines)))
      case .complaint(let line): perform(viewModel.handle(.failed(id, line)))
      }
    }
    return self
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
  public func suggestions(for node: NodeID, text: String, cursor: Int) -> [Suggestion] {
    guard node == viewModel.line else { return [] }
    let completion = viewModel.completion(of: text, at: cursor)
    let words = completion.words + (completion.lookup.map(lookUp) ?? [])
    return words.map { Suggestion(replacing: completion.range, with: $0) }
  }

  /// How the argument of a command goes on, as far as that is found in time.
  private func lookUp(_ request: ShellRequest) -> [String] {
    // That nothing could be found is no complaint: the command itself will say why.
    let found = OperationExecutor.wait(limit: patience) { [operations] in
      (try? await operations.completions(of: request)) ?? []
    }
    return found?.filter(\.isShellWord) ?? []
  }

  /// The lines that were accepted before.
  public func history(of node: NodeID) -> [String] {
    node == viewModel.line ? past.lines : []
  }

  /// The front end that a command has named; asked for once.
  public func takeFrontEndRequest() -> String? {
    defer { wantedFrontEnd = nil }
    return wantedFrontEnd
  }

  /// Goes off the screen, for good or until it is resumed.
  public func close() {
    isOnScreen = false
    task?.cancel()
    // The next screen may know this one, to come back to it.
    exit = nil
  }

  private func perform(_ actions: [ShellAction]) {
    for action in actions {
      switch action {
      case .remember(let line): past.remember(line)
      case .run(let id, let request):
        if let screen = responder.screen(for: request, from: self) {
          exit = .next(screen)
        } else {
          run(request, as: id)
        }
      case .cancel: task?.cancel()
      case .answered(let answer): responder.answered(answer)
      case .leave: exit = .end
      }
    }
  }

  private func run(_ request: ShellRequest, as id: RunID) {
    task?.cancel()
    task = Task(executorPreference: OperationExecutor.shared) { [mailbox, operations] in
      do {
        switch try await operations.run(request) {
        case .lines(let lines): mailbox.post(.event(.finished(id, lines)))
        case .frontEnd(let name): mailbox.post(.frontEnd(id, name))
        }
      } catch is CancellationError where Task.isCancelled {
        // This screen has cancelled it, and needs no answer.
      } catch {
        mailbox.post(.event(.failed(id, Message(explaining: error))))
      }
    }
  }
}
