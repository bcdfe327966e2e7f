package import FormworkCore
import FormworkOperations
package import FormworkSession
import FormworkShell

/// A program that shows everything that a front end can receive, for users, authors and tests.
package final class DemoShell: ShellResponder {
  /// The screens that commands open.
  package enum Command: String, CaseIterable, Sendable {
    case kinds, form, parts, table, grid, changes

    var summary: Message { .key("demo", of: "command.\(rawValue)") }
  }

  private let catalogue: Catalogue
  private let wakeUp: WakeUp
  private let clock: any Clock<Duration>
  private let say: (Message) -> Void
  private var survivesInterrupt = false

  /// Whether a line of the shell was invalid, or its command has failed.
  package private(set) var hasFailed = false

  /// Creates a demonstration; `say` receives the output of commands, which a front end may not show.
  package init(
    catalogue: Catalogue, wakeUp: WakeUp, clock: any Clock<Duration> = OperationClock(),
    say: @escaping (Message) -> Void = { _ in }
  ) {
    self.say = say
    self.catalogue = catalogue
    self.wakeUp = wakeUp
    self.clock = clock
  }

  package func screen(_ command: Command, isLeftByInterrupt: Bool = false) -> any Screen {
    switch command {
    case .kinds: KindsScreen(catalogue: catalogue, isLeftByInterrupt: isLeftByInterrupt)
    case .form: form(DemoForm.stay, isLeftByInterrupt)
    case .parts: form(DemoForm.parts, isLeftByInterrupt)
    case .table: members(.name, isLeftByInterrupt)
    case .grid: members(.sideBySide, isLeftByInterrupt)
    case .changes:
      ChangesScreen(
        catalogue: catalogue, wakeUp: wakeUp, clock: clock, isLeftByInterrupt: isLeftByInterrupt)
    }
  }

  private func form(
    _ definition: @escaping @Sendable () throws(DefinitionError) -> FormDefinition,
    _ isLeftByInterrupt: Bool
  ) -> any Screen {
    DemoForm.screen(
      definition, catalogue: catalogue, wakeUp: wakeUp, clock: clock,
      isLeftByInterrupt: isLeftByInterrupt, say: say,
      leave: { [weak self] in self?.hasFailed = true })
  }

  /// Creates the list of members, whose layout depends on the order.
  private func members(_ order: DemoMembers.Order, _ isLeftByInterrupt: Bool) -> any Screen {
    let members = DemoMembers(clock: clock)
    let columns = [("name", 16), ("town", 8), ("visits", 6), ("seen", 20)].map { name, extent in
      ListColumn(
        .key("demo.list", of: name),
        alignment: name == "visits" ? .end : .start, extent: extent)
    }
    let viewModel = ListScreenViewModel<Int, DemoMembers.Order>(
      "members", title: .key("demo.list"),
      list: .init(.key("demo.list.members"), empty: .key("demo.list.empty")),
      columns: columns, order: order, search: .key("demo.list.search"),
      buttons: [
        .init("change", label: .key("demo.list.change")),
        .init("leave", label: .key("demo.list.leave"), role: .cancel),
      ], catalogue: catalogue)
    return ListScreen(
      viewModel, operations: members, clock: clock, wakeUp: wakeUp,
      isLeftByInterrupt: isLeftByInterrupt
    ) { [catalogue] number in
      members.member(number).map { member in
        let words = Message.key(
          "demo.list.visited", ["name": .verbatim(member.name), "town": .verbatim(member.town)],
          count: member.visits)
        let close = Alert.Button(
          "close", label: catalogue.text(for: .key("demo.close")), role: .cancel)
        return .present(Alert(catalogue.text(for: words), buttons: [close]))
      }
    } press: { _ in
      members.beginToChange()
      return nil
    }
  }

  package func shell(survivesInterrupt: Bool) -> any Screen {
    self.survivesInterrupt = survivesInterrupt
    let screens = Command.allCases.map { command in
      ShellCommand(
        command.rawValue, summary: command.summary, purpose: .work(.key("demo.command.activity")))
    }
    let wait = ShellCommand(
      "wait", summary: .key("demo.command.wait"),
      parameter: .init("SECONDS", isRequired: false, suggestions: .words(["1", "3"])),
      purpose: .work(.key("demo.command.waiting")))
    return ShellScreen(
      ShellViewModel(
        "demo", title: .key("demo.title"), prompt: "demo",
        commands: screens + [wait, .help, .exit], catalogue: catalogue),
      operations: Work(clock: clock), responder: self, history: MemoryHistory(), wakeUp: wakeUp,
      survivesInterrupt: survivesInterrupt, clock: clock)
  }

  package func screen(for request: ShellRequest) -> (any Screen)? {
    Command(rawValue: request.command).map { screen($0, isLeftByInterrupt: survivesInterrupt) }
  }

  package func answered(_ answer: ShellAnswer) {
    switch answer {
    case .lines(let lines): lines.forEach(say)
    case .failure: hasFailed = true
    }
  }

  private struct Work: ShellOperations {
    let clock: any Clock<Duration>

    @concurrent func run(_ request: ShellRequest) async throws -> ShellOutcome {
      guard let seconds = Int(request.argument ?? "1") else {
        throw Message.key("demo.command.noNumber")
      }
      try await clock.sleep(for: .seconds(min(max(0, seconds), 60)))
      return .lines([.key("demo.command.waited")])
    }
  }
}
