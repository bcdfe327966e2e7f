/// The life of a front end in a program, from its inspection on.
struct FrontEndMachine: Sendable {
  enum State: Hashable, Sendable {
    /// The front end fulfils all rules, and may be loaded.
    case inspected

    /// The front end is being loaded, or has not requested all of its first picture yet.
    case attaching

    /// The front end draws, and reports events from the user.
    case attached

    /// The front end draws, but has unread messages.
    case lagging

    /// The front end was asked to leave, so that another program can use the terminal.
    case pausing

    /// The front end has left while another program uses the terminal.
    case suspended

    /// The front end was asked to leave.
    case detaching

    /// The front end has left, and can be attached again.
    case ended

    /// The front end crashed, hung, broke the contract, gave up or left by itself.
    case crashed

    /// The front end broke a rule for loading.
    case refused
  }

  enum Event: Hashable, Sendable {
    /// The host wants the front end to show a session.
    case attachRequested

    /// Loading failed, or the front end does not suit the terminal.
    case loadingFailed

    /// The front end has requested all of its first picture.
    case drained

    /// The terminal is needed by another program.
    case pauseRequested

    /// The session has ended, or another front end is requested.
    case leaveRequested

    /// The front end returned without an error.
    case returned

    /// The front end failed, with or without a request to leave.
    case failed(FrontEndFailure)

    /// A message was sent, and waits for the front end.
    case messageSent

    /// The front end has read all pending messages.
    case caughtUp

    /// The time limit of the current task has passed.
    case deadlinePassed
  }

  /// An action for the owner of the machine.
  enum Action: Hashable, Sendable {
    case nothing

    /// Load and run the front end, with a time limit for its first picture.
    case start

    /// End the time limit.
    case stopWatching

    /// Start the time limit for reading messages.
    case watchReading

    /// Start the time limit for leaving.
    case watchLeaving
    case kill

    /// Report the failure, and switch to the next front end.
    case fallBack(FrontEndFailure)

    /// Report the failure, without another front end.
    case explain(FrontEndFailure)
  }

  private(set) var state: State

  init(state: State = .inspected) { self.state = state }

  mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.inspected, .attachRequested), (.suspended, .attachRequested), (.ended, .attachRequested):
      state = .attaching
      return .start

    case (.attaching, .loadingFailed):
      state = .refused
      return .nothing
    case (.attaching, .drained), (.lagging, .caughtUp):
      state = .attached
      return .stopWatching
    case (.attached, .messageSent):
      state = .lagging
      return .watchReading
    case (.attaching, .pauseRequested), (.attached, .pauseRequested), (.lagging, .pauseRequested):
      state = .pausing
      return .watchLeaving
    case (.attaching, .leaveRequested), (.attached, .leaveRequested), (.lagging, .leaveRequested):
      state = .detaching
      return .watchLeaving
    case (.attaching, .deadlinePassed), (.lagging, .deadlinePassed), (.pausing, .deadlinePassed),
      (.detaching, .deadlinePassed):
      return .kill
    case (.attaching, .returned), (.attached, .returned), (.lagging, .returned):
      // It left without a request, and would do the same if it were attached again.
      state = .crashed
      return .fallBack(.returnedUnasked)
    case (.attaching, .failed(let failure)), (.attached, .failed(let failure)),
      (.lagging, .failed(let failure)), (.pausing, .failed(let failure)):
      state = .crashed
      return .fallBack(failure)

    case (.pausing, .returned):
      state = .suspended
      return .nothing
    case (.pausing, .leaveRequested):
      // The front end is already leaving.
      state = .detaching
      return .nothing
    case (.suspended, .leaveRequested):
      state = .ended
      return .nothing

    case (.detaching, .returned):
      state = .ended
      return .nothing
    case (.detaching, .failed(let failure)):
      state = .crashed
      return .explain(failure)

    case (.inspected, .loadingFailed), (.inspected, .drained), (.inspected, .pauseRequested),
      (.inspected, .leaveRequested), (.inspected, .returned), (.inspected, .failed),
      (.inspected, .messageSent), (.inspected, .caughtUp), (.inspected, .deadlinePassed),
      (.attaching, .attachRequested), (.attaching, .messageSent), (.attaching, .caughtUp),
      (.attached, .attachRequested), (.attached, .loadingFailed), (.attached, .drained),
      (.attached, .caughtUp), (.attached, .deadlinePassed),
      (.lagging, .attachRequested), (.lagging, .loadingFailed), (.lagging, .drained),
      (.lagging, .messageSent),
      (.pausing, .attachRequested), (.pausing, .loadingFailed), (.pausing, .drained),
      (.pausing, .pauseRequested), (.pausing, .messageSent), (.pausing, .caughtUp),
      (.suspended, .loadingFailed), (.suspended, .drained), (.suspended, .pauseRequested),
      (.suspended, .returned), (.suspended, .failed), (.suspended, .messageSent),
      (.suspended, .caughtUp),
      (.suspended, .deadlinePassed),
      (.detaching, .attachRequested), (.detaching, .loadingFailed), (.detaching, .drained),
      (.detaching, .pauseRequested), (.detaching, .leaveRequested), (.detaching, .messageSent),
      (.detaching, .caughtUp),
      (.ended, .loadingFailed), (.ended, .drained), (.ended, .pauseRequested),
      (.ended, .leaveRequested), (.ended, .returned), (.ended, .failed), (.ended, .messageSent),
      (.ended, .caughtUp), (.ended, .deadlinePassed),
      (.crashed, _), (.refused, _):
      return .nothing
    }
  }
}
