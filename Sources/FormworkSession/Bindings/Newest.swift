import FormworkOperations

/// A value that one thread changes, and that others read and follow.
final class Newest<Value: Sendable>: Sendable {
  private struct Follower {
    let stream: AsyncStream<Value>.Continuation

    /// What it was told last.
    var taken: Value?
  }

  private struct State {
    var current: Value?
    var isOver = false
    var followers: [Int: Follower] = [:]
    var count = 0
  }

  private let state = Synchronized(State())

  /// What it is now; `nil` where nothing was told yet, and at the end.
  var current: Value? { state.withState(\.current) }

  /// Changes it.
  func tell(_ value: Value) {
    state.withState { state in
      state.current = value
      for follower in state.followers.values { follower.stream.yield(value) }
    }
  }

  /// Ends what follows it.
  func end() {
    let followers = state.withState { state in
      defer { (state.current, state.isOver, state.followers) = (nil, true, [:]) }
      return state.followers
    }
    // Outside of the lock: each takes itself out of the followers.
    for follower in followers.values { follower.stream.finish() }
  }

  /// Whether one that follows it was told such a value last.
  func isLastTaken(where fits: (Value) -> Bool) -> Bool {
    state.withState { $0.followers.values.contains { $0.taken.map(fits) ?? false } }
  }

  /// What it is from now on, beginning with what it is now; of what was not taken in time the newest alone.
  var values: some AsyncSequence<Value, Never> & Sendable {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isOver) = state.withState { state in
      state.count += 1
      if let current = state.current { continuation.yield(current) }
      if !state.isOver { state.followers[state.count] = Follower(stream: continuation) }
      return (state.count, state.isOver)
    }
    if isOver { continuation.finish() }
    continuation.onTermination = { [weak self] _ in
      self?.state.withState { $0.followers[number] = nil }
    }
    return stream.map { [weak self] value in
      self?.state.withState { $0.followers[number]?.taken = value }
      return value
    }
  }
}
