import FormworkSession

/// What a front end runs with.
struct RunContext {
  /// Where it reads and writes.
  let streams: Streams

  /// Whose terminal it draws on.
  let terminal: TerminalGuard

  /// What is raised when the session has news.
  let wakeUp: WakeUp

  /// Tells the front end's machine what happened, and gives what has to be done.
  let apply: (FrontEndMachine.Event) -> FrontEndMachine.Action

  /// Tells the machine that the front end is told to leave, and says whether its time runs from now on.
  func noteLeaving(_ session: Session) -> Bool {
    if case .outsideEditRequested = session.ending {
      return apply(.pauseRequested) == .watchLeaving
    }
    return apply(.leaveRequested) == .watchLeaving
  }
}
