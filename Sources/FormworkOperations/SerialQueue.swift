/// Performs pieces of work in order, one at a time, on threads that may block.
package final class SerialQueue<Piece: Sendable>: Sendable {
  private struct State {
    var pieces: [Piece] = []
    var isRunning = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Synchronized(State())
  private let merge: @Sendable (Piece, Piece) -> Piece?
  private let perform: @Sendable (Piece) -> Void

  /// Creates a queue; `merge` may replace two neighbouring pieces that wait by one.
  package init(
    merging merge: @escaping @Sendable (Piece, Piece) -> Piece? = { _, _ in nil },
    perform: @escaping @Sendable (Piece) -> Void
  ) {
    self.merge = merge
    self.perform = perform
  }

  package func add(_ piece: Piece) {
    let begins = state.withState { state in
      if let last = state.pieces.last, let merged = merge(last, piece) {
        state.pieces[state.pieces.count - 1] = merged
      } else {
        state.pieces.append(piece)
      }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard begins else { return }
    Task(executorPreference: OperationExecutor.shared) { [self] in
      while let piece = takePiece() { perform(piece) }
    }
  }

  package func settled() async {
    await withCheckedContinuation { continuation in
      let isSettled = state.withState { state in
        if state.isRunning { state.waiters.append(continuation) }
        return !state.isRunning
      }
      if isSettled { continuation.resume() }
    }
  }

  package func settle(limit: Duration) {
    _ = state.wait(limit: limit) { $0.isRunning ? nil : () }
  }

  /// Removes and returns the next piece, or resumes the tasks that wait for the end of all work.
  private func takePiece() -> Piece? {
    var waiters: [CheckedContinuation<Void, Never>] = []
    let piece: Piece? = state.withState { state in
      if !state.pieces.isEmpty { return state.pieces.removeFirst() }
      state.isRunning = false
      swap(&waiters, &state.waiters)
      return nil
    }
    if piece == nil { state.signal() }
    for waiter in waiters { waiter.resume() }
    return piece
  }
}
