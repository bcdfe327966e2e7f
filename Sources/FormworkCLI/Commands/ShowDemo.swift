import ArgumentParser
import FormworkArguments
import FormworkCore
import FormworkDemo
import FormworkHost
import FormworkOperations
import FormworkSession
import Glibc

/// `formwork demo [SCREEN]`: shows everything that a front end can receive.
struct ShowDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show everything that a host may send to a front end, on any front end.",
    discussion: """
      Without the name of a screen it opens a shell: its 'help' lists the screens. Nothing that is entered \
      goes anywhere.
      """)

  @OptionGroup var frontEnds: FrontEndArguments

  @Option(help: .style, completion: .style, transform: ViewStyle.named)
  var style = ViewStyle.plain

  @Argument(help: ArgumentHelp("The screen to show.", valueName: "screen"))
  var screen: DemoShell.Command?

  func run() throws {
    defer { OperationExecutor.shared.settle(limit: ShutdownDeadline.left) }
    try checkStandardInput()
    let wakeUp = try WakeUp()
    let host = try frontEnds.makeHost(wakeUp, catalogue: console.catalogue)
    var failure: ProgramFailure?
    let demo = DemoShell(catalogue: console.catalogue.styled(style), wakeUp: wakeUp) { line in
      guard !host.drawsOnStandardOutput, failure == nil else { return }
      do throws(ProgramFailure) { try console.say(line) } catch { failure = error }
    }
    let isInteractive = isatty(STDIN_FILENO) == 1
    let endReason = host.run(
      screen.map { demo.screen($0) } ?? demo.shell(survivesInterrupt: isInteractive))
    // A shell says so itself.
    if [.form, .parts].contains(screen), demo.hasFailed {
      console.printError(.key("demo.form.none"))
    }
    if case .interrupted(let signal) = endReason { host.end(with: signal) }
    if let failure { throw failure }
    if endReason != .finished || demo.hasFailed && !isInteractive {
      throw ExitCode(ProgramFailure.failed)
    }
  }
}

extension DemoShell.Command: ExpressibleByArgument {}
