import CFormwork
import FormworkContract
import FormworkCore
import FormworkSession

/// A loaded front end, in this process or in a separate one.
protocol LoadedFrontEnd: AnyObject {
  var description: FrontEndDescription { get }

  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event
}

/// The environment of a running front end.
struct RunContext {
  let streams: Streams
  let terminal: TerminalGuard

  /// The wake-up that is raised when the session has news.
  let wakeUp: WakeUp
  let catalogue: Catalogue

  /// Applies an event to the machine of the front end, and returns the action to perform.
  let apply: (FrontEndMachine.Event) -> FrontEndMachine.Action

  /// Whether a signal ends the session while the shell, which must not be disturbed, has the terminal.
  func isEndedInTheBackground(_ session: Session) -> Bool {
    if case .interrupted = session.endReason { terminal.isOwnedByShell } else { false }
  }

  /// Ends the program in the background after a submission: a front end here leaves only by itself.
  func endInTheBackground(_ session: Session) {
    guard case .interrupted(let signal) = session.endReason, isEndedInTheBackground(session) else {
      return
    }
    terminal.noteLeaving()
    _ = session.settle(limit: .seconds(60))
    terminal.end(with: signal)
  }

  /// Notes that the front end is asked to leave, and returns whether its time limit starts.
  func noteLeaving(_ session: Session) -> Bool {
    if case .outsideEditRequested = session.endReason {
      return apply(.pauseRequested) == .watchLeaving
    }
    return apply(.leaveRequested) == .watchLeaving
  }
}

/// A front end that is loaded into this process.
final class LibraryFrontEnd: LoadedFrontEnd {
  private let table: CheckedFrontEnd

  init(_ table: CheckedFrontEnd) { self.table = table }

  var description: FrontEndDescription { table.description }

  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event {
    let name = ["name": Message.verbatim(description.identifier.text)]
    context.terminal.setInside(
      ended: context.catalogue.text(for: .key("frontEnd.endedProgram", name)),
      silent: context.catalogue.text(for: .key("frontEnd.unanswered", name)))
    defer { context.terminal.setInside(ended: nil, silent: nil) }
    let code = FrontEndBridge(session, context).run(table)
    return code == 0 ? .returned : .failed(.returnedError(code))
  }
}

/// The connection of a front end in this process to a session, during one `run`.
final class FrontEndBridge {
  private let session: Session
  private let context: RunContext
  private let message = LentMessage()
  private var hasDrained = false

  init(_ session: Session, _ context: RunContext) {
    self.session = session
    self.context = context
  }

  func run(_ frontEnd: CheckedFrontEnd) -> CInt {
    let streams = context.streams
    let context = Unmanaged.passUnretained(self).toOpaque()
    var host = formwork_host(
      size: UInt32(MemoryLayout<formwork_host>.size),
      abi_major: FORMWORK_ABI_MAJOR, abi_minor: FORMWORK_ABI_MINOR,
      in_fd: streams.input, out_fd: streams.output, wake_fd: session.wakeDescriptor,
      context: context,
      next: { context in
        context.flatMap { FrontEndBridge.at($0).next() }
      },
      post: { context, message in
        guard let context, let message else { return }
        FrontEndBridge.at(context).post(message)
      },
      extension: { _, _ in nil })
    return withExtendedLifetime(self) { frontEnd.run(&host) }
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> FrontEndBridge {
    Unmanaged<FrontEndBridge>.fromOpaque(context).takeUnretainedValue()
  }

  private func next() -> UnsafePointer<formwork_message>? {
    guard let display = session.next() else {
      context.terminal.noteModes()
      if !hasDrained { _ = context.apply(.drained) }
      hasDrained = true
      return nil
    }
    if case .detach = display {
      context.endInTheBackground(session)
      _ = context.noteLeaving(session)
    }
    message.fill(with: display)
    return UnsafePointer(message.pointer)
  }

  private func post(_ pointer: UnsafePointer<formwork_message>) {
    // Without a kind it is unknown whether the front end waits for an answer.
    guard pointer.pointee.size >= MemoryLayout<UInt32>.size * 2 else {
      return session.post(.unknown, revision: 0)
    }
    let posted = formwork_message(from: pointer)
    if let input = InputMessage(posted) { session.post(input, revision: posted.revision) }
  }
}
