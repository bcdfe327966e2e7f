@testable import FormworkOperations

/// A naive schedule: lists that are searched from end to end, and the times of all starts.
struct ScheduleReference {
  enum Status: Equatable {
    case held(Set<Int>)
    case ready(since: Int)
    case running
    case pausing
  }

  struct Member {
    var status: Status
    let priority: OperationPriority
    let retries: RetryPolicy
    var attempt = 0
  }

  let limits: OperationLimits
  /// The unfinished operations, by number.
  private(set) var members: [Int: Member] = [:]
  /// The unanswered attempts of cancelled operations, by number.
  private(set) var stopped: [Int: Int] = [:]
  /// The times at which operations started.
  private(set) var starts: [Duration] = []
  private var readyCount = 0

  init(_ limits: OperationLimits) { self.limits = limits }

  mutating func add(
    _ number: Int, after others: Set<Int>, priority: OperationPriority, retries: RetryPolicy
  ) {
    let awaited = others.filter { members[$0] != nil }
    members[number] = Member(status: .held(awaited), priority: priority, retries: retries)
    if awaited.isEmpty { makeReady(number) }
  }

  mutating func makeReady(_ number: Int) {
    readyCount += 1
    members[number]?.status = .ready(since: readyCount)
  }

  /// The number of the next operation.
  var next: Int? {
    let ready = members.compactMap { number, member in
      if case .ready(let since) = member.status {
        (number, -member.priority.rawValue, since)
      } else {
        nil
      }
    }
    return ready.min { ($0.1, $0.2) < ($1.1, $1.2) }?.0
  }

  /// Whether another operation may start.
  func mayBegin(at now: Duration) -> Bool {
    let running = members.values.count { $0.status == .running }
    guard running + stopped.count < limits.width else { return false }
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

  mutating func begin(_ number: Int, at now: Duration) {
    members[number]?.status = .running
    members[number]?.attempt += 1
    starts.append(now)
  }

  mutating func noteAnswer(ofStopped number: Int) { stopped[number] = nil }

  mutating func pause(_ number: Int) { members[number]?.status = .pausing }

  /// Ends a member, and its dependents unless it succeeded.
  ///
  /// - Returns: The members that have ended, and their results.
  mutating func end(
    _ number: Int, _ outcome: OperationSchedule.Outcome
  ) -> [Int: OperationSchedule.Outcome] {
    guard let member = members.removeValue(forKey: number) else { return [:] }
    if outcome == .cancelled, member.status == .running { stopped[number] = member.attempt }
    var ended = [number: outcome]
    // In the order of their numbers, in which they were added.
    for (other, member) in members.sorted(by: { $0.key < $1.key }) {
      guard case .held(var awaited) = member.status, awaited.remove(number) != nil else { continue }
      if outcome != .succeeded {
        ended.merge(end(other, .cancelled)) { one, _ in one }
      } else if awaited.isEmpty {
        makeReady(other)
      } else {
        members[other]?.status = .held(awaited)
      }
    }
    return ended
  }
}
