/// Decides when operations run, by events with their times: a queue without a clock or threads.
struct OperationSchedule: Sendable {
  /// The id of an operation; ids increase, and are never reused.
  struct ID: Hashable, Sendable {
    /// The number of the operation, counted from 1.
    let rawValue: UInt64
  }

  private struct Entry {
    var machine = OperationMachine()
    let priority: OperationPriority
    let retries: RetryPolicy
  }

  private let limits: OperationLimits
  private var entries: [ID: Entry] = [:]
  private var lastID: UInt64 = 0
  private var runningCount = 0
  /// The ready operations by priority; ids that are no longer ready are skipped.
  private var lines: [OperationPriority: [ID]] = [:]
  /// The ends of the pauses.
  private var pauses: [ID: Duration] = [:]
  private var tokens: Int
  /// The time of the last token.
  private var refilledAt: Duration = .zero
  private var generator: any RandomNumberGenerator & Sendable

  /// Creates an empty schedule; the generator draws random pauses between attempts.
  init(
    _ limits: OperationLimits = OperationLimits(),
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.limits = limits
    self.generator = generator
    tokens = limits.rate?.burst ?? 0
  }

  var count: Int { entries.count }

  /// The time at which ``advance(to:)`` must be called even without an event; `nil` if not at all.
  var nextWake: Duration? {
    let pause = pauses.values.min()
    guard let rate = limits.rate, tokens == 0, runningCount < limits.width, hasReady else {
      return pause
    }
    let token = refilledAt + rate.interval
    return pause.map { min($0, token) } ?? token
  }

  private var hasReady: Bool { lines.values.joined().contains(where: isReady) }

  private func isReady(_ id: ID) -> Bool {
    if case .ready? = entries[id]?.machine.state { true } else { false }
  }

  func isRunning(_ id: ID) -> Bool {
    if case .running? = entries[id]?.machine.state { true } else { false }
  }

  // MARK: Events

  /// Adds an operation, which begins with the next call of ``advance(to:)`` at the earliest.
  mutating func add(
    priority: OperationPriority = .user, retries: RetryPolicy = .never
  ) -> ID {
    lastID += 1
    let id = ID(rawValue: lastID)
    entries[id] = Entry(priority: priority, retries: retries)
    lines[priority, default: []].append(id)
    return id
  }

  /// Records the success of a running attempt, which ends the operation.
  mutating func attemptSucceeded(_ id: ID) { _ = apply(.succeeded, to: id) }

  /// Records the failure of a running attempt.
  ///
  /// - Returns: Whether another attempt follows, after a random pause in addition to the requested one.
  mutating func attemptFailed(
    _ id: ID, isFinal: Bool = false, pause: Duration = .zero, at now: Duration
  ) -> Bool {
    guard let entry = entries[id], case .running(let attempt) = entry.machine.state else {
      return false
    }
    let isLast = isFinal || attempt >= entry.retries.attempts
    guard apply(.failed(isLast: isLast), to: id) == .pause else { return false }
    pauses[id] =
      now + max(.zero, pause) + entry.retries.pause(after: attempt, using: &generator)
    return true
  }

  /// Removes an operation unless it is running: the end of its attempt makes room for others.
  mutating func cancel(_ id: ID) { _ = apply(.cancelled, to: id) }

  /// Advances the time, which can end pauses, and returns the operations whose turn it is.
  mutating func advance(to now: Duration) -> [ID] {
    let over = pauses.filter { $0.value <= now }
    for (id, _) in over.sorted(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }) {
      _ = apply(.pauseEnded, to: id)
    }
    refill(at: now)
    var turns: [ID] = []
    while runningCount < limits.width, limits.rate == nil || tokens > 0, let id = nextReady() {
      if limits.rate != nil { tokens -= 1 }
      _ = apply(.turnCame, to: id)
      turns.append(id)
    }
    return turns
  }

  private mutating func refill(at now: Duration) {
    guard let rate = limits.rate else { return }
    while tokens < rate.burst, refilledAt + rate.interval <= now {
      tokens += 1
      refilledAt += rate.interval
    }
    // A full bucket gains no tokens: the next interval begins when the first token is removed.
    if tokens == rate.burst { refilledAt = max(refilledAt, now) }
  }

  private mutating func nextReady() -> ID? {
    for priority in OperationPriority.allCases {
      while let id = lines[priority]?.first {
        lines[priority]?.removeFirst()
        if isReady(id) { return id }
      }
    }
    return nil
  }

  private mutating func apply(
    _ event: OperationMachine.Event, to id: ID
  ) -> OperationMachine.Action {
    let wasRunning = isRunning(id)
    guard let action = entries[id]?.machine.apply(event), let entry = entries[id] else {
      return .nothing
    }
    switch action {
    case .nothing: break
    case .queue:
      pauses[id] = nil
      lines[entry.priority, default: []].append(id)
    case .run: runningCount += 1
    case .pause: runningCount -= 1
    case .end:
      if wasRunning { runningCount -= 1 }
      pauses[id] = nil
      entries[id] = nil
    }
    return action
  }
}
