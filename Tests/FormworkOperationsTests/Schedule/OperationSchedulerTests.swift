import FormworkOperations
import TestSupport
import Testing

struct OperationSchedulerTests {
  struct Refusal: Error {}

  /// Threads of these tests alone: others may keep Swift's own busy.
  private static let executor = OperationExecutor(threadLimit: 4)

  /// The events, in order.
  private let events = Synchronized<[String]>([])

  private func note(_ event: String) { events.change { $0.append(event) } }

  private func waitForEvents(_ expected: [String]) async throws {
    let found = try await onThreadOfItsOwn { [events] in
      events.wait { $0.count >= expected.count ? $0 : nil }
    }
    #expect((found ?? events.current) == expected)
  }

  // A cancelled operation keeps its place until it ends.
  @Test func cancellationReachesTheWork() async throws {
    let scheduler = OperationScheduler(OperationLimits(width: 1), clock: OperationClock())
    let (stream, end) = AsyncStream<Void>.makeStream()
    let first = Task(executorPreference: Self.executor) {
      try await scheduler.run(retries: RetryPolicy(attempts: 3)) {
        note("first")
        for await _ in stream {}
        note("first: cancelled \(Task.isCancelled)")
        throw Refusal()
      }
    }
    try await waitForEvents(["first"])
    let second = Task(executorPreference: Self.executor) {
      try await scheduler.run { note("second") }
    }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    try await second.value
    try await waitForEvents(["first", "first: cancelled true", "second"])
    end.finish()
  }

  @Test func whatWaitsIsCancelledAtOnce() async throws {
    let clock = ManualClock()
    let rate = OperationRate(burst: 1, interval: .seconds(5))
    let scheduler = OperationScheduler(OperationLimits(rate: rate), clock: clock)
    try await scheduler.run {}
    let waiting = Task(executorPreference: Self.executor) {
      try await scheduler.run { note("never") }
    }
    #expect(await sleepers(of: clock, [.seconds(5)]))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    // The schedule does not wait for the next token.
    #expect(await sleepers(of: clock, []))
    #expect(events.current == [])
  }

  @Test func aTaskThatIsCancelledBeforeRunsNothing() async throws {
    let scheduler = OperationScheduler(clock: OperationClock())
    let task = Task(executorPreference: Self.executor) {
      withUnsafeCurrentTask { $0?.cancel() }
      try await scheduler.run { note("never") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(events.current == [])
  }

  @Test func whatFailsIsTriedAgainAfterAPauseThatLeavesItsPlaceToOthers() async throws {
    let clock = ManualClock()
    let scheduler = OperationScheduler(
      OperationLimits(width: 1), clock: clock, generator: Greatest())
    let attempts = Synchronized(0)
    let retries = RetryPolicy(attempts: 3, pause: .seconds(1), limit: .seconds(9))
    let task = Task(executorPreference: Self.executor) {
      try await scheduler.run(
        retries: retries, pause: { $0 is Refusal ? .seconds(3) : .zero }
      ) {
        let attempt = attempts.change { attempts in
          attempts += 1
          return attempts
        }
        switch attempt {
        case 1: throw Refusal()
        case 2: throw CancellationError()
        default: return attempt
        }
      }
    }
    #expect(await sleepers(of: clock, [.seconds(4)]))
    #expect(try await scheduler.run { 4 } == 4)
    clock.advance(by: .seconds(4))
    #expect(await sleepers(of: clock, [.seconds(2)]))
    clock.advance(by: .seconds(2))
    #expect(try await task.value == 3)
  }

  @Test func whatWouldFailAgainIsNotTriedAgain() async throws {
    let scheduler = OperationScheduler(clock: ManualClock())
    await #expect(throws: Refusal.self) {
      try await scheduler.run(retries: RetryPolicy(attempts: 3), isFinal: { $0 is Refusal }) {
        note("once")
        throw Refusal()
      }
    }
    #expect(events.current == ["once"])
  }

  @Test func aRateHoldsBackWhatIsTooMuch() async throws {
    let clock = ManualClock()
    let rate = OperationRate(burst: 1, interval: .seconds(5))
    let scheduler = OperationScheduler(OperationLimits(rate: rate), clock: clock)
    #expect(try await scheduler.run { 1 } == 1)
    let second = Task(executorPreference: Self.executor) { try await scheduler.run { 2 } }
    #expect(await sleepers(of: clock, [.seconds(5)]))
    clock.advance(by: .seconds(5))
    #expect(try await second.value == 2)
  }

  private func sleepers(of clock: ManualClock, _ ends: [Duration]) async -> Bool {
    (try? await onThreadOfItsOwn { clock.waitForSleepers(ends) }) ?? false
  }
}
