/// The state machine of an operation with retries.
struct OperationMachine: Sendable {
  enum State: Hashable, Sendable {
    /// The operation waits for its turn. Attempts count from 1.
    case ready(attempt: Int)
    case running(attempt: Int)

    /// The operation failed, and waits for the next attempt.
    case pausing(attempt: Int)
    case ended
  }

  enum Event: Hashable, Sendable {
    /// The limits allow the operation to run.
    case turnCame
    case succeeded
    case failed(isLast: Bool)
    case pauseEnded

    /// The caller does not wait any longer.
    case cancelled
  }

  enum Action: Hashable, Sendable {
    case nothing

    /// Add the operation to the end of the queue.
    case queue
    case run

    /// Start the pause before the next attempt.
    case pause
    case end
  }

  private(set) var state: State

  init(state: State = .ready(attempt: 1)) { self.state = state }

  mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.ready(let attempt), .turnCame):
      state = .running(attempt: attempt)
      return .run
    case (.ready, .cancelled), (.pausing, .cancelled), (.running, .succeeded):
      state = .ended
      return .end
    case (.running(let attempt), .failed(let isLast)):
      state = isLast ? .ended : .pausing(attempt: attempt)
      return isLast ? .end : .pause
    case (.pausing(let attempt), .pauseEnded):
      state = .ready(attempt: attempt + 1)
      return .queue

    // The operation is not waiting for a turn or in a pause.
    case (.running, .turnCame), (.pausing, .turnCame), (.ready, .pauseEnded),
      (.running, .pauseEnded):
      return .nothing

    // No attempt is running.
    case (.ready, .succeeded), (.ready, .failed), (.pausing, .succeeded), (.pausing, .failed):
      return .nothing

    // The attempt ends on its own, and keeps its place until then.
    case (.running, .cancelled):
      return .nothing

    case (.ended, _):
      return .nothing
    }
  }
}
