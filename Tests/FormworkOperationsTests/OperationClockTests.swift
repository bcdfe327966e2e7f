import FormworkOperations
import TestSupport
import Testing

struct OperationClockTests {
  private let clock = OperationClock()

  @Test(.timeLimit(.minutes(1)))
  func sleepsUntilTheDeadlineAtLeast() async throws {
    let deadline = clock.now.advanced(by: .milliseconds(30))
    try await clock.sleep(until: deadline)
    #expect(clock.now >= deadline)
  }

  @Test(.timeLimit(.minutes(1)))
  func deadlineThatHasPassedIsNotWaitedFor() async throws {
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-5)))
    try await clock.sleep(for: .zero)
  }

  /// The later ones are there first: each that is due earlier has to hurry the thread.
  @Test(.timeLimit(.minutes(1)))
  func wakesInTheOrderOfTheDeadlines() async throws {
    let woken = Monitor<[Int]>([])
    let start = clock.now
    let tasks = (1...5).reversed().map { number in
      Task {
        try await clock.sleep(until: start.advanced(by: .milliseconds(60 * number)))
        woken.change { $0.append(number) }
      }
    }
    for task in tasks { try await task.value }
    #expect(woken.current == [1, 2, 3, 4, 5])
  }

  /// Without the cancellation it would sleep beyond the limit.
  @Test(.timeLimit(.minutes(1)))
  func cancelledSleeperWakesAtOnce() async {
    let hasBegun = Monitor(false)
    let task = Task {
      hasBegun.change { $0 = true }
      try await clock.sleep(for: .seconds(100_000))
    }
    while !hasBegun.current { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(.timeLimit(.minutes(1)))
  func whoeverIsCancelledBeforehandDoesNotSleep() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(100_000))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(.timeLimit(.minutes(1)))
  func longestSleepCanBeCancelled() async {
    let task = Task { try await clock.sleep(for: .seconds(Int64.max / 4)) }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Half of them are cancelled at any moment of their sleep: each wakes exactly once.
  @Test(.timeLimit(.minutes(1)), .serialized, arguments: 0..<20)
  func eachSleeperWakesOnce(_ seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let wakings = Monitor<[Int: Int]>([:])
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
