/// Which operations run, and when: a queue without clock, threads or work.
///
/// The owner tells what has happened and when, in time since any moment that stays the same, and does what comes back.
/// Operations of one priority have their turns in the order in which they became ready.
struct OperationSchedule: Sendable {
  /// An operation; ids rise, and are never used again.
  struct ID: Hashable, Sendable {
    /// Counted from 1.
    let rawValue: UInt64
  }

  /// How an operation has ended.
  enum Outcome: Hashable, Sendable {
    case succeeded, failed, cancelled
  }

  /// What the owner has to do.
  enum Effect: Hashable, Sendable {
    /// Run it, and tell what came of this attempt.
    case run(ID, attempt: Int)

    /// Cancel what runs: its answer counts no more.
    case stop(ID)

    /// It has ended. It is forgotten: what waited for it is told by effects of its own.
    case ended(ID, Outcome)
  }

  private struct Entry {
    var machine: OperationMachine
    let priority: OperationPriority
    let retries: RetryPolicy
    /// Those that wait for it.
    var dependents: [ID] = []
  }

  private let limits: OperationLimits
  private var entries: [ID: Entry] = [:]
  private var lastID: UInt64 = 0
  /// The attempts that run, those of cancelled operations among them: until they have answered, they have a place.
  private var running: [ID: Int] = [:]
  /// Those that are ready, by priority; an id that is not ready any more is passed over.
  private var lines: [OperationPriority: Line] = [:]
  private var pauses: [ID: (attempt: Int, end: Duration)] = [:]
  private var tokens: Int
  /// When the last token came.
  private var refilledAt: Duration = .zero
  private var generator: any RandomNumberGenerator & Sendable

  /// A line in which operations wait for their turn.
  private struct Line {
    private var ids: [ID] = []
    private var first = 0

    mutating func append(_ id: ID) { ids.append(id) }

    var next: ID? { first < ids.count ? ids[first] : nil }

    func contains(where isWanted: (ID) -> Bool) -> Bool { ids[first...].contains(where: isWanted) }

    mutating func removeFirst() {
      first += 1
      // What was taken out is given back once it is half of all.
      if first * 2 > ids.count {
        ids.removeFirst(first)
        first = 0
      }
    }
  }

  /// Makes an empty schedule; the generator draws the pauses before what has failed is tried again.
  init(
    _ limits: OperationLimits = OperationLimits(),
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.limits = limits
    self.generator = generator
    tokens = limits.rate?.burst ?? 0
  }

  /// How many are not over.
  var count: Int { entries.count }

  /// When ``advance(to:)`` is to be called again though nothing has happened, if it is.
  var nextWake: Duration? {
    let pause = pauses.values.map(\.end).min()
    guard let rate = limits.rate, tokens == 0, running.count < limits.width, hasReady else {
      return pause
    }
    let token = refilledAt + rate.interval
    return pause.map { min($0, token) } ?? token
  }

  private var hasReady: Bool {
    lines.values.contains { $0.contains(where: isReady) }
  }

  // MARK: What happens

  /// Adds an operation.
  ///
  /// - Parameters:
  ///   - dependencies: Those that have to succeed first; one that is not there has succeeded.
  ///   - isLost: Whether one of them has ended otherwise: this one is cancelled at once.
  ///   - priority: Which have their turn first, once they are ready.
  ///   - retries: Whether it is tried again.
  ///   - now: The time.
  /// - Returns: Its id, and what to do.
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
    if awaited.isEmpty { lines[priority, default: Line()].append(id) }
    return (id, advance(to: now))
  }

  /// An attempt has ended; of a cancelled operation it only makes room for others.
  ///
  /// - Parameters:
  ///   - id: Which operation.
  ///   - attempt: Which attempt.
  ///   - succeeded: Whether it has done what it does.
  ///   - isFinal: Whether it would fail again, so that it is not tried again.
  ///   - now: The time.
  /// - Returns: What to do.
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

  /// An operation is not wanted any more, and so are those that wait for it.
  ///
  /// What runs has its place until it has answered.
  mutating func cancel(_ id: ID, at now: Duration) -> [Effect] {
    var effects: [Effect] = []
    apply(.cancelled, to: id, at: now, &effects)
    return effects + advance(to: now)
  }

  /// Time has passed: pauses may be over, and what waits may have its turn.
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
    // A full bucket gets nothing: the next interval begins with the operation that takes the first token out.
    if tokens == rate.burst { refilledAt = max(refilledAt, now) }
  }

  private func isReady(_ id: ID) -> Bool {
    if case .ready? = entries[id]?.machine.state { true } else { false }
  }

  /// Takes out of the lines the one whose turn is next.
  private mutating func nextReady() -> ID? {
    for priority in OperationPriority.allCases.reversed() {
      while let id = lines[priority]?.next {
        lines[priority]?.removeFirst()
        if isReady(id) { return id }
      }
    }
    return nil
  }

  /// Tells a machine what happened, and of its end those that wait for it: a chain of them may be long.
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
        lines[entry.priority, default: Line()].append(id)
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
  /// The attempt that is to come, runs, or is over; none has begun while it is held.
  fileprivate var attempt: Int {
    switch state {
    case .ready(let attempt), .running(let attempt), .pausing(let attempt): attempt
    case .held, .succeeded, .failed, .cancelled: 0
    }
  }

  /// How it has ended, or would if it ended now.
  fileprivate var outcome: OperationSchedule.Outcome {
    switch state {
    case .succeeded: .succeeded
    case .failed: .failed
    case .held, .ready, .running, .pausing, .cancelled: .cancelled
    }
  }
}
