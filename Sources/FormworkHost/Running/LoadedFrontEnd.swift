import FormworkCore
import FormworkSession

/// A loaded front end, in this process or in a separate one.
protocol LoadedFrontEnd: AnyObject {
  var description: FrontEndDescription { get }

  /// Whether the front end may end without completing what it was drawing.
  var mayEndInTheMiddle: Bool { get }

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

  /// Whether a signal ends the session while the shell owns the terminal.
  ///
  /// A front end that left normally would disturb the shell, or be stopped by the terminal.
  func isEndedInTheBackground(_ session: Session) -> Bool {
    if case .interrupted = session.ending { terminal.isLent } else { false }
  }

  /// Ends the program in the background if the front end is in this process.
  ///
  /// The submission in progress is completed first. Such a front end could only leave by itself.
  func endInTheBackground(_ session: Session) {
    guard case .interrupted(let signal) = session.ending, isEndedInTheBackground(session) else {
      return
    }
    terminal.noteLeaving()
    _ = session.settle(limit: .seconds(60))
    terminal.end(with: signal)
  }

  /// Notes that the front end is asked to leave, and returns whether its time limit starts.
  func noteLeaving(_ session: Session) -> Bool {
    if case .outsideEditRequested = session.ending {
      return apply(.pauseRequested) == .watchLeaving
    }
    return apply(.leaveRequested) == .watchLeaving
  }
}
