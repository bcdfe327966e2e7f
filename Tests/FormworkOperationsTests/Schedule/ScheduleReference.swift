@testable import FormworkOperations

/// A schedule as its page has it: lists that are looked through from end to end, and the times of all that began.
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
  /// Those that are not over, by number.
  private(set) var members: [Int: Member] = [:]
  /// The attempts of cancelled ones that have not answered yet, by number.
  private(set) var stopped: [Int: Int] = [:]
  /// When operations have begun.
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

  /// The number whose turn is next, by the page.
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

  /// Whether one more may begin.
  func mayBegin(at now: Duration) -> Bool {
    let running = members.values.count { $0.status == .running }
    guard running + stopped.count < limits.width else { return false }
    guard let rate = limits.rate else { return true }
    return tokens(at: now, rate) > 0
  }

  /// What is in the bucket, by playing all that began once more.
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

  /// Ends a member, and of those that wait for it, all where it has not succeeded.
  ///
  /// - Returns: All that have ended, and how.
  mutating func end(
    _ number: Int, _ outcome: OperationSchedule.Outcome
  ) -> [Int: OperationSchedule.Outcome] {
    guard let member = members.removeValue(forKey: number) else { return [:] }
    if outcome == .cancelled, member.status == .running { stopped[number] = member.attempt }
    var ended = [number: outcome]
    // In the order of their numbers: that is the order in which they were added.
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
