import Foundation

/// A value that threads share, and whose changes a thread can wait for, within a limit.
///
/// It uses a condition of pthreads, which the thread sanitizer understands.
package final class WaitableValue<Value>: @unchecked Sendable {
  private let condition = NSCondition()
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
  }

  /// Changes the value, and wakes the waiting threads.
  package func change<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(&value)
  }

  // Waits until `body` returns a value. It runs at once and after each change.
  //
  // - Returns: The result of `body`, or `nil` after the limit.
  package func wait<Result>(
    limit: Duration = defaultLimit, until body: (Value) -> Result?
  ) -> Result? {
    let clock = SuspendingClock()
    let deadline = clock.now + limit
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = body(value) { return result }
      let remaining = clock.now.duration(to: deadline)
      guard remaining > .zero else { return nil }
      // The condition uses the wall clock, which may jump, but the deadline does not.
      _ = condition.wait(until: Date(timeIntervalSinceNow: remaining / .seconds(1)))
    }
  }
}

extension WaitableValue where Value: Sendable {
  /// The current value.
  package var current: Value {
    change { $0 }
  }
}
