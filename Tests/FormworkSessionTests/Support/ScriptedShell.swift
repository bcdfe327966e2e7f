import FormworkCore
import FormworkSession
import FormworkShell
import TestSupport

/// Runs commands as a test says.
final class ScriptedCommands: ShellOperations {
  private let calls = Monitor([(request: ShellRequest, pending: PendingAnswer<ShellOutcome>)]())

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

/// A session with a shell, controlled by a test on one thread.
final class ShellBench: ShellResponder {
  let wakeUp: WakeUp
  let commands = ScriptedCommands()
  let clock = ManualClock()
  let history = MemoryHistory(["before"])
  let screen: ShellScreen
  let session: Session
  private(set) var picture = ViewTree()
  private(set) var answers: [ShellAnswer] = []

  private(set) var taken: [DisplayMessage] = []

  /// The screen that the command `form` opens.
  var opened: (any FormworkSession.Screen)?

  init(outlivesInterrupt: Bool = true) throws {
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
    let delegate = Delegate()
    screen = ShellScreen(
      viewModel, operations: commands, responder: delegate, history: history, wakeUp: wakeUp,
      outlivesInterrupt: outlivesInterrupt, clock: clock)
    session = Session(screen, wakeUp: wakeUp)
    session.attach()
    delegate.bench = self
    take()
  }

  /// The screen retains its responder: this breaks the cycle.
  private final class Delegate: ShellResponder {
    weak var bench: ShellBench?

    func screen(for request: ShellRequest) -> (any FormworkSession.Screen)? {
      bench?.screen(for: request)
    }

    func answered(_ answer: ShellAnswer) { bench?.answered(answer) }
  }

  func screen(for request: ShellRequest) -> (any FormworkSession.Screen)? {
    request.command == "form" ? opened : nil
  }

  func answered(_ answer: ShellAnswer) { answers.append(answer) }

  /// The revision of the last flush.
  private(set) var revision: UInt64 = 0

  @discardableResult
  func take() -> [DisplayMessage] {
    var messages: [DisplayMessage] = []
    while let message = session.next() {
      messages.append(message)
      switch message {
      case .attach: picture = ViewTree()
      case .change(let change): picture.replay(change)
      case .flush(let revision): self.revision = revision
      case .history, .suggestion, .resized, .refused, .detach: break
      }
    }
    taken = messages
    return messages
  }

  /// Takes messages until a condition holds.
  func take(until holds: () -> Bool) -> Bool {
    while true {
      take()
      if holds() { return true }
      guard wakeUp.wait(limit: defaultLimit) else { return false }
    }
  }

  /// Commits a line and returns the answers.
  @discardableResult
  func enter(_ line: String) -> [DisplayMessage] {
    var line = line
    line.withUTF8 { bytes in
      session.post(
        .commit(screen.viewModel.line ?? NodeID(rawValue: 0), UnsafeRawBufferPointer(bytes)),
        revision: revision)
    }
    return take()
  }

  /// Requests completions and returns the immediate answers.
  func complete(_ line: String, revision: UInt64 = 1) -> [DisplayMessage] {
    var line = line
    line.withUTF8 { bytes in
      session.post(
        .complete(
          screen.viewModel.line ?? NodeID(rawValue: 0), UnsafeRawBufferPointer(bytes),
          cursor: bytes.count), revision: revision)
    }
    return take()
  }

  /// The labels of the visible notes and notices.
  var shown: [String] {
    let children = picture.root.flatMap { picture[$0]?.children } ?? []
    return children.compactMap { picture[$0] }.compactMap { node in
      guard node.kind != .textField, case .text(let text) = node[.label] else { return nil }
      return text
    }
  }
}

/// A screen that a command opens, and that the test controls.
final class OpenedScreen: FormworkSession.Screen {
  var tree = ViewTree()
  var navigation: Navigation?
  let isCommitting = false

  func open() {
    let screen = tree.insert(.screen, name: "opened")
    tree.set(screen, .label, .text("Opened"))
  }

  func handle(_ event: UserEvent) {}

  func receive() {}

  func inputEnded() -> Bool { false }

  func close() {}
}
