@testable import FormworkOperations

/// A naive schedule: lists that are searched from end to end, and the times of all starts.
struct ScheduleReference<Generator: RandomNumberGenerator> {
  enum Status: Equatable {
    case ready(since: Int)
    case running
    case pausing(until: Duration)
  }

  struct Member {
    var status: Status
    let priority: OperationPriority
    let retries: RetryPolicy
    var attempt = 1
  }

  private let limits: OperationLimits
  private var generator: Generator
  /// The unfinished operations, by number.
  private(set) var members: [Int: Member] = [:]
  /// The times at which operations started.
  private var starts: [Duration] = []
  private var readyCount = 0

  init(_ limits: OperationLimits, _ generator: Generator) {
    (self.limits, self.generator) = (limits, generator)
  }

  /// The numbers of the running operations.
  var running: [Int] { members.filter { $0.value.status == .running }.keys.sorted() }

  mutating func add(_ number: Int, priority: OperationPriority, retries: RetryPolicy) {
    readyCount += 1
    members[number] = Member(
      status: .ready(since: readyCount), priority: priority, retries: retries)
  }

  mutating func cancel(_ number: Int) {
    if members[number]?.status != .running { members[number] = nil }
  }

  mutating func succeed(_ number: Int) { members[number] = nil }

  /// Ends an attempt, and returns whether another one follows.
  mutating func fail(_ number: Int, isFinal: Bool, pause: Duration, at now: Duration) -> Bool {
    guard let member = members[number], !isFinal, member.attempt < member.retries.attempts else {
      members[number] = nil
      return false
    }
    let random = member.retries.pause(after: member.attempt, using: &generator)
    members[number]?.status = .pausing(until: now + pause + random)
    members[number]?.attempt += 1
    return true
  }

  /// Returns the numbers of the operations that start.
  mutating func advance(to now: Duration) -> [Int] {
    let pauses = members.compactMap { number, member in
      if case .pausing(let end) = member.status, end <= now { (end, number) } else { nil }
    }
    for (_, number) in pauses.sorted(by: <) {
      readyCount += 1
      members[number]?.status = .ready(since: readyCount)
    }
    var started: [Int] = []
    while let number = next, mayBegin(at: now) {
      members[number]?.status = .running
      starts.append(now)
      started.append(number)
    }
    return started
  }

  /// The number of the next operation.
  private var next: Int? {
    let ready = members.compactMap { number, member in
      if case .ready(let since) = member.status {
        (member.priority == .user ? 0 : 1, since, number)
      } else {
        nil
      }
    }
    return ready.min(by: <)?.2
  }

  /// Whether another operation may start.
  private func mayBegin(at now: Duration) -> Bool {
    guard running.count < limits.width else { return false }
    guard let rate = limits.rate else { return true }
    return tokens(at: now, rate) > 0
  }

  /// Returns the contents of the bucket, by replaying all starts.
  private func tokens(at now: Duration, _ rate: OperationRate) -> Int {
    var (tokens, filledAt) = (rate.burst, Duration.zero)
    for time in starts + [now] {
      while tokens < rate.burst, filledAt + rate.interval <= time {
        tokens += 1
        filledAt += rate.interval
      }
      if tokens == rate.burst { filledAt = time }
      tokens -= 1
    }
    return tokens + 1
  }
}
