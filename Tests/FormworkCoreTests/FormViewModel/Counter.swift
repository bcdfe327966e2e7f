import Synchronization

final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func increase() { value.withLock { $0 += 1 } }
}
