/// The life of one front end in a program, from its inspection: attached any number of times, and gone.
///
/// Whether it runs in this process or in one of its own makes no difference here. One that
/// crashed or was refused stays in that state: it is not tried again as long as the program runs.
struct FrontEndMachine: Sendable {
  /// Where the front end is.
  enum State: Hashable, Sendable {
    /// Keeps all rules, and may be loaded. Leaves when the host wants it to show a session.
    case inspected

    /// Is being loaded, or has not asked for all of its first picture yet.
    case attaching

    /// Draws, and reports what the person does.
    case attached

    /// Draws, and has not taken all that it was told.
    case lagging

    /// Was told to leave for a while: a program outside is to have the terminal.
    case pausing

    /// Has left for a while.
    case suspended

    /// Was told to leave.
    case detaching

    /// Has left. It can be attached another time.
    case ended

    /// Crashed, hung, broke the contract, gave up or left by itself. The end.
    case crashed

    /// Broke a rule of those for loading. The end.
    case refused
  }

  /// What happened.
  enum Event: Hashable, Sendable {
    /// The host wants it to show a session.
    case attachRequested

    /// It could not be loaded, or is not fit for what there is of a terminal.
    case loadingFailed

    /// It has asked for all of its first picture.
    case drained

    /// A program outside is to have the terminal.
    case pauseRequested

    /// The session is over, or another front end is wanted.
    case leaveRequested

    /// It came back with what it says is no fault.
    case returned

    /// It came back, or ended its process, for another reason than that it was told to.
    case failed(FrontEndFailure)

    /// It was told something, which waits for it now.
    case told

    /// It has taken all that it was told.
    case caughtUp

    /// The time for what it was to do is over.
    case deadlinePassed
  }

  /// What the owner has to do.
  enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Load and run it, and see to it that it draws within its time.
    case start

    /// Let it take its time from now on.
    case unwatch

    /// See to it that it takes what waits for it within its time.
    case watchTaking

    /// See to it that it leaves within its time.
    case watchLeaving

    case kill

    /// Say why it is gone, and go on with the next front end.
    case fallBack(FrontEndFailure)

    /// Say why it is gone; no other front end has to take its place.
    case explain(FrontEndFailure)
  }

  /// Where the front end is.
  private(set) var state: State

  /// Makes the machine of a front end that was inspected, or is part of the host itself.
  init(state: State = .inspected) { self.state = state }

  /// Takes an event in and returns what has to be done.
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
      return .unwatch
    case (.attached, .told):
      state = .lagging
      return .watchTaking
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
      // It was not told to: it would do the same if it were attached again.
      state = .crashed
      return .fallBack(.leftByItself)
    case (.attaching, .failed(let failure)), (.attached, .failed(let failure)),
      (.lagging, .failed(let failure)), (.pausing, .failed(let failure)):
      state = .crashed
      return .fallBack(failure)

    case (.pausing, .returned):
      state = .suspended
      return .nothing
    case (.pausing, .leaveRequested):
      // It is leaving already.
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
      (.inspected, .told), (.inspected, .caughtUp), (.inspected, .deadlinePassed):
      return .nothing
    case (.attaching, .attachRequested), (.attaching, .told), (.attaching, .caughtUp):
      return .nothing
    case (.attached, .attachRequested), (.attached, .loadingFailed), (.attached, .drained),
      (.attached, .caughtUp), (.attached, .deadlinePassed):
      return .nothing
    case (.lagging, .attachRequested), (.lagging, .loadingFailed), (.lagging, .drained),
      (.lagging, .told):
      return .nothing
    case (.pausing, .attachRequested), (.pausing, .loadingFailed), (.pausing, .drained),
      (.pausing, .pauseRequested), (.pausing, .told), (.pausing, .caughtUp):
      return .nothing
    case (.suspended, .loadingFailed), (.suspended, .drained), (.suspended, .pauseRequested),
      (.suspended, .returned), (.suspended, .failed), (.suspended, .told), (.suspended, .caughtUp),
      (.suspended, .deadlinePassed):
      return .nothing
    case (.detaching, .attachRequested), (.detaching, .loadingFailed), (.detaching, .drained),
      (.detaching, .pauseRequested), (.detaching, .leaveRequested), (.detaching, .told),
      (.detaching, .caughtUp):
      return .nothing
    case (.ended, .loadingFailed),
      (.ended, .drained), (.ended, .pauseRequested), (.ended, .leaveRequested),
      (.ended, .returned), (.ended, .failed), (.ended, .told), (.ended, .caughtUp),
      (.ended, .deadlinePassed):
      return .nothing
    case (.crashed, .attachRequested), (.crashed, .loadingFailed), (.crashed, .drained),
      (.crashed, .pauseRequested), (.crashed, .leaveRequested), (.crashed, .returned),
      (.crashed, .failed), (.crashed, .told), (.crashed, .caughtUp), (.crashed, .deadlinePassed):
      return .nothing
    case (.refused, .attachRequested), (.refused, .loadingFailed), (.refused, .drained),
      (.refused, .pauseRequested), (.refused, .leaveRequested), (.refused, .returned),
      (.refused, .failed), (.refused, .told), (.refused, .caughtUp), (.refused, .deadlinePassed):
      return .nothing
    }
  }
}
