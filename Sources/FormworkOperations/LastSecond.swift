/// The second that an end of the program waits for a disk: one for all that is waited for on the way.
package enum LastSecond {
  private static let deadline = Synchronized<SuspendingClock.Instant?>(nil)

  /// How long it is.
  package static var length: Duration { .seconds(1) }

  /// What is left of it; the first one to ask, or to ``begin()``, begins it.
  package static var left: Duration { max(.zero, SuspendingClock.now.duration(to: begin())) }

  /// Begins it, unless it has begun.
  ///
  /// - Returns: When it is over.
  @discardableResult
  package static func begin() -> SuspendingClock.Instant {
    deadline.withState { deadline in
      let end = deadline ?? SuspendingClock.now + length
      deadline = end
      return end
    }
  }

  /// The program goes on after all: its next end has a second of its own.
  package static func forget() { deadline.withState { $0 = nil } }
}
