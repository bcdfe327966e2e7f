import Accounts
import ArgumentParser
import FormworkCore
import FormworkHost
import FormworkOperations
import FormworkSession
import FormworkShell
import Glibc

/// The shell of the program: at a terminal, or line by line from a pipe.
struct RegistrationShell {
  let options: SharedOptions

  let drafts: DraftWriter?

  /// Runs until the user leaves, or the input ends.
  func run() throws {
    // An input that cannot be read is a failure, and not an empty script.
    try checkStandardInput()
    let wakeUp = try WakeUp()
    let host = try options.makeHost(wakeUp)
    let isInteractive = isatty(STDIN_FILENO) == 1
    let words = (isInteractive ? console.catalogue : Catalogue.scripts.spoken())
      .usual(atTerminal: isInteractive && isatty(STDOUT_FILENO) == 1)
    let settings = ProgramSettings()
    if let fault = settings.fault { console.printErrorWithName(fault) }
    let notifications = NotificationCentre(wakeUp: wakeUp)
    let store = options.existingStore
    let membership = Membership(
      store: store, settings: settings, style: options.style, words: words)
    let cache = MemberCache()
    let screens = MemberScreens(
      membership: membership, store: store, sessionEnded: notifications.sender(), wakeUp: wakeUp,
      isLeftByInterrupt: isInteractive, cache: cache
    ) { [isService = options.place.isService] in
      let stored = StoredMemberRepository(store: store)
      return isService ? CachedMemberRepository(stored, cache: cache) : stored
    }
    let coordinator = ShellCoordinator(
      operations: RegistrationOperations(store: options.store), screens: screens, wakeUp: wakeUp,
      printsAnswers: !host.drawsOnStandardOutput,
      isLeftByInterrupt: isInteractive, drafts: isInteractive ? drafts : nil)
    // The lines of a script do not belong to the history.
    let kept = isInteractive ? FileHistory(named: "registration") : nil
    if let warning = kept?.takeWarning() { console.printErrorWithName(warning) }
    let shell = ShellScreen(
      ShellViewModel(
        "shell", title: .key("registration.title"), prompt: membership.prompt,
        commands: CommandCatalogue.commands(frontEnds: host.locator.names().map(\.text)),
        catalogue: membership.catalogue, isScript: !isInteractive),
      operations: ShellCommandHandler(
        queries: Queries(store: store), membership: membership,
        sessionEnded: notifications.sender(),
        deletionHint: { [options] in options.deletionHint(of: $0) },
        locator: host.locator, isInteractive: isInteractive),
      responder: coordinator, history: kept ?? MemoryHistory(), wakeUp: wakeUp,
      survivesInterrupt: isInteractive)
    coordinator.shell = shell.viewModel
    notifications.join(coordinator)
    let endReason = host.run(shell, notifications: notifications)
    if let warning = kept?.takeWarning(limit: ShutdownDeadline.left) {
      console.printErrorWithName(warning)
    }
    // The outcome of a form that was on the screen has not been shown.
    if endReason != .finished, case .running = shell.viewModel.state,
      let outcome = coordinator.outcome
    {
      console.printError(outcome)
    }
    if case .interrupted(let signal) = endReason { host.closeStoresAndEnd(with: signal) }
    if let failure = coordinator.failure { throw failure }
    if endReason != .finished || coordinator.hasFailed && !isInteractive {
      throw ExitCode(ProgramFailure.failed)
    }
  }
}
