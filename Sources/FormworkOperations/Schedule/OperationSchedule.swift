/// Decides when operations run, by events with their times: a queue without a clock or threads.
struct OperationSchedule: Sendable {
  /// The id of an operation; ids increase, and are never reused.
  struct ID: Hashable, Sendable {
    /// The number of the operation, counted from 1.
    let rawValue: UInt64
  }

  enum Outcome: Hashable, Sendable {
    case succeeded, failed, cancelled
  }

  enum Effect: Hashable, Sendable {
    /// Run the operation, and report the result of this attempt.
    case run(ID, attempt: Int)

    /// Cancel the running attempt, whose result is ignored.
    case stop(ID)

    /// Report the end of the operation. Its dependents have their own effects.
    case ended(ID, Outcome)
  }

  private struct Entry {
    var machine: OperationMachine
    let priority: OperationPriority
    let retries: RetryPolicy
    var dependents: [ID] = []
  }

  private let limits: OperationLimits
  private var entries: [ID: Entry] = [:]
  private var lastID: UInt64 = 0
  /// The running attempts, including those of cancelled operations, which still count against the limit.
  private var running: [ID: Int] = [:]
  /// The ready operations by priority; ids that are no longer ready are skipped.
  private var lines: [OperationPriority: [ID]] = [:]
  private var pauses: [ID: (attempt: Int, end: Duration)] = [:]
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
    let pause = pauses.values.map(\.end).min()
    guard let rate = limits.rate, tokens == 0, running.count < limits.width, hasReady else {
      return pause
    }
    let token = refilledAt + rate.interval
    return pause.map { min($0, token) } ?? token
  }

  private var hasReady: Bool { lines.values.joined().contains(where: isReady) }

  // MARK: What happens

  /// Adds an operation; an unknown dependency counts as successful, a lost one cancels the operation.
  mutating func add(
    after dependencies: Set<ID> = [], isLost: Bool = false, priority: OperationPriority = .normal,
    retries: RetryPolicy = .never, at now: Duration
  ) -> (ID, [Effect]) {
    lastID += 1
    let id = ID(rawValue: lastID)
    let awaited = dependencies.filter { entries[$0] != nil }
    for other in awaited { entries[other]?.dependents.append(id) }
    entries[id] = Entry(
      machine: OperationMachine(dependencyCount: awaited.count), priority: priority,
      retries: retries)
    if isLost { return (id, cancel(id, at: now)) }
    if awaited.isEmpty { lines[priority, default: []].append(id) }
    return (id, advance(to: now))
  }

  /// Records the end of an attempt, which for a cancelled operation only makes room for others.
  mutating func attemptEnded(
    _ id: ID, attempt: Int, succeeded: Bool, isFinal: Bool = false, at now: Duration
  ) -> [Effect] {
    guard running[id] == attempt else { return [] }
    running[id] = nil
    guard let entry = entries[id] else { return advance(to: now) }
    let isLast = isFinal || attempt >= entry.retries.attempts
    var effects: [Effect] = []
    apply(
      succeeded ? .succeeded(attempt: attempt) : .failed(attempt: attempt, isLast: isLast),
      to: id, at: now, &effects)
    return effects + advance(to: now)
  }

  mutating func cancel(_ id: ID, at now: Duration) -> [Effect] {
    var effects: [Effect] = []
    apply(.cancelled, to: id, at: now, &effects)
    return effects + advance(to: now)
  }

  /// Advances the time, which can end pauses and start waiting operations.
  mutating func advance(to now: Duration) -> [Effect] {
    var effects: [Effect] = []
    let over = pauses.filter { $0.value.end <= now }
    for (id, pause) in over.sorted(by: {
      ($0.value.end, $0.key.rawValue) < ($1.value.end, $1.key.rawValue)
    }) {
      apply(.pauseEnded(attempt: pause.attempt), to: id, at: now, &effects)
    }
    refill(at: now)
    while running.count < limits.width, limits.rate == nil || tokens > 0, let id = nextReady() {
      if limits.rate != nil { tokens -= 1 }
      apply(.turnCame, to: id, at: now, &effects)
    }
    return effects
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

  private func isReady(_ id: ID) -> Bool {
    if case .ready? = entries[id]?.machine.state { true } else { false }
  }

  private mutating func nextReady() -> ID? {
    for priority in OperationPriority.allCases.reversed() {
      while let id = lines[priority]?.first {
        lines[priority]?.removeFirst()
        if isReady(id) { return id }
      }
    }
    return nil
  }

  /// Applies an event, and reports the end of an operation to a possibly long chain of dependents.
  private mutating func apply(
    _ event: OperationMachine.Event, to id: ID, at now: Duration, _ effects: inout [Effect]
  ) {
    var rest = [(id, event)][...]
    while let (id, event) = rest.popFirst() {
      guard let action = entries[id]?.machine.apply(event), let entry = entries[id] else {
        continue
      }
      switch action {
      case .nothing: break
      case .queue:
        pauses[id] = nil
        lines[entry.priority, default: []].append(id)
      case .run:
        running[id] = entry.machine.attempt
        effects.append(.run(id, attempt: entry.machine.attempt))
      case .pause:
        let attempt = entry.machine.attempt
        let pause = entry.retries.pause(after: attempt, using: &generator)
        pauses[id] = (attempt, now + pause)
      case .stop, .end:
        if action == .stop { effects.append(.stop(id)) }
        let outcome = entry.machine.outcome
        effects.append(.ended(id, outcome))
        pauses[id] = nil
        entries[id] = nil
        rest += entry.dependents.map {
          ($0, outcome == .succeeded ? .dependencySucceeded : .dependencyLost)
        }
      }
    }
  }
}

extension OperationMachine {
  /// The number of the next, current or last attempt; 0 before the first one.
  fileprivate var attempt: Int {
    switch state {
    case .ready(let attempt), .running(let attempt), .pausing(let attempt): attempt
    case .held, .succeeded, .failed, .cancelled: 0
    }
  }

  /// The result of the operation; `cancelled` if it has not ended.
  fileprivate var outcome: OperationSchedule.Outcome {
    switch state {
    case .succeeded: .succeeded
    case .failed: .failed
    case .held, .ready, .running, .pausing, .cancelled: .cancelled
    }
  }
}
