import TestSupport
import Testing

@testable import FormworkOperations

struct OperationScheduleTests {
  typealias ID = OperationSchedule.ID

  static let limits = [
    OperationLimits(), OperationLimits(width: 1), OperationLimits(width: 3),
    OperationLimits(rate: OperationRate(burst: 2, interval: .seconds(3))),
    OperationLimits(width: 2, rate: OperationRate(burst: 4, interval: .seconds(1))),
  ]

  /// Compares random operations, ends and times with the naive ``ScheduleReference``.
  @Test(arguments: UInt64(0)..<500)
  func itDoesWhatThePageSays(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let limits = try #require(Self.limits.randomElement(using: &random))
    var schedule = OperationSchedule(limits, generator: SeededGenerator(seed: seed))
    var reference = ScheduleReference(limits, SeededGenerator(seed: seed))
    var now = Duration.zero
    var count = 0
    for _ in 0..<80 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        count += 1
        let priority = try #require(OperationPriority.allCases.randomElement(using: &random))
        let retries = RetryPolicy(
          attempts: .random(in: 1...3, using: &random), pause: .seconds(2), limit: .seconds(3))
        let id = schedule.add(priority: priority, retries: retries)
        try #require(id.rawValue == UInt64(count))
        reference.add(count, priority: priority, retries: retries)
      case 2:
        let number = Int.random(in: 0...count, using: &random)
        schedule.cancel(ID(number))
        reference.cancel(number)
      case 3, 4:
        let number = Int.random(in: 0...count, using: &random)
        let isFinal = Int.random(in: 0..<4, using: &random) == 0
        let pause = Duration.seconds(Int.random(in: 0...4, using: &random))
        let succeeds = Bool.random(using: &random)
        // Without a running attempt, neither has an effect.
        let isRunning = reference.running.contains(number)
        if succeeds {
          schedule.attemptSucceeded(ID(number))
          if isRunning { reference.succeed(number) }
        } else {
          let isRepeated = schedule.attemptFailed(
            ID(number), isFinal: isFinal, pause: pause, at: now)
          let isExpected =
            isRunning && reference.fail(number, isFinal: isFinal, pause: pause, at: now)
          try #require(isRepeated == isExpected)
        }
      default: now += .milliseconds(Int.random(in: 0...2_000, using: &random))
      }
      try Self.compare(&schedule, &reference, at: now)
    }
    // Finally all remaining operations end, at the times that the schedule requests.
    for _ in 0..<10_000 where schedule.count > 0 {
      if let number = reference.running.first {
        schedule.attemptSucceeded(ID(number))
        reference.succeed(number)
      } else {
        now = max(now, try #require(schedule.nextWake))
      }
      try Self.compare(&schedule, &reference, at: now)
    }
    try #require(schedule.count == 0)
    #expect(schedule.nextWake == nil)
  }

  /// Compares the operations that start, and those that run and wait.
  private static func compare(
    _ schedule: inout OperationSchedule, _ reference: inout ScheduleReference<SeededGenerator>,
    at now: Duration
  ) throws {
    let (turns, expected) = (schedule.advance(to: now), reference.advance(to: now))
    try #require(turns == expected.map { ID($0) })
    try #require(schedule.count == reference.members.count)
    let running = reference.members.keys.sorted().filter { schedule.isRunning(ID($0)) }
    try #require(running == reference.running)
  }

  @Test func turnsGoByPriorityAndThenByTheTimeOfBeingReady() {
    var schedule = OperationSchedule(OperationLimits(width: 1))
    for priority in [OperationPriority.background, .background, .user, .background, .user] {
      _ = schedule.add(priority: priority)
    }
    var order = schedule.advance(to: .zero)
    // Another one is ready only after the first has begun.
    _ = schedule.add(priority: .user)
    for _ in 0..<6 {
      if let id = order.last { schedule.attemptSucceeded(id) }
      order += schedule.advance(to: .zero)
    }
    #expect(order == [3, 5, 6, 1, 2, 4].map { ID($0) })
  }

  @Test func aPauseLeavesThePlaceToOthersAndLastsAsLongAsRequested() {
    var schedule = OperationSchedule(OperationLimits(width: 1), generator: Greatest())
    let retries = RetryPolicy(attempts: 2, pause: .seconds(1))
    let (first, second) = (schedule.add(retries: retries), schedule.add())
    var turns = [schedule.advance(to: .zero)]
    let isRepeated = schedule.attemptFailed(first, pause: .seconds(5), at: .zero)
    #expect(isRepeated)
    turns.append(schedule.advance(to: .zero))
    schedule.attemptSucceeded(second)
    #expect(schedule.nextWake == .seconds(6))
    for time in [5_999, 6_000] { turns.append(schedule.advance(to: .milliseconds(time))) }
    #expect(turns == [[first], [second], [], [first]])
  }

  @Test func aBucketLetsABurstBeginAndThenOneAnInterval() {
    let rate = OperationRate(burst: 3, interval: .seconds(10))
    var schedule = OperationSchedule(OperationLimits(rate: rate))
    for _ in 0..<6 { _ = schedule.add() }
    var begun = [schedule.advance(to: .seconds(100)).count]
    #expect(schedule.nextWake == .seconds(110))
    for time in [109, 110, 119, 130, 200] {
      begun.append(schedule.advance(to: .seconds(time)).count)
    }
    #expect(begun == [3, 0, 1, 0, 2, 0])
    #expect(schedule.nextWake == nil)
  }

  @Test func pausesDoubleUpToALimit() {
    let policy = RetryPolicy(attempts: 100, pause: .seconds(1), limit: .seconds(30))
    var random = SeededGenerator(seed: 1)
    for (attempt, longest) in [(1, 1), (2, 2), (3, 4), (5, 16), (6, 30), (99, 30)] {
      let pauses = (0..<1_000).map { _ in policy.pause(after: attempt, using: &random) }
      #expect(pauses.allSatisfy { .zero <= $0 && $0 <= .seconds(longest) })
      let mean = pauses.reduce(.zero, +) / 1_000
      #expect(abs(mean / .seconds(longest) - 0.5) < 0.05)
    }
  }
}

extension OperationSchedule.ID {
  fileprivate init(_ number: Int) { self.init(rawValue: UInt64(number)) }
}

/// Draws the longest pause.
struct Greatest: RandomNumberGenerator {
  func next() -> UInt64 { .max }
}
