import FormworkCore
import FormworkSession

/// A front end that can be run, in this process or in one of its own.
protocol LoadedFrontEnd: AnyObject {
  /// What it says of itself.
  var description: FrontEndDescription { get }

  /// Whether it can be gone without having had the time to end what it was drawing.
  var mayEndInTheMiddle: Bool { get }

  /// Shows a session until it has left, or is no more.
  ///
  /// Blocks the thread.
  ///
  /// - Returns: How it came to an end: returned, or failed.
  func run(_ session: Session, in context: RunContext) -> FrontEndMachine.Event
}

/// What a front end runs with.
struct RunContext {
  let streams: Streams
  let terminal: TerminalGuard

  /// What is raised when the session has news.
  let wakeUp: WakeUp

  let catalogue: Catalogue

  /// Tells the front end's machine what happened, and gives what has to be done.
  let apply: (FrontEndMachine.Event) -> FrontEndMachine.Action

  /// Whether a signal ends the session while the terminal is a shell's: a front end that left in good
  /// order would spoil it, or be stopped for that.
  func isEndedInTheBackground(_ session: Session) -> Bool {
    if case .interrupted = session.ending { terminal.isLent } else { false }
  }

  /// Ends the program there, with what is being stored, where the front end is in this process: it can
  /// only leave by itself.
  func endInTheBackground(_ session: Session) {
    guard case .interrupted(let signal) = session.ending, isEndedInTheBackground(session) else {
      return
    }
    terminal.noteLeaving()
    _ = session.settle(limit: .seconds(60))
    terminal.end(with: signal)
  }

  /// Tells the machine that the front end is told to leave, and says whether its time runs from now on.
  func noteLeaving(_ session: Session) -> Bool {
    if case .outsideEditRequested = session.ending {
      return apply(.pauseRequested) == .watchLeaving
    }
    return apply(.leaveRequested) == .watchLeaving
  }
}
