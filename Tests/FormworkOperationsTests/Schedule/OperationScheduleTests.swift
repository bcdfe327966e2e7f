import TestSupport
import Testing

@testable import FormworkOperations

struct OperationScheduleTests {
  typealias ID = OperationSchedule.ID
  typealias Effect = OperationSchedule.Effect

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
    var reference = ScheduleReference(limits)
    var now = Duration.zero
    var count = 0
    for _ in 0..<80 {
      var ended: [Int: OperationSchedule.Outcome] = [:]
      let effects: [Effect]
      let running = reference.members.filter { $0.value.status == .running }.keys.sorted()
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        count += 1
        let others = Set((0..<2).map { _ in Int.random(in: 0...count, using: &random) })
          .subtracting([0, count])
        let after = Bool.random(using: &random) ? others : []
        let priority = try #require(OperationPriority.allCases.randomElement(using: &random))
        let retries = RetryPolicy(
          attempts: .random(in: 1...3, using: &random), pause: .seconds(2), limit: .seconds(3))
        let id: ID
        (id, effects) = schedule.add(
          after: Set(after.map { ID(rawValue: UInt64($0)) }), priority: priority, retries: retries,
          at: now)
        try #require(id.rawValue == UInt64(count))
        reference.add(count, after: after, priority: priority, retries: retries)
      case 2:
        let number = Int.random(in: 0...count, using: &random)
        effects = schedule.cancel(ID(rawValue: UInt64(number)), at: now)
        let isRunning = running.contains(number)
        ended = reference.end(number, .cancelled)
        try #require(effects.contains(.stop(ID(rawValue: UInt64(number)))) == isRunning)
      case 3 where !reference.stopped.isEmpty:
        // A cancelled operation ends, and frees its place.
        let (number, attempt) = try #require(reference.stopped.min { $0.key < $1.key })
        reference.noteAnswer(ofStopped: number)
        effects = schedule.attemptEnded(
          ID(rawValue: UInt64(number)), attempt: attempt, succeeded: true, at: now)
      case 3, 4:
        guard let number = running.randomElement(using: &random),
          let member = reference.members[number]
        else { continue }
        let succeeded = Bool.random(using: &random)
        let isFinal = Int.random(in: 0..<4, using: &random) == 0
        // An attempt that has ended does not answer.
        try #require(
          schedule.attemptEnded(
            ID(rawValue: UInt64(number)), attempt: member.attempt - 1, succeeded: true, at: now)
            == [])
        effects = schedule.attemptEnded(
          ID(rawValue: UInt64(number)), attempt: member.attempt, succeeded: succeeded,
          isFinal: isFinal, at: now)
        if succeeded {
          ended = reference.end(number, .succeeded)
        } else if isFinal || member.attempt == member.retries.attempts {
          ended = reference.end(number, .failed)
        } else {
          reference.pause(number)
        }
      default:
        now += .milliseconds(Int.random(in: 0...2_000, using: &random))
        effects = schedule.advance(to: now)
      }
      try Self.compare(effects, ended, now, &reference)
      // Both know the same unfinished operations, and none waits that could run.
      try #require(schedule.count == reference.members.count)
      try #require(reference.next == nil || !reference.mayBegin(at: now))
    }
    // Finally all remaining operations end, at the times that the schedule requests.
    for _ in 0..<10_000 where schedule.count > 0 {
      let running = reference.members.filter { $0.value.status == .running }.keys.min()
      let effects: [Effect]
      var ended: [Int: OperationSchedule.Outcome] = [:]
      if let running, let attempt = reference.members[running]?.attempt {
        effects = schedule.attemptEnded(
          ID(rawValue: UInt64(running)), attempt: attempt, succeeded: true, at: now)
        ended = reference.end(running, .succeeded)
      } else if let (number, attempt) = reference.stopped.first {
        reference.noteAnswer(ofStopped: number)
        effects = schedule.attemptEnded(
          ID(rawValue: UInt64(number)), attempt: attempt, succeeded: false, at: now)
      } else {
        now = max(now, try #require(schedule.nextWake))
        effects = schedule.advance(to: now)
      }
      try Self.compare(effects, ended, now, &reference)
    }
    try #require(schedule.count == 0)
    #expect(schedule.nextWake == nil)
  }

  /// Compares effects with the ends and the starts that the reference expects.
  private static func compare(
    _ effects: [Effect], _ ended: [Int: OperationSchedule.Outcome], _ now: Duration,
    _ reference: inout ScheduleReference
  ) throws {
    var told: [Int: OperationSchedule.Outcome] = [:]
    for effect in effects {
      switch effect {
      case .ended(let id, let outcome): told[Int(id.rawValue)] = outcome
      case .stop: break
      case .run(let id, let attempt):
        let number = Int(id.rawValue)
        // A pause ends when the schedule says so, and never after its limit.
        if reference.members[number]?.status == .pausing { reference.makeReady(number) }
        try #require(reference.mayBegin(at: now))
        reference.begin(number, at: now)
        try #require(reference.members[number]?.attempt == attempt)
      }
    }
    try #require(told == ended)
  }

  @Test func turnsGoByPriorityAndThenByTheTimeOfBeingReady() {
    var schedule = OperationSchedule(OperationLimits(width: 1))
    var order: [UInt64] = []
    func note(_ effects: [Effect]) {
      for case .run(let id, _) in effects { order.append(id.rawValue) }
    }
    for priority in [OperationPriority.low, .low, .normal, .high, .normal, .high] {
      note(schedule.add(priority: priority, at: .zero).1)
    }
    for _ in 0..<6 {
      let id = ID(rawValue: order.last ?? 0)
      note(schedule.attemptEnded(id, attempt: 1, succeeded: true, at: .zero))
    }
    #expect(order == [1, 4, 6, 3, 5, 2])
  }

  @Test func aBucketLetsABurstBeginAndThenOneAnInterval() {
    let rate = OperationRate(burst: 3, interval: .seconds(10))
    var schedule = OperationSchedule(OperationLimits(rate: rate))
    var begun: [Int] = []
    func count(_ effects: [Effect]) -> Int {
      effects.count { if case .run = $0 { true } else { false } }
    }
    begun.append((0..<6).map { _ in count(schedule.add(at: .seconds(100)).1) }.reduce(0, +))
    #expect(schedule.nextWake == .seconds(110))
    for time in [109, 110, 119, 130, 200] {
      begun.append(count(schedule.advance(to: .seconds(time))))
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

  @Test func aLongChainIsCancelledAsAWhole() {
    var schedule = OperationSchedule(OperationLimits(width: 1))
    var last = schedule.add(at: .zero).0
    let first = last
    for _ in 0..<50_000 { last = schedule.add(after: [last], at: .zero).0 }
    let effects = schedule.cancel(first, at: .zero)
    #expect(effects.count == 50_002)
    #expect(effects.last == .ended(last, .cancelled))
    #expect(schedule.count == 0)
  }
}
