/// The life of an operation among others: it waits for those that come before it, then for its turn, and is tried
/// again where it fails.
struct OperationMachine: Sendable {
  /// Where the operation is.
  enum State: Hashable, Sendable {
    /// It waits for so many others, at least one, that have to succeed first.
    case held(Int)

    /// It waits for its turn. Attempts count from 1.
    case ready(attempt: Int)

    /// It runs.
    case running(attempt: Int)

    /// It has failed, and waits to be tried again.
    case pausing(attempt: Int)

    /// It has done what it does. The end.
    case succeeded

    /// It could not be done. The end.
    case failed

    /// It is not wanted any more, or one that it waited for did not succeed. The end.
    case cancelled
  }

  /// What happened.
  enum Event: Hashable, Sendable {
    /// One of those that it waits for has succeeded.
    case dependencySucceeded

    /// One of those that it waits for will never succeed.
    case dependencyLost

    /// There is room for it to run.
    case turnCame

    /// An attempt has succeeded.
    case succeeded(attempt: Int)

    /// An attempt has failed, and may be followed by another one or not.
    case failed(attempt: Int, isLast: Bool)

    /// The pause behind an attempt is over.
    case pauseEnded(attempt: Int)

    /// It is not wanted any more.
    case cancelled
  }

  /// What the owner has to do.
  enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Put it at the end of those that wait for their turn.
    case queue

    /// Run it.
    case run

    /// Begin the pause before the next attempt.
    case pause

    /// Stop what runs, and tell those that wait for it that it has ended.
    case stop

    /// Tell those that wait for it that it has ended.
    case end
  }

  /// Where the operation is now.
  private(set) var state: State

  /// Makes the machine of an operation that waits for so many others.
  init(dependencyCount: Int) {
    state = dependencyCount > 0 ? .held(dependencyCount) : .ready(attempt: 1)
  }

  init(state: State) { self.state = state }

  /// Takes an event in and returns what has to be done.
  mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.held(let count), .dependencySucceeded):
      guard count == 1 else {
        state = .held(count - 1)
        return .nothing
      }
      state = .ready(attempt: 1)
      return .queue
    case (.held, .dependencyLost), (.held, .cancelled), (.ready, .cancelled),
      (.pausing, .cancelled):
      state = .cancelled
      return .end

    case (.ready(let attempt), .turnCame):
      state = .running(attempt: attempt)
      return .run

    case (.running(let attempt), .succeeded(let ended)):
      guard ended == attempt else { return .nothing }
      state = .succeeded
      return .end
    case (.running(let attempt), .failed(let ended, let isLast)):
      guard ended == attempt else { return .nothing }
      state = isLast ? .failed : .pausing(attempt: attempt)
      return isLast ? .end : .pause
    case (.running, .cancelled):
      state = .cancelled
      return .stop

    case (.pausing(let attempt), .pauseEnded(let ended)):
      guard ended == attempt else { return .nothing }
      state = .ready(attempt: attempt + 1)
      return .queue

    // It waits for none of them any more.
    case (.ready, .dependencySucceeded), (.ready, .dependencyLost),
      (.running, .dependencySucceeded), (.running, .dependencyLost),
      (.pausing, .dependencySucceeded), (.pausing, .dependencyLost):
      return .nothing

    // There is no turn to be had, and no pause that could end.
    case (.held, .turnCame), (.running, .turnCame), (.pausing, .turnCame),
      (.held, .pauseEnded), (.ready, .pauseEnded), (.running, .pauseEnded):
      return .nothing

    // The answer of an attempt that is over.
    case (.held, .succeeded), (.held, .failed), (.ready, .succeeded), (.ready, .failed),
      (.pausing, .succeeded), (.pausing, .failed):
      return .nothing

    // The end is the end.
    case (.succeeded, .dependencySucceeded), (.succeeded, .dependencyLost),
      (.succeeded, .turnCame), (.succeeded, .succeeded), (.succeeded, .failed),
      (.succeeded, .pauseEnded), (.succeeded, .cancelled),
      (.failed, .dependencySucceeded), (.failed, .dependencyLost), (.failed, .turnCame),
      (.failed, .succeeded), (.failed, .failed), (.failed, .pauseEnded), (.failed, .cancelled),
      (.cancelled, .dependencySucceeded), (.cancelled, .dependencyLost),
      (.cancelled, .turnCame), (.cancelled, .succeeded), (.cancelled, .failed),
      (.cancelled, .pauseEnded), (.cancelled, .cancelled):
      return .nothing
    }
  }
}
