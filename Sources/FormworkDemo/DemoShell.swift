package import FormworkCore
import FormworkOperations
package import FormworkSession

/// A program that shows all that a front end may be told: for people to look at, and for the authors and the
/// tests of front ends.
///
/// Its first screen is a shell, whose commands open the others.
package final class DemoShell: ShellResponder {
  /// The screens that commands open.
  package enum Command: String, CaseIterable, Sendable {
    case kinds, form, table, grid, changes

    /// What the screen shows.
    var summary: Message {
      switch self {
      case .kinds: "demo.command.kinds"
      case .form: "demo.command.form"
      case .table: "demo.command.table"
      case .grid: "demo.command.grid"
      case .changes: "demo.command.changes"
      }
    }
  }

  private let catalogue: Catalogue
  private let wakeUp: WakeUp
  private let clock: any Clock<Duration>
  private let say: (Message) -> Void
  private var outlivesInterrupt = false

  /// Whether a line of the shell was wrong, or its command has failed.
  package private(set) var hasFailed = false

  /// Makes one that shows nothing yet.
  ///
  /// - Parameters:
  ///   - catalogue: Has the sentences that a person reads.
  ///   - wakeUp: What answers of operations raise.
  ///   - clock: What changes by themselves are measured with.
  ///   - say: Told each line that a command has brought, which the front end may not show.
  package init(
    catalogue: Catalogue, wakeUp: WakeUp, clock: any Clock<Duration> = OperationClock(),
    say: @escaping (Message) -> Void = { _ in }
  ) {
    self.say = say
    self.catalogue = catalogue
    self.wakeUp = wakeUp
    self.clock = clock
  }

  /// A screen.
  ///
  /// - Parameters:
  ///   - command: Which one.
  ///   - isLeftByInterrupt: Whether ^C leads from it back to the shell, and does not end the program.
  /// - Returns: The screen.
  package func screen(_ command: Command, isLeftByInterrupt: Bool = false) -> any Screen {
    func timed(_ viewModel: some TimedViewModel) -> any Screen {
      TimedScreen(
        viewModel, catalogue: catalogue, wakeUp: wakeUp, clock: clock,
        isLeftByInterrupt: isLeftByInterrupt)
    }
    return switch command {
    case .kinds: KindsScreen(catalogue: catalogue, isLeftByInterrupt: isLeftByInterrupt)
    case .form:
      DemoForm.screen(
        catalogue: catalogue, wakeUp: wakeUp, clock: clock, isLeftByInterrupt: isLeftByInterrupt,
        say: say)
    case .table: timed(MembersViewModel(layout: .table, catalogue: catalogue))
    case .grid: timed(MembersViewModel(layout: .grid, catalogue: catalogue))
    case .changes: timed(ChangesViewModel(catalogue: catalogue))
    }
  }

  /// The shell that leads to all others.
  ///
  /// - Parameter outlivesInterrupt: Whether ^C drops the line or ends the command, and not the whole program.
  /// - Returns: Its screen.
  package func shell(outlivesInterrupt: Bool) -> any Screen {
    self.outlivesInterrupt = outlivesInterrupt
    let screens = Command.allCases.map { command in
      ShellCommand(
        command.rawValue, summary: command.summary, purpose: .work("demo.command.activity"))
    }
    let wait = ShellCommand(
      "wait", summary: "demo.command.wait",
      parameter: .init("SECONDS", isRequired: false, suggestions: .words(["1", "3"])),
      purpose: .work("demo.command.waiting"))
    return ShellScreen(
      ShellViewModel(
        "demo", title: "demo.title", prompt: .verbatim("demo"),
        commands: screens + [wait, .help, .exit], catalogue: catalogue),
      operations: Work(clock: clock), responder: self, history: MemoryHistory(), wakeUp: wakeUp,
      outlivesInterrupt: outlivesInterrupt, clock: clock)
  }

  package func screen(for request: ShellRequest) -> (any Screen)? {
    Command(rawValue: request.command).map { screen($0, isLeftByInterrupt: outlivesInterrupt) }
  }

  package func answered(_ answer: ShellAnswer) {
    switch answer {
    case .lines(let lines): lines.forEach(say)
    case .complaint: hasFailed = true
    }
  }

  /// Waits, for a shell that is busy.
  private struct Work: ShellOperations {
    let clock: any Clock<Duration>

    @concurrent func run(_ request: ShellRequest) async throws -> ShellOutcome {
      let seconds = request.argument.flatMap { Int($0) } ?? 1
      try await clock.sleep(for: .seconds(min(max(0, seconds), 60)))
      return .lines(["demo.command.waited"])
    }
  }
}
