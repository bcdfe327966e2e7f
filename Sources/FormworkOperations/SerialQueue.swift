/// Does pieces of work in order, one at a time, on threads that may block.
///
/// The thread that adds a piece never waits for it.
package final class SerialQueue<Piece: Sendable>: Sendable {
  private struct State {
    var pieces: [Piece] = []
    var isAtWork = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Synchronized(State())
  private let merge: @Sendable (Piece, Piece) -> Piece?
  private let perform: @Sendable (Piece) -> Void

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - merge: One piece in place of two neighbours that wait; `nil` where both are to be done. Of two
  ///     versions of a file, for example, the older one need not be written any more.
  ///   - perform: Does a piece.
  package init(
    merging merge: @escaping @Sendable (Piece, Piece) -> Piece? = { _, _ in nil },
    perform: @escaping @Sendable (Piece) -> Void
  ) {
    self.merge = merge
    self.perform = perform
  }

  /// Adds a piece behind those that wait.
  package func add(_ piece: Piece) {
    let begins = state.withState { state in
      if let last = state.pieces.last, let merged = merge(last, piece) {
        state.pieces[state.pieces.count - 1] = merged
      } else {
        state.pieces.append(piece)
      }
      defer { state.isAtWork = true }
      return !state.isAtWork
    }
    guard begins else { return }
    Task(executorPreference: OperationExecutor.shared) { self.work() }
  }

  /// Whether nothing waits or is being done.
  package var isSettled: Bool { state.withState { !$0.isAtWork } }

  /// Waits until nothing waits or is being done.
  package func settled() async {
    await withCheckedContinuation { continuation in
      let isSettled = state.withState { state in
        if state.isAtWork { state.waiters.append(continuation) }
        return !state.isAtWork
      }
      if isSettled { continuation.resume() }
    }
  }

  /// Blocks the thread until nothing waits or is being done, but not for longer than a limit.
  package func settle(limit: Duration) {
    _ = OperationExecutor.wait(limit: limit) { await self.settled() }
  }

  private func work() {
    while let piece = takePiece() { perform(piece) }
  }

  /// The next piece; where there is none, the queue is settled.
  private func takePiece() -> Piece? {
    var waiters: [CheckedContinuation<Void, Never>] = []
    let piece: Piece? = state.withState { state in
      if !state.pieces.isEmpty { return state.pieces.removeFirst() }
      state.isAtWork = false
      swap(&waiters, &state.waiters)
      return nil
    }
    for waiter in waiters { waiter.resume() }
    return piece
  }
}
