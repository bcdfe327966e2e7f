import CFormwork
import CFormworkSystem
public import FormworkSession
import FormworkCore
import FormworkFrontEnd
import Glibc
import PlainFrontEnd

/// Runs forms on front ends: chooses one, loads it, hands it a session, and owns the terminal.
///
/// A process has one, made on its main thread before anything touches the terminal.
public final class FormHost {
  private let frontEnds: FrontEndLocator
  private let terminal: TerminalGuard
  private let wakeUp: WakeUp
  private let streams: Streams
  private var current: FrontEndTable

  /// Chooses and loads a front end, and takes over signals and terminal modes.
  ///
  /// - Parameters:
  ///   - requested: The front end that a person asked for; `nil` takes the one that fits.
  ///   - wakeUp: What the mailboxes of the screens raise.
  /// - Throws: ``HostError`` where that front end cannot be had, or no host may run.
  public convenience init(
    frontEnd requested: FrontEndRequest?, wakeUp: WakeUp
  ) throws(HostError) {
    try self.init(frontEnd: requested, wakeUp: wakeUp, frontEnds: .installed())
  }

  init(
    frontEnd requested: FrontEndRequest?, wakeUp: WakeUp, frontEnds: FrontEndLocator
  ) throws(HostError) {
    try Self.checkPrivileges()
    streams = Streams()
    guard let terminal = TerminalGuard(terminal: streams.terminal, wake: wakeUp.descriptor) else {
      throw .anotherHost
    }
    self.terminal = terminal
    self.wakeUp = wakeUp
    self.frontEnds = frontEnds
    current = try Self.choose(requested, from: frontEnds, streams)
  }

  /// Makes the process fit to hold secrets and to open files: to be called before it does either.
  ///
  /// Core files are switched off. The numbers of standard streams that the program was not given are
  /// taken: otherwise the next file to be opened, such as a database, would be read as input or
  /// written to as output.
  ///
  /// - Throws: ``HostError/raisedPrivileges`` where the program may do what the person may not.
  public static func prepareProcess() throws(HostError) {
    try checkPrivileges()
    // Without it a core file could hold a password; with it failing, a form is no less usable.
    _ = fws_forbid_dumps()
    fws_occupy_standard_streams()
  }

  /// The environment, the files and the front ends are the person's: none of it may gain the rights
  /// of somebody else.
  private static func checkPrivileges() throws(HostError) {
    guard fws_is_secure_execution() == 0, getuid() == geteuid(), getgid() == getegid() else {
      throw .raisedPrivileges
    }
  }

  /// Shows a screen, and those that it leads to, until the last one has ended.
  ///
  /// Blocks the thread. The terminal is as it was found when it returns, and nothing is being stored
  /// any more, or has been for longer than a store may take.
  public func run(_ screen: any Screen) -> Session.Ending {
    let session = Session(
      screen, wakeUp: wakeUp, system: terminal)
    while true {
      session.attach()
      terminal.resetsScreen(current.needsTerminal)
      let bridge = FrontEndBridge(session)
      let code = bridge.run(current, streams)
      terminal.noteLeaving()
      terminal.restore()
      terminal.resetsScreen(false)
      if code != 0 { complain(ofFailure: code, hasEnded: session.ending != nil) }
      switch session.ending {
      case .switchRequested(let name):
        current = replacement(named: name)
      case .outsideEditRequested(let node):
        editOutside(node, of: session)
      case nil:
        // It came back without being told to: its terminal is gone, or it failed.
        if code == 0 { Self.complain("front end \"\(current.identifier)\" ended by itself") }
        if code == 0 || current.identifier == Self.plain { session.post(.quit) }
        if session.ending == nil { current = fallback() }
      case .finished, .inputEnded, .interrupted:
        break
      }
      if let ending = session.ending, !ending.isPause {
        _ = session.settle(limit: .seconds(60))
        terminal.restore()
        return ending
      }
    }
  }

  /// Runs a screen that nobody is shown.
  ///
  /// - Parameters:
  ///   - screen: What to begin with.
  ///   - step: Called once the screen is open and whenever something has been found out; returns
  ///     whether to go on.
  /// - Returns: How it ended; ``FormworkSession/Session/Ending/inputEnded`` where `step` ended it.
  public func runUnattended(_ screen: any Screen, step: () -> Bool) -> Session.Ending {
    let session = Session(
      screen, wakeUp: wakeUp, system: terminal)
    while session.receive() {
      guard step() else { return .inputEnded }
      // What `step` itself did may have ended it: nobody would raise the descriptor then.
      guard session.receive() else { break }
      _ = wakeUp.wait(limit: nil)
      wakeUp.clear()
    }
    terminal.noteLeaving()
    _ = session.settle(limit: .seconds(60))
    return session.ending ?? .inputEnded
  }

  /// Whether what front ends draw goes to standard output.
  public var drawsOnStandardOutput: Bool { streams.output == STDOUT_FILENO }

  /// Ends the process with the status that a signal gives, the terminal as it was found.
  public func end(with signal: CInt) -> Never { terminal.end(with: signal) }

  // MARK: Choosing

  private static let plain = FrontEndName("plain")

  private static func choose(
    _ requested: FrontEndRequest?, from frontEnds: FrontEndLocator, _ streams: Streams
  ) throws(HostError) -> FrontEndTable {
    if let requested {
      let table = try load(requested, from: frontEnds)
      if !table.needsTerminal || streams.canMoveCursor { return table }
      complain("front end \"\(table.identifier)\" needs a terminal: using plain instead")
      return try linkedPlain()
    }
    if streams.canMoveCursor, frontEnds.names().contains(where: { $0.text == "editline" }) {
      do {
        return try load(.name("editline"), from: frontEnds)
      } catch {
        complain("\(error): using plain instead")
      }
    }
    return frontEnds.names().contains { $0 == plain }
      ? try load(.name("plain"), from: frontEnds) : try linkedPlain()
  }

  private static func load(
    _ request: FrontEndRequest, from frontEnds: FrontEndLocator
  ) throws(HostError) -> FrontEndTable {
    do {
      return try FrontEndLibrary.load(frontEnds.file(for: request)).table
    } catch {
      throw .frontEnd("\(error)")
    }
  }

  /// The front end that is part of the host itself, so that there always is one.
  private static func linkedPlain() throws(HostError) -> FrontEndTable {
    let version = ContractVersion.host
    let table = PlainFrontEnd.table.pointer(major: version.major, minor: version.minor)
    guard let plain else { throw .frontEnd("plain is no name") }
    do {
      return try FrontEndTable(table, of: plain)
    } catch {
      throw .frontEnd("\(error)")
    }
  }

  private func replacement(named name: String) -> FrontEndTable {
    do {
      let table = try Self.load(.name(name), from: frontEnds)
      if !table.needsTerminal || streams.canMoveCursor { return table }
      Self.complain("front end \"\(table.identifier)\" needs a terminal: going on with this one")
    } catch {
      Self.complain("\(error): going on with this one")
    }
    return current
  }

  /// Lets a program outside edit the text of a field.
  private func editOutside(_ node: FormworkCore.NodeID, of session: Session) {
    guard let text = session.text(of: node) else { return }
    do {
      session.replaceText(of: node, with: try OutsideEditor().edited(text))
    } catch {
      Self.complain("\(error)")
    }
  }

  private func fallback() -> FrontEndTable {
    do {
      return try Self.linkedPlain()
    } catch {
      return current
    }
  }

  private func complain(ofFailure code: CInt, hasEnded: Bool) {
    let line = "front end \"\(current.identifier)\" gave up (\(String(cString: strerror(code))))"
    Self.complain(
      hasEnded || current.identifier == Self.plain ? line : line + ": using plain instead")
  }

  private static func complain(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Where even this cannot be written there is nobody to tell.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
