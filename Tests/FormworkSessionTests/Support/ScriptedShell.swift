import FormworkCore
import FormworkSession
import FormworkShell
import TestSupport

/// Runs commands as a test says.
final class ScriptedCommands: ShellOperations {
  private let calls = Synchronized(
    [(request: ShellRequest, pending: PendingAnswer<ShellOutcome>)]())

  @concurrent func run(_ request: ShellRequest) async throws -> ShellOutcome {
    let pending = PendingAnswer<ShellOutcome>()
    calls.change { $0.append((request, pending)) }
    return try await pending.answer()
  }

  /// Returns completions as soon as the test provides them.
  @concurrent func completions(of request: ShellRequest) async throws -> [String] {
    guard request.command == "find", let argument = request.argument else {
      throw ScriptedFailure("\(request.command) has no argument")
    }
    let pending = PendingAnswer<ShellOutcome>()
    calls.change { $0.append((request, pending)) }
    _ = try await pending.answer()
    return ["\(argument)a", "\(argument) b", "\(argument)\u{1B}", "", "\(argument)b"]
  }

  func next() throws -> (request: ShellRequest, pending: PendingAnswer<ShellOutcome>) {
    let call = calls.wait { $0.first }
    guard let call else {
      throw ScriptedFailure("no command came")
    }
    calls.change { _ = $0.removeFirst() }
    return call
  }
}

/// Runs a test of a shell on a thread of its own.
func withShell(_ body: @Sendable (ShellBench) throws -> Void) async throws {
  try await onThreadOfItsOwn { try body(ShellBench()) }
}

/// A session with a shell, controlled by a test on one thread.
final class ShellBench: Bench {
  let wakeUp: WakeUp
  let commands = ScriptedCommands()
  let clock = ManualClock()
  let history = MemoryHistory(["before"])
  let screen: ShellScreen
  let frontEnd: FakeFrontEnd

  /// Opens a screen by the command `form`, and keeps the answers.
  ///
  /// It is an object of its own, because the screen retains it.
  private final class Responder: ShellResponder {
    var opened: (any FormworkSession.Screen)?
    var answers: [ShellAnswer] = []

    func screen(for request: ShellRequest) -> (any FormworkSession.Screen)? {
      request.command == "form" ? opened : nil
    }

    func answered(_ answer: ShellAnswer) { answers.append(answer) }
  }

  private let responder = Responder()
  var answers: [ShellAnswer] { responder.answers }
  var opened: (any FormworkSession.Screen)? {
    get { responder.opened }
    set { responder.opened = newValue }
  }

  init(survivesInterrupt: Bool = true) throws {
    wakeUp = try WakeUp()
    let viewModel = ShellViewModel(
      "shell", title: "A shell", prompt: "shell",
      commands: [
        ShellCommand("list", summary: "Lists.", purpose: .work("listing")),
        ShellCommand(
          "find", summary: "Finds.",
          parameter: ShellCommand.Parameter("NAME", suggestions: .found),
          purpose: .work("finding")),
        ShellCommand("form", summary: "Opens a form.", purpose: .work("opening")),
        .help, .exit,
      ], catalogue: .english)
    screen = ShellScreen(
      viewModel, operations: commands, responder: responder, history: history, wakeUp: wakeUp,
      survivesInterrupt: survivesInterrupt, clock: clock)
    frontEnd = FakeFrontEnd(Session(screen, wakeUp: wakeUp), wakeUp: wakeUp)
    take()
  }

  var line: NodeID { screen.viewModel.line ?? NodeID(rawValue: 0) }

  /// Commits a line and returns the answers.
  @discardableResult
  func enter(_ line: String) -> [DisplayMessage] {
    frontEnd.post(line.utf8) { .commit(self.line, $0) }
  }

  /// Commits a line, and returns the call of its command.
  func run(_ line: String) throws -> PendingAnswer<ShellOutcome> {
    enter(line)
    return try commands.next().pending
  }

  /// Requests completions and returns the immediate answers.
  func complete(_ line: String, revision: UInt64 = 1) -> [DisplayMessage] {
    frontEnd.post(line.utf8, at: revision) { .complete(self.line, $0, cursor: $0.count) }
  }

  /// The labels of the visible notes and notices.
  var shown: [String] {
    frontEnd.children.compactMap { node in
      guard node.kind != .textField, case .text(let text) = node[.label] else { return nil }
      return text
    }
  }
}

/// A screen without fields, which the test controls.
final class OpenedScreen: FormworkSession.Screen {
  var tree = ViewTree()
  var navigation: Navigation?
  private let title: String
  private let leavesAtOnce: Bool

  init(_ title: String = "Opened", leavesAtOnce: Bool = false) {
    (self.title, self.leavesAtOnce) = (title, leavesAtOnce)
  }

  func open() {
    let screen = tree.insert(.screen, name: "opened")
    tree.set(screen, .label, .text(title))
    if leavesAtOnce { navigation = .pop(nil) }
  }

  func handle(_ input: UserInput, revision: UInt64) {}

  func inputEnded() -> Bool { leavesAtOnce }
}
