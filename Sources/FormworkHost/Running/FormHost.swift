import CFormwork
import CFormworkSystem
public import FormworkCore
import FormworkOperations
public import FormworkSession
import FormworkSystem
import Glibc
public import Logging

/// Runs forms on front ends: chooses one, loads it, hands it a session, and owns the terminal.
///
/// A process has one, made on its main thread before anything touches the terminal.
public final class FormHost {
  private let frontEnds: FrontEndChain
  private let terminal: TerminalGuard
  private let wakeUp: WakeUp
  private let streams: Streams
  private let log: Logger?
  private let catalogue: Catalogue
  /// What was complained of since a front end was attached last.
  private var complaint: String?

  /// Chooses and loads a front end, and takes over signals and terminal modes.
  ///
  /// - Parameters:
  ///   - requested: The front end that a person asked for; `nil` takes the one that fits.
  ///   - isolation: Which front ends run in a process of their own.
  ///   - wakeUp: What the mailboxes of the screens raise.
  ///   - log: Gets the lines that front ends have for a log, without control characters, each with its
  ///     front end's name as `frontEnd`; `nil` drops them.
  ///   - catalogue: The sentences of the host, in the person's language.
  /// - Throws: ``HostError`` where that front end cannot be had, or no host may run.
  public convenience init(
    frontEnd requested: FrontEndRequest?, isolation: Isolation = .foreign, wakeUp: WakeUp,
    log: Logger? = nil, catalogue: Catalogue = .host.spoken()
  ) throws(HostError) {
    try self.init(
      frontEnd: requested, isolation: isolation, limits: .usual, wakeUp: wakeUp, log: log,
      catalogue: catalogue)
  }

  /// The same, with other limits for front ends that have a process of their own.
  package init(
    frontEnd requested: FrontEndRequest?, isolation: Isolation, limits: PatienceLimits,
    wakeUp: WakeUp, log: Logger? = nil, catalogue: Catalogue = .host.spoken()
  ) throws(HostError) {
    try Self.checkPrivileges()
    // Others of this user may take the room: without these threads, a caller would do its operations itself, and each
    // would seem to have timed out at once.
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
        .installed(), isolation: isolation, hasTerminal: streams.canMoveCursor, limits: limits)
    } catch {
      throw .frontEnd(error.message)
    }
    if isatty(streams.input) == 1 { OutsideEditor.sweep() }
    try choose(requested)
  }

  /// Makes the process fit to hold secrets and to open files: to be called before it does either.
  ///
  /// Core files are switched off. The numbers of standard streams that the program was not given are
  /// taken: otherwise the next file to be opened, such as a database, would be read as input or
  /// written to as output.
  ///
  /// What a form needs of the system is tried out: without it SQLite, libdispatch and the Swift runtime
  /// would end the process without a word, or wait for ever.
  ///
  /// - Throws: ``HostError/raisedPrivileges`` where the program may do what the person may not, and
  ///   ``HostError/shortage(_:)`` where the system's limits are too low for a form.
  public static func prepareProcess() throws(HostError) { try preparation.get() }

  /// Once: what it tries out takes longer than a person's key.
  private static let preparation = Result { () throws(HostError) in
    try FormHost.checkPrivileges()
    // Without it a core file could hold a password; with it failing, a form is no less usable.
    _ = fws_forbid_dumps()
    fws_occupy_standard_streams()
    fws_share_arena()
    try FormHost.require(16, "host.shortage.files") { fws_try_descriptors(CInt($0)) }
    try FormHost.require(256, "host.shortage.memory") { fws_try_memory($0 << 20) }
    try FormHost.require(4, "host.shortage.threads") { fws_try_threads(CInt($0)) }
  }

  /// Tries out whether the system gives so much.
  private static func require(
    _ count: Int, _ key: String, of system: (Int) -> CInt
  ) throws(HostError) {
    let error = system(count)
    if error == 0 { return }
    let reason = Message(explaining: SystemError(code: error))
    throw .shortage(Message(key, ["reason": reason], count: count))
  }

  /// The environment, the files and the front ends are the person's: none of it may gain the rights
  /// of another user.
  private static func checkPrivileges() throws(HostError) {
    guard fws_is_secure_execution() == 0, getuid() == geteuid(), getgid() == getegid() else {
      throw .raisedPrivileges
    }
  }

  /// Shows a screen, and those that it leads to, until the last one has ended.
  ///
  /// Blocks the thread. The terminal is as it was found when it returns, and nothing is being stored
  /// any more, or has been for longer than a store may take.
  ///
  /// - Parameters:
  ///   - screen: What to begin with.
  ///   - notifications: What view models tell each other, if anything.
  /// - Returns: How it ended.
  public func run(
    _ screen: any Screen, notifications: NotificationCentre? = nil
  ) -> Session.Ending {
    let session = Session(
      screen, wakeUp: wakeUp, system: terminal, notifications: notifications
    ) { [log, frontEnds] line in
      log?.info("\(line)", metadata: ["frontEnd": "\(frontEnds.current.name)"])
    }
    while true {
      attach(session)
      // What came while a program outside had the terminal may have ended it.
      attend(to: session.receive() ? show(session) : .nothing, of: session)
      if let ending = session.ending, !ending.isPause {
        terminal.noteLeaving()
        _ = session.settle(limit: .seconds(60))
        session.close()
        terminal.restore()
        return ending
      }
    }
  }

  /// A front end that fills the terminal covers what was complained of there: it shows that itself.
  private func attach(_ session: Session) {
    let shown = frontEnds.current.loaded?.description
    let isCovered = (shown?.modes ?? 0) & FORMWORK_USES_SCREEN.rawValue != 0
    session.attach(fillsTerminal: isCovered, telling: isCovered ? complaint : nil)
    complaint = nil
  }

  /// Lets the current front end show a session until it has left, or is no more.
  ///
  /// - Returns: What has to be done about it.
  private func show(_ session: Session) -> FrontEndMachine.Action {
    let frontEnd = frontEnds.current
    guard let loaded = frontEnd.loaded else { return .fallBack(.leftByItself) }
    let context = RunContext(
      streams: streams, terminal: terminal, wakeUp: wakeUp, catalogue: catalogue,
      apply: frontEnd.apply)
    // In a pipe, or at a terminal that cannot move its cursor, nothing is written.
    let modes = streams.canMoveCursor ? loaded.description.modes : nil
    terminal.undoes(modes)
    terminal.restore()
    var event = loaded.run(session, in: context)
    // A signal that ended the front end's process may have been sent to this one as well.
    session.receive()
    if session.ending != nil { _ = context.noteLeaving(session) }
    // Those in this process are trusted: a person may ask for an editor often.
    if loaded.mayEndInTheMiddle, event == .returned, session.isRestless {
      event = .failed(.restless)
    }
    terminal.noteLeaving()
    if case .failed = event { terminal.dropKeys() }
    // What is typed before the next front end takes over may be the rest of a password.
    if session.isAtSecret { terminal.hide() } else { terminal.restore() }
    terminal.undoes(nil)
    let action = frontEnd.apply(event)
    // One that came back in good order has left nothing on: that is the contract, and to leave an
    // alternate screen that is not on would move the cursor.
    if action != .nothing {
      if loaded.mayEndInTheMiddle {
        cleanUp(after: modes ?? 0)
      } else if let modes {
        terminal.resetScreen(after: modes)
      }
    }
    return action
  }

  /// Undoes what a front end has left on a terminal that ended in the middle of a line.
  ///
  /// Whether it moves the cursor is no more than what it said of itself.
  private func cleanUp(after needs: UInt32) {
    guard isatty(streams.output) == 1 else { return }
    if streams.canMoveCursor { terminal.resetScreen(after: needs) }
    _ = write(streams.output, "\r\n", 2)
  }

  /// Sees to it that a front end shows the session from now on, unless it has ended.
  private func attend(to action: FrontEndMachine.Action, of session: Session) {
    let name = frontEnds.current.name
    switch action {
    case .fallBack(let failure),
      .explain(let failure) where failure == .restless:
      session.dropUnfinishedSecret()
      goOn(with: session, after: failure.message(of: name))
      // What one that failed has asked for is not done.
      return
    case .explain(let failure):
      // What a signal to all does to one of them needs no explanation.
      if case .interrupted(let signal) = session.ending, failure == .crashed(signal: signal) {
        break
      }
      complain(failure.message(of: name))
    case .nothing, .start, .unwatch, .watchTaking, .watchLeaving, .kill:
      break
    }
    switch session.ending {
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
  /// - Parameters:
  ///   - screen: What to begin with.
  ///   - step: Called once the screen is open and whenever something has been found out; returns
  ///     whether to go on.
  /// - Returns: How it ended; `Session.Ending.inputEnded` where `step` ended it.
  public func runUnattended(_ screen: any Screen, step: () -> Bool) -> Session.Ending {
    let session = Session(screen, wakeUp: wakeUp, system: terminal)
    while session.receive() {
      guard step() else { return .inputEnded }
      // What `step` itself did may have ended it: the descriptor would not be raised then.
      guard session.receive() else { break }
      _ = wakeUp.wait(limit: nil)
      wakeUp.clear()
    }
    terminal.noteLeaving()
    _ = session.settle(limit: .seconds(60))
    session.close()
    return session.ending ?? .inputEnded
  }

  /// Waits until a descriptor can be read.
  ///
  /// - Returns: The signal that asks the program to leave instead, if one has come.
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

  /// Whether what front ends draw goes to standard output.
  public var drawsOnStandardOutput: Bool { streams.output == STDOUT_FILENO }

  /// Ends the process with the status that a signal gives, the terminal as it was found.
  public func end(with signal: CInt) -> Never { terminal.end(with: signal) }

  // MARK: Choosing

  /// Where the names are looked up that a person asks for while the host runs.
  package var locator: FrontEndLocator { frontEnds.locator }

  private func choose(_ requested: FrontEndRequest?) throws(HostError) {
    guard let requested else {
      _ = frontEnds.fallBack { complain(Message("host.usingAnother", ["reason": $0.message])) }
      if let unknownTerminal { complainOfChange(after: unknownTerminal) }
      return
    }
    do {
      try frontEnds.switchOver(to: requested)
    } catch .needsTerminal(let name) {
      _ = frontEnds.fallBack { complain($0.message) }
      complainOfChange(after: unknownTerminal ?? FrontEndError.needsTerminal(name).message)
    } catch {
      throw .frontEnd(error.message)
    }
  }

  /// That terminfo does not know the terminal, where that is so.
  private var unknownTerminal: Message? {
    streams.unknownKind.map {
      Message("host.unknownTerminal", ["kind": .verbatim($0.replacingControls())])
    }
  }

  /// Has the next front end show the session, and says why.
  private func goOn(with session: Session, after reason: Message) {
    if frontEnds.fallBack({ complain($0.message) }) {
      complainOfChange(after: reason)
    } else {
      complain(reason)
      session.post(.quit, revision: 0)
    }
  }

  private func complainOfChange(after reason: Message) {
    let name = Message.verbatim(frontEnds.current.name)
    complain(Message("host.using", ["reason": reason, "name": name]))
  }

  private func complain(_ message: Message) {
    let text = catalogue.text(for: message)
    FormworkHost.complain(text)
    complaint = text
  }

  /// Goes on with another front end: the next one, where no name is given.
  private func replace(with name: String, _ session: Session) {
    do {
      if name.isEmpty {
        try frontEnds.switchToNext()
      } else {
        try frontEnds.switchOver(to: .name(name))
      }
    } catch {
      var reason = error.message
      if case .needsTerminal = error, let unknownTerminal { reason = unknownTerminal }
      complain(Message("host.goingOn", ["reason": reason]))
      reload(session)
    }
  }

  private func reload(_ session: Session) {
    do {
      try frontEnds.reload()
    } catch {
      goOn(with: session, after: error.message)
    }
  }

  /// Lets a program outside edit the text of a field.
  private func editOutside(_ node: FormworkCore.NodeID, of session: Session) {
    guard let text = session.text(of: node) else { return }
    do {
      let editor = OutsideEditor(at: terminal, wakeUp: wakeUp)
      if let text = try editor.edited(text) { session.replaceText(of: node, with: text) }
    } catch {
      complain(error.message)
    }
  }
}

/// Which front end a person asked for.
public enum FrontEndRequest: Hashable, Sendable {
  /// One that is installed, by its name.
  case name(String)

  /// A file, wherever it is; it is inspected like any other. While the program runs, what it calls itself
  /// leads back to it, even where one of that name is installed.
  case file(String)
}

/// Which front ends run in a process of their own.
public enum Isolation: String, CaseIterable, Sendable {
  /// All of them.
  case always

  /// None: what crashes there ends the program.
  case never

  /// Those that do not lie beside the program.
  case foreign
}

/// Why there can be no host.
public enum HostError: Error, Equatable {
  /// The front end that was asked for cannot be had; the line says which, why, and what there is.
  case frontEnd(Message)

  /// The program runs with more privileges than the user who started it has.
  case raisedPrivileges

  /// The system gives the process less than a form needs; the line says of what, and the mend.
  case shortage(Message)

  /// This process has a host already.
  case anotherHost
}

extension HostError: Explained {
  /// One line: what, and the mend.
  public var message: Message {
    switch self {
    case .frontEnd(let line), .shortage(let line): line
    case .raisedPrivileges: "host.raisedPrivileges"
    case .anotherHost: "host.another"
    }
  }
}
