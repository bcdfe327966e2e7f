/// The state machine of a shell, which reads lines and runs commands until the user leaves.
///
/// It knows only the kind of an accepted line: the owner parses the line first.
public struct ShellMachine: Sendable {
  /// The state of the shell.
  public enum State: Hashable, Sendable {
    /// The line is empty. Ends on an edit, or on a request to leave.
    case idle

    /// The line contains text. Ends when the line is committed or dropped.
    case reading

    /// A command is running, or its screen is visible. Ends when the command finishes, or on ^C.
    case running(RunID)

    /// The user left, or the input has ended. Final.
    case leaving
  }

  /// An event that affects the shell.
  public enum Event: Hashable, Sendable {
    /// The text of the line changed.
    case edited(isEmpty: Bool)

    /// The user committed the line.
    case committed(Line)

    /// The command succeeded.
    case finished(RunID)

    /// The command failed.
    case failed(RunID)

    /// The user pressed ^C.
    case interrupted

    /// The user wants to leave.
    case leaveRequested

    /// The input has ended.
    case inputEnded
  }

  /// The kind of an accepted line.
  public enum Line: Hashable, Sendable, CaseIterable {
    /// An empty line, or only blanks.
    case blank

    /// An unknown command, or wrong arguments.
    case mistaken

    /// A request that the shell answers itself, such as help.
    case question

    /// A command that the program has to run.
    case command

    /// The command to leave.
    case exit
  }

  /// An action for the owner.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Empty the line without executing it.
    case dropLine

    /// Answer the line.
    case answer

    /// Show what is wrong with the line.
    case showMistake

    /// Run the command of the line.
    case run(RunID)

    /// Cancel a command whose result is not needed any more.
    case cancel(RunID)

    /// Show the result of the command.
    case showResult

    /// Show why the command failed.
    case showFailure
  }

  /// The current state of the shell.
  public private(set) var state: State

  private var lastRun: UInt64

  /// Creates the machine of a shell at its first prompt.
  public init() { self.init(state: .idle) }

  init(state: State, lastRun: UInt64 = 0) {
    self.state = state
    self.lastRun = lastRun
  }

  /// Applies an event and returns the action to perform.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.idle, .edited(let isEmpty)), (.reading, .edited(let isEmpty)):
      state = isEmpty ? .idle : .reading
      return .nothing
    case (.reading, .committed(let line)):
      return commit(line)

    case (.running(let id), .finished(let finished)):
      guard finished == id else { return .nothing }
      state = .idle
      return .showResult
    case (.running(let id), .failed(let failed)):
      guard failed == id else { return .nothing }
      state = .idle
      return .showFailure

    case (.idle, .interrupted), (.reading, .interrupted):
      state = .idle
      return .dropLine
    case (.running(let id), .interrupted):
      state = .idle
      return .cancel(id)

    case (.idle, .leaveRequested), (.idle, .inputEnded), (.reading, .inputEnded):
      state = .leaving
      return .nothing
    case (.running(let id), .inputEnded):
      state = .leaving
      return .cancel(id)

    // An empty line cannot be committed. In a line with text, the key that leaves has no effect, so that the
    // user does not leave by mistake.
    case (.idle, .committed), (.reading, .leaveRequested):
      return .nothing

    // Late responses.
    case (.idle, .finished), (.idle, .failed), (.reading, .finished), (.reading, .failed):
      return .nothing

    // The shell reads no line now: the owner responds to an edit by showing the unchanged line again.
    case (.running, .edited), (.running, .committed), (.running, .leaveRequested):
      return .nothing

    // The final state ignores all events.
    case (.leaving, .edited), (.leaving, .committed), (.leaving, .finished), (.leaving, .failed),
      (.leaving, .interrupted), (.leaving, .leaveRequested), (.leaving, .inputEnded):
      return .nothing
    }
  }

  private mutating func commit(_ line: Line) -> Action {
    switch line {
    case .blank:
      state = .idle
      return .dropLine
    case .mistaken:
      state = .idle
      return .showMistake
    case .question:
      state = .idle
      return .answer
    case .command:
      lastRun += 1
      state = .running(RunID(rawValue: lastRun))
      return .run(RunID(rawValue: lastRun))
    case .exit:
      state = .leaving
      return .nothing
    }
  }
}

/// The id of one run of a command.
public struct RunID: Hashable, Sendable {
  /// The number of the run, counted from 1.
  public let rawValue: UInt64

  /// Creates an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}
