import FormworkOperations
import TestSupport
import Testing

struct OperationSchedulerTests {
  struct Refusal: Error {}

  /// The reported ends, in order, as words.
  private let told = Synchronized<[String]>([])

  private func note<Value: Sendable>(
    _ name: String
  ) -> @Sendable (Result<Value, any Error>) -> Void {
    { [told] result in
      let word =
        switch result {
        case .success(let value): "\(value)"
        case .failure(is CancellationError): "cancelled"
        case .failure: "failed"
        }
      told.change { $0.append("\(name): \(word)") }
    }
  }

  private func waitForEnds(_ count: Int) -> [String] {
    told.wait { $0.count >= count ? $0 : nil } ?? told.change { $0 }
  }

  @Test func oneRunsBehindTheOneThatItDependsOn() async throws {
    try await onThreadOfItsOwn {
      let scheduler = OperationScheduler(clock: OperationClock())
      let first = scheduler.add({ 1 }, ended: note("first"))
      let second = scheduler.add(after: [first], { 2 }, ended: note("second"))
      scheduler.add(after: [first, second], { 3 }, ended: note("third"))
      // Each is reported on a thread of its own.
      #expect(waitForEnds(3).sorted() == ["first: 1", "second: 2", "third: 3"])
    }
  }

  @Test func whatDependsOnAFailureIsCancelledAlsoLater() async throws {
    try await onThreadOfItsOwn {
      let scheduler = OperationScheduler(clock: OperationClock())
      let gate = Synchronized(false)
      let first = scheduler.add {
        _ = gate.wait { $0 ? true : nil }
        throw Refusal()
      } ended: { (result: Result<Int, any Error>) in
        note("first")(result)
      }
      scheduler.add(after: [first], { 2 }, ended: note("second"))
      gate.change { $0 = true }
      #expect(waitForEnds(2) == ["first: failed", "second: cancelled"])
      let runs = Synchronized(0)
      scheduler.add(after: [first], { runs.change { $0 += 1 } }, ended: note("third"))
      #expect(waitForEnds(3).last == "third: cancelled")
      // A ready operation runs, which shows that the third does not.
      scheduler.add({ runs.current }, ended: note("runs"))
      #expect(waitForEnds(4).last == "runs: 0")
    }
  }

  // Cancelling ends dependents as well. The cancelled operation's result is ignored, but it keeps its
  // place until it ends.
  @Test func cancellationReachesDependents() async throws {
    try await onThreadOfItsOwn {
      let scheduler = OperationScheduler(OperationLimits(width: 1), clock: OperationClock())
      let (hasBegun, gate) = (Synchronized(false), Synchronized(false))
      let first = scheduler.add {
        hasBegun.change { $0 = true }
        _ = gate.wait { $0 ? true : nil }
        return Task.isCancelled
      } ended: {
        note("first")($0)
      }
      scheduler.add(after: [first], { 2 }, ended: note("second"))
      #expect(hasBegun.wait { $0 ? true : nil } == true)
      scheduler.cancel(first)
      #expect(waitForEnds(1) == ["second: cancelled"])
      scheduler.add({ gate.current }, ended: note("third"))
      gate.change { $0 = true }
      #expect(waitForEnds(2) == ["second: cancelled", "third: true"])
    }
  }

  /// Waiting operations are reported when the scheduler is released.
  @Test func whatWaitsIsCancelledWithTheScheduler() async throws {
    try await onThreadOfItsOwn {
      let rate = OperationRate(burst: 1, interval: .seconds(5))
      var scheduler: OperationScheduler? = OperationScheduler(
        OperationLimits(rate: rate), clock: ManualClock())
      scheduler?.add({ 1 }, ended: note("first"))
      scheduler?.add({ 2 }, ended: note("second"))
      #expect(waitForEnds(1) == ["first: 1"])
      scheduler = nil
      #expect(waitForEnds(2) == ["first: 1", "second: cancelled"])
    }
  }

  @Test func whatFailsIsTriedAgainAfterAPause() async throws {
    try await onThreadOfItsOwn {
      let clock = ManualClock()
      let scheduler = OperationScheduler(clock: clock, generator: Greatest())
      let attempts = Synchronized(0)
      scheduler.add(retries: RetryPolicy(attempts: 3, pause: .seconds(1), limit: .seconds(9))) {
        let attempt = attempts.change { attempts in
          attempts += 1
          return attempts
        }
        if attempt < 3 { throw Refusal() }
        return attempt
      } ended: {
        note("third time")($0)
      }
      #expect(clock.waitForSleepers([.seconds(1)]))
      clock.advance(by: .seconds(1))
      #expect(clock.waitForSleepers([.seconds(2)]))
      clock.advance(by: .seconds(2))
      #expect(waitForEnds(1) == ["third time: 3"])
    }
  }

  @Test func whatWouldFailAgainIsNotTriedAgain() async throws {
    try await onThreadOfItsOwn {
      let scheduler = OperationScheduler(clock: ManualClock())
      scheduler.add(retries: RetryPolicy(attempts: 3), isFinal: { $0 is Refusal }) {
        throw Refusal()
      } ended: { (result: Result<Int, any Error>) in
        note("once")(result)
      }
      #expect(waitForEnds(1) == ["once: failed"])
    }
  }

  @Test func aRateHoldsBackWhatIsTooMuch() async throws {
    try await onThreadOfItsOwn {
      let clock = ManualClock()
      let rate = OperationRate(burst: 1, interval: .seconds(5))
      let scheduler = OperationScheduler(OperationLimits(rate: rate), clock: clock)
      scheduler.add({ 1 }, ended: note("first"))
      scheduler.add({ 2 }, ended: note("second"))
      #expect(waitForEnds(1) == ["first: 1"])
      #expect(clock.waitForSleepers([.seconds(5)]))
      clock.advance(by: .seconds(5))
      #expect(waitForEnds(2) == ["first: 1", "second: 2"])
    }
  }
}

/// Draws the longest pause.
private struct Greatest: RandomNumberGenerator {
  func next() -> UInt64 { .max }
}
