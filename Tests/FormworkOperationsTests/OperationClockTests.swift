import TestSupport
import Testing

@testable import FormworkOperations

/// All sleepers share one thread: parallel tests would wake it for each other.
@Suite(.serialized)
struct OperationClockTests {
  private let clock = OperationClock()

  @Test(.timeLimit(.minutes(20)))
  func sleepsUntilTheDeadlineAtLeast() async throws {
    let deadline = clock.now.advanced(by: .milliseconds(30))
    try await clock.sleep(until: deadline)
    #expect(clock.now >= deadline)
  }

  @Test(
    arguments: [
      (.zero, 7, 999_999_999), (.nanoseconds(-5), 7, 999_999_999), (.nanoseconds(1), 8, 0),
      (Duration(secondsComponent: 0, attosecondsComponent: 1), 8, 0),
      (.nanoseconds(999_999_999), 8, 999_999_998), (.seconds(2), 9, 999_999_999),
      (.milliseconds(1_500), 9, 499_999_999), (.seconds(Int64.max), 3_000_000_007, 999_999_999),
    ] as [(Duration, Int, Int)])
  func aDeadlineIsCountedUpToTheNanosecondAbove(
    _ duration: Duration, seconds: Int, nanoseconds: Int
  ) {
    #expect(time(duration, after: (7, 999_999_999)) == (seconds, nanoseconds))
  }

  /// A long sleep in the other direction would exceed the limit.
  @Test(.timeLimit(.minutes(20)), arguments: [Duration.seconds(-100_000), .zero])
  func deadlineThatHasPassedIsNotWaitedFor(_ distance: Duration) async throws {
    let deadline = clock.now.advanced(by: distance)
    let sleeper = Task { [clock] in try await clock.sleep(until: deadline) }
    let limit = Task { [clock] in
      try await clock.sleep(for: .seconds(60))
      sleeper.cancel()
    }
    try await sleeper.value
    limit.cancel()
    await #expect(throws: CancellationError.self) { try await limit.value }
  }

  /// The thread already waits for a later time: it has to be woken earlier.
  @Test(.timeLimit(.minutes(20)))
  func whoIsDueEarlierIsNotKeptByWhoIsDueLater() async throws {
    let sleeperCount = Synchronized(0)
    let late = (0..<5).map { _ in
      Task { [clock] in
        sleeperCount.change { $0 += 1 }
        try await clock.sleep(for: .seconds(100_000))
      }
    }
    while sleeperCount.current < late.count { await Task.yield() }
    for pause in [30, 20, 10] { try await clock.sleep(for: .milliseconds(pause)) }
    for task in late {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  /// Without the cancellation it would sleep beyond the limit.
  @Test(.timeLimit(.minutes(20)))
  func cancelledSleeperWakesAtOnce() async {
    let hasBegun = Synchronized(false)
    let task = Task {
      hasBegun.change { $0 = true }
      try await clock.sleep(for: .seconds(100_000))
    }
    while !hasBegun.current { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(.timeLimit(.minutes(20)))
  func aTaskThatIsCancelledBeforehandDoesNotSleep() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(100_000))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(.timeLimit(.minutes(20)))
  func longestSleepCanBeCancelled() async {
    let task = Task { try await clock.sleep(for: .seconds(Int64.max / 4)) }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Half of them are cancelled at a random time of their sleep: each wakes exactly once.
  @Test(.timeLimit(.minutes(20)), .serialized, arguments: 0..<20)
  func eachSleeperWakesOnce(_ seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let wakings = Synchronized<[Int: Int]>([:])
    let tasks = (0..<100).map { number in
      let pause = Duration.microseconds(Int.random(in: 0...3000, using: &generator))
      return Task {
        do {
          try await clock.sleep(for: pause)
        } catch {
          #expect(error is CancellationError)
        }
        wakings.change { $0[number, default: 0] += 1 }
      }
    }
    for task in tasks where Bool.random(using: &generator) { task.cancel() }
    for task in tasks { await task.value }
    #expect(wakings.current == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, 1) }))
  }
}
