import CFormwork
import CFormworkSystem
public import FormworkCore
public import FormworkFrontEnd
import FormworkOperations
public import FormworkSession
import FormworkSystem
import Glibc
public import Logging

/// A host that chooses and loads a front end, runs sessions on it, and owns the terminal.
///
/// A process has one host, created before anything uses the terminal. It is confined to its thread.
public final class FormHost {
  private let frontEnds: FrontEndChain
  private let terminal: TerminalGuard
  private let wakeUp: WakeUp
  private let streams: Streams
  private let log: Logger?
  private let catalogue: Catalogue
  /// The failures since a front end was attached, if any.
  private var failures: Message?

  /// Chooses and loads a front end, and takes control of signals and terminal modes.
  ///
  /// If the user requests none, the host chooses a suitable one; if none is suitable, it uses `builtIn`, the
  /// front end of the program itself, such as `PlainFrontEnd.table`. The screens raise the wake-up when they
  /// have news. `log` receives the lines of front ends, without control characters, each with the name of its
  /// front end as `frontEnd`.
  public convenience init(
    frontEnd requested: FrontEndRequest?, builtIn: FrontEndTable, isolation: Isolation = .foreign,
    wakeUp: WakeUp, log: Logger? = nil, catalogue: Catalogue = .host.spoken()
  ) throws(HostError) {
    try self.init(
      frontEnd: requested, builtIn: builtIn, isolation: isolation, limits: .usual, wakeUp: wakeUp,
      log: log, catalogue: catalogue)
  }

  package init(
    frontEnd requested: FrontEndRequest?, builtIn: FrontEndTable, isolation: Isolation,
    limits: ResponseTimeouts, wakeUp: WakeUp, log: Logger? = nil,
    catalogue: Catalogue = .host.spoken()
  ) throws(HostError) {
    try Self.checkPrivileges()
    // Other processes of the user may use up the limit. Without these threads, callers would run operations
    // themselves, and each operation would appear to time out at once.
    try Self.require(2, "host.shortage.threads") { _ in
      OperationExecutor.shared.startFirstThread() && OperationClock.startThread() ? 0 : EAGAIN
    }
    (self.log, self.catalogue) = (log, catalogue)
    streams = Streams()
    guard
      let terminal = TerminalGuard(
        terminal: streams.terminal, output: streams.output, wakeUp: wakeUp)
    else {
      throw .anotherHost
    }
    self.terminal = terminal
    self.wakeUp = wakeUp
    do {
      frontEnds = try FrontEndChain(
        builtIn: builtIn, .installed(), isolation: isolation, hasTerminal: streams.canMoveCursor,
        limits: limits)
    } catch {
      throw .frontEnd(error.message)
    }
    if isatty(streams.input) == 1 { ExternalEditor.sweep() }
    try choose(requested)
  }

  /// Prepares the process to hold secrets and to open files; call it before either.
  ///
  /// Core files are disabled. Missing standard streams are replaced: otherwise the next opened file, such
  /// as a database, would be used as input or output. The needs of a form are tried out: without them
  /// SQLite, libdispatch or the Swift runtime would end the process without a message, or wait forever.
  public static func prepareProcess() throws(HostError) { try preparation.get() }

  /// The result of the preparation, done once: it takes longer than the response to a key may.
  private static let preparation = Result { () throws(HostError) in
    try FormHost.checkPrivileges()
    // Otherwise a core file could contain a password. A failure does not prevent forms.
    _ = fws_forbid_dumps()
    fws_occupy_standard_streams()
    fws_tune_memory()
    try FormHost.require(16, "host.shortage.files") { fws_try_descriptors(CInt($0)) }
    try FormHost.require(256, "host.shortage.memory") { fws_try_memory($0 << 20) }
    try FormHost.require(4, "host.shortage.threads") { fws_try_threads(CInt($0)) }
  }

  /// Tries out whether the system provides this number of resources.
  private static func require(
    _ count: Int, _ key: String, of system: (Int) -> CInt
  ) throws(HostError) {
    let error = system(count)
    if error == 0 { return }
    let reason = Message(explaining: SystemError(code: error))
    throw .shortage(.key(key, ["reason": reason], count: count))
  }

  /// Checks that the process has no more rights than the user, who controls what it runs and reads.
  private static func checkPrivileges() throws(HostError) {
    guard fws_is_secure_execution() == 0, getuid() == geteuid(), getgid() == getegid() else {
      throw .raisedPrivileges
    }
  }

  /// Shows a screen and those that follow it, and returns the reason for the end.
  ///
  /// Blocks the thread. When it returns, the terminal is restored, and no submission is in progress, or its
  /// time limit has passed.
  public func run(
    _ screen: any Screen, notifications: NotificationCentre? = nil
  ) -> Session.EndReason {
    let session = Session(
      screen, wakeUp: wakeUp, system: terminal, notifications: notifications
    ) { [log, frontEnds] line in
      log?.info("\(line)", metadata: ["frontEnd": "\(frontEnds.current.name)"])
    }
    while true {
      attach(session)
      // A signal during the use of an external editor may have ended the session.
      attend(to: session.receive() ? show(session) : .nothing, of: session)
      if let endReason = session.endReason, !endReason.isPause {
        close(session)
        let signal = endReason == .inputEnded ? terminal.signalOfHangUp() : nil
        terminal.restore()
        return signal.map { .interrupted($0) } ?? endReason
      }
    }
  }

  /// Attaches the current front end, which shows the failures itself if it would cover them.
  private func attach(_ session: Session) {
    let shown = frontEnds.current.loaded?.description
    let isCovered = (shown?.modes ?? 0) & FORMWORK_USES_SCREEN.rawValue != 0
    let message = isCovered ? failures : nil
    session.attach(fillsTerminal: isCovered, showing: message.map(catalogue.text(for:)))
    failures = nil
  }

  private func show(_ session: Session) -> FrontEndMachine.Action {
    let frontEnd = frontEnds.current
    guard let loaded = frontEnd.loaded else { return .fallBack(.returnedUnasked) }
    let context = RunContext(
      streams: streams, terminal: terminal, wakeUp: wakeUp, catalogue: catalogue,
      apply: frontEnd.apply)
    // Nothing is written into a pipe, or to a terminal that cannot move its cursor.
    let modes = streams.canMoveCursor ? loaded.description.modes : nil
    terminal.setModesToReset(modes)
    terminal.restore()
    var event = loaded.run(session, in: context)
    // A signal that ended the process of the front end may have been sent to this process too.
    session.receive()
    if session.endReason != nil { _ = context.noteLeaving(session) }
    // Front ends in this process are trusted: a user may often request an editor.
    let isIsolated = loaded is RunnerFrontEnd
    if isIsolated, event == .returned, session.isSwitchLoop {
      event = .failed(.endlessRequests)
    }
    terminal.noteLeaving()
    if case .failed = event { terminal.dropKeys() }
    // Text typed before the next front end runs may be the rest of a password.
    if session.isAtSecret { terminal.hide() } else { terminal.restore() }
    terminal.setModesToReset(nil)
    let action = frontEnd.apply(event)
    // The contract says that a front end which returns without an error has switched everything off.
    // Leaving an alternate screen that is not active would move the cursor.
    if action != .nothing {
      if isIsolated {
        cleanUp(after: modes ?? 0)
      } else if let modes {
        terminal.resetScreen(after: modes)
      }
    }
    return action
  }

  /// Resets a terminal after a front end that ended in the middle of drawing.
  private func cleanUp(after needs: UInt32) {
    guard isatty(streams.output) == 1 else { return }
    if streams.canMoveCursor { terminal.resetScreen(after: needs) }
    _ = write(streams.output, "\r\n", 2)
  }

  /// Performs an action of the machine: shows another front end if the session has not ended.
  private func attend(to action: FrontEndMachine.Action, of session: Session) {
    let name = frontEnds.current.name
    switch action {
    case .fallBack(let failure),
      .explain(let failure) where failure == .endlessRequests:
      session.dropUnfinishedSecret()
      fallBack(in: session, after: failure.message(of: name))
      // The requests of a failed front end are not performed.
      return
    case .explain(let failure):
      // A failure by the signal that ends the whole program needs no explanation.
      if case .interrupted(let signal) = session.endReason, failure == .crashed(signal: signal) {
        break
      }
      printError(failure.message(of: name))
    case .nothing, .start, .stopWatching, .watchReading, .watchLeaving, .kill:
      break
    }
    switch session.endReason {
    case .switchRequested(let name):
      replace(with: name, session)
    case .outsideEditRequested(let node):
      editOutside(node, of: session)
      reload(session)
    case nil, .finished, .inputEnded, .interrupted:
      break
    }
  }

  /// Runs a screen without a front end.
  ///
  /// `step` is called when the screen is open, and after each piece of news; false ends the run.
  public func runNonInteractively(_ screen: any Screen, step: () -> Bool) -> Session.EndReason {
    let session = Session(screen, wakeUp: wakeUp, system: terminal)
    while session.receive() {
      guard step() else { return .inputEnded }
      // If `step` itself ended the session, the descriptor would not be raised.
      guard session.receive() else { break }
      _ = wakeUp.wait(limit: nil)
      wakeUp.clear()
    }
    close(session)
    return session.endReason ?? .inputEnded
  }

  private func close(_ session: Session) {
    terminal.noteLeaving()
    _ = session.settle(limit: .seconds(60))
    session.close()
  }

  /// Waits until a descriptor is readable, or returns the signal that asks the program to leave.
  package func awaitInput(on descriptor: CInt) -> CInt? {
    while terminal.pendingSignal == nil {
      var entries = [descriptor, wakeUp.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      if poll(&entries, 2, -1) > 0, entries[0].revents != 0 { return nil }
      wakeUp.clear()
    }
    return terminal.pendingSignal
  }

  /// Whether front ends draw on standard output.
  public var drawsOnStandardOutput: Bool { streams.output == STDOUT_FILENO }

  /// Restores the terminal and ends the process with a signal as its status.
  public func end(with signal: CInt) -> Never { terminal.end(with: signal) }

  // MARK: Choosing

  /// The locator of front ends by the names that the user requests while the host runs.
  package var locator: FrontEndLocator { frontEnds.locator }

  private func choose(_ requested: FrontEndRequest?) throws(HostError) {
    guard let requested else {
      _ = frontEnds.fallBack { printError(.key("host.usingAnother", ["reason": $0.message])) }
      if let unknownTerminal { reportChange(after: unknownTerminal) }
      return
    }
    do {
      try frontEnds.switchOver(to: requested)
    } catch .needsTerminal(let name) {
      _ = frontEnds.fallBack { printError($0.message) }
      reportChange(after: unknownTerminal ?? FrontEndError.needsTerminal(name).message)
    } catch {
      throw .frontEnd(error.message)
    }
  }

  /// A warning that terminfo does not know the terminal, if so.
  private var unknownTerminal: Message? {
    streams.unknownKind.map {
      .key("host.unknownTerminal", ["kind": .verbatim($0.replacingControls())])
    }
  }

  /// Switches to the next front end, and reports the reason.
  ///
  /// Without a terminal the form ends: the next front end would read what is left in a pipe as answers, and could
  /// submit answers that nobody has seen.
  private func fallBack(in session: Session, after reason: Message) {
    if isatty(streams.input) == 1, frontEnds.fallBack({ printError($0.message) }) {
      reportChange(after: reason)
    } else {
      printError(reason)
      session.post(.quit, revision: 0)
    }
  }

  private func reportChange(after reason: Message) {
    let name = Message.verbatim(frontEnds.current.name)
    printError(.key("host.using", ["reason": reason, "name": name]))
  }

  private func printError(_ message: Message) {
    FormworkHost.printError(catalogue.text(for: message))
    failures = .sentences([failures, message].compactMap(\.self))
  }

  private func replace(with name: String, _ session: Session) {
    do {
      try name.isEmpty ? frontEnds.switchToNext() : frontEnds.switchOver(to: .name(name))
    } catch {
      var reason = error.message
      if case .needsTerminal = error, let unknownTerminal { reason = unknownTerminal }
      printError(.key("host.continuing", ["reason": reason]))
      reload(session)
    }
  }

  private func reload(_ session: Session) {
    do {
      try frontEnds.reload()
    } catch {
      fallBack(in: session, after: error.message)
    }
  }

  private func editOutside(_ node: FormworkCore.NodeID, of session: Session) {
    guard let text = session.text(of: node) else { return }
    do {
      let editor = ExternalEditor(at: terminal, wakeUp: wakeUp)
      if let text = try editor.edited(text) { session.replaceText(of: node, with: text) }
    } catch {
      printError(error.message)
    }
  }
}

/// A front end that a user requests.
public enum FrontEndRequest: Hashable, Sendable {
  /// An installed front end, by its name.
  case name(String)

  /// A file at any path, which is inspected like any other.
  ///
  /// While the program runs, the front end's own name refers to this file, even if a front end with this
  /// name is installed.
  case file(String)
}

/// The policy for running front ends in separate processes.
public enum Isolation: String, CaseIterable, Sendable {
  /// All front ends are isolated.
  case always

  /// No front end is isolated: a crash ends the program.
  case never

  /// Front ends are isolated unless they are beside the program.
  case foreign
}

/// The reason why a host cannot be created.
public enum HostError: Error, Equatable {
  /// The requested front end is not available; the line gives the reason and the available names.
  case frontEnd(Message)

  /// The program runs with more privileges than the user who started it has.
  case raisedPrivileges

  /// A limit of the system is too low for a form; the line names the limit and a solution.
  case shortage(Message)

  /// The process already has a host.
  case anotherHost
}

extension HostError: UserMessageError {
  /// A line with the problem and a solution.
  public var message: Message {
    switch self {
    case .frontEnd(let line), .shortage(let line): line
    case .raisedPrivileges: .key("host.raisedPrivileges")
    case .anotherHost: .key("host.another")
    }
  }
}
