import TestSupport

/// Lets a few through at a time: who checks a front end mostly waits, but not only.
actor Turnstile {
  static let shared = Turnstile()

  private var free = 4
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs what blocks, in its turn.
  func pass<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
    -> Result
  {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    defer {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
    return try await onThreadOfItsOwn(body)
  }
}
