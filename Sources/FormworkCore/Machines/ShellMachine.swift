/// The life of a shell: lines are typed, commands run, until the person leaves.
///
/// It knows nothing of the commands but what an accepted line turned out to be; the owner reads the
/// line first and then tells.
public struct ShellMachine: Sendable {
  /// Where the shell is.
  public enum State: Hashable, Sendable {
    /// At the prompt, where nothing is typed. Leaves on an edit, or on the wish to leave.
    case idle

    /// At the prompt, where something is typed. Leaves when it is accepted or dropped.
    case reading

    /// A command runs, or the screen that it has opened is on view. Leaves on its answer, or on ^C.
    case running(RunID)

    /// The person left, or there is no more input. The end.
    case leaving
  }

  /// What happened.
  public enum Event: Hashable, Sendable {
    /// The text of the line differs.
    case edited(isEmpty: Bool)

    /// The person accepted the line, which is one of these.
    case committed(Line)

    /// The command has done what it does.
    case finished(RunID)

    /// The command could not do it.
    case failed(RunID)

    /// The person pressed ^C.
    case interrupted

    /// The person wants to leave.
    case leaveRequested

    /// The input has ended: nothing more can be typed.
    case inputEnded
  }

  /// What an accepted line is.
  public enum Line: Hashable, Sendable, CaseIterable {
    /// Nothing but blanks.
    case blank

    /// No command, or one with the wrong arguments.
    case mistaken

    /// What the shell answers by itself.
    case question

    /// A command that the program around the shell has to run.
    case command

    /// The command to leave.
    case exit
  }

  /// What the owner has to do.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Empty the line; nothing comes of what stood there.
    case dropLine

    /// Answer the line.
    case answer

    /// Say what is wrong with the line.
    case complain

    /// Run the command of the line.
    case run(RunID)

    /// End a command: its result is not needed any more.
    case cancel(RunID)

    /// Show what the command has brought.
    case showResult

    /// Say why the command failed.
    case showFailure
  }

  /// Where the shell is.
  public private(set) var state: State

  private var lastRun: UInt64

  /// Makes the machine of a shell at its first prompt.
  public init() { self.init(state: .idle) }

  init(state: State, lastRun: UInt64 = 0) {
    self.state = state
    self.lastRun = lastRun
  }

  /// Takes an event in and returns what has to be done.
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

    // An empty line cannot be accepted; with text in it, the key that leaves does nothing, so that
    // the person does not leave by mistake.
    case (.idle, .committed), (.reading, .leaveRequested):
      return .nothing

    // An answer that comes too late.
    case (.idle, .finished), (.idle, .failed), (.reading, .finished), (.reading, .failed):
      return .nothing

    // The line is not asked for: the owner answers an edit with the line as it stands.
    case (.running, .edited), (.running, .committed), (.running, .leaveRequested):
      return .nothing

    // The end is the end.
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
      return .complain
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

/// One run of a command.
public struct RunID: Hashable, Sendable {
  /// Counted from 1.
  public let rawValue: UInt64

  /// Makes an id.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}
