/// The state machine of an operation with dependencies and retries.
struct OperationMachine: Sendable {
  enum State: Hashable, Sendable {
    /// The operation waits for this number of dependencies, at least one.
    case held(Int)

    /// The operation waits for its turn. Attempts count from 1.
    case ready(attempt: Int)
    case running(attempt: Int)

    /// The operation failed, and waits for the next attempt.
    case pausing(attempt: Int)
    case succeeded
    case failed

    /// The operation or a dependency was cancelled, or a dependency failed. Final.
    case cancelled
  }

  enum Event: Hashable, Sendable {
    case dependencySucceeded

    /// A dependency failed or was cancelled.
    case dependencyLost

    /// The limits allow the operation to run.
    case turnCame
    case succeeded(attempt: Int)
    case failed(attempt: Int, isLast: Bool)
    case pauseEnded(attempt: Int)
    case cancelled
  }

  enum Action: Hashable, Sendable {
    case nothing

    /// Add the operation to the end of the queue.
    case queue
    case run

    /// Start the pause before the next attempt.
    case pause

    /// Cancel the running attempt, and report the end to the dependents.
    case stop
    case end
  }

  private(set) var state: State

  init(dependencyCount: Int) {
    state = dependencyCount > 0 ? .held(dependencyCount) : .ready(attempt: 1)
  }

  init(state: State) { self.state = state }

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

    // The operation does not wait for dependencies any more.
    case (.ready, .dependencySucceeded), (.ready, .dependencyLost),
      (.running, .dependencySucceeded), (.running, .dependencyLost),
      (.pausing, .dependencySucceeded), (.pausing, .dependencyLost):
      return .nothing

    // The operation is not waiting for a turn or in a pause.
    case (.held, .turnCame), (.running, .turnCame), (.pausing, .turnCame),
      (.held, .pauseEnded), (.ready, .pauseEnded), (.running, .pauseEnded):
      return .nothing

    // Late results of attempts.
    case (.held, .succeeded), (.held, .failed), (.ready, .succeeded), (.ready, .failed),
      (.pausing, .succeeded), (.pausing, .failed):
      return .nothing

    case (.succeeded, _), (.failed, _), (.cancelled, _):
      return .nothing
    }
  }
}
