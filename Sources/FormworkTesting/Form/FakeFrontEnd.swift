package import FormworkCore
package import FormworkSession

/// A front end of a session, controlled by a test, which knows only what it has received.
package final class FakeFrontEnd {
  package let session: Session
  private let wakeUp: WakeUp

  /// The view tree, made only from messages.
  package var picture = ViewTree()

  /// All messages so far.
  package private(set) var seen: [DisplayMessage] = []

  /// The revision of the last flush.
  package private(set) var revision: UInt64 = 0

  package init(_ session: Session, wakeUp: WakeUp) {
    (self.session, self.wakeUp) = (session, wakeUp)
    session.attach()
  }

  /// Takes all messages that wait.
  @discardableResult
  package func take() -> [DisplayMessage] {
    let start = seen.count
    while let message = session.next() {
      seen.append(message)
      switch message {
      case .attach: picture = ViewTree()
      case .change(let change): picture.replay(change)
      case .flush(let revision): self.revision = revision
      case .history, .suggestion, .resized, .refused, .detach: break
      }
    }
    return Array(seen[start...])
  }

  /// Takes messages until a condition holds, and returns whether it did within the limit.
  package func take(limit: Duration = defaultLimit, until holds: () -> Bool) -> Bool {
    let end = ContinuousClock.now + limit
    while true {
      take()
      if holds() { return true }
      guard wakeUp.wait(limit: ContinuousClock.now.duration(to: end)) else { return false }
    }
  }

  /// Posts a message about a revision, by default the last one, and takes the answers.
  @discardableResult
  package func post(
    _ message: InputMessage<UnsafeRawBufferPointer>, at revision: UInt64? = nil
  ) -> [DisplayMessage] {
    session.post(message, revision: revision ?? self.revision)
    return take()
  }
}
