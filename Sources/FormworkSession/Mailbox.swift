import CFormworkSystem
import Synchronization

/// Where operations leave what they have found out, for the thread of the session to take.
public final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Mutex<[Letter]>([])
  private let wakeUp: WakeUp

  /// Makes an empty mailbox that raises `wakeUp` with each letter.
  public init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

  /// Leaves a letter.
  ///
  /// From any thread.
  public func post(_ letter: Letter) {
    withLetters { $0.append(letter) }
    wakeUp.raise()
  }

  /// Takes all letters, in the order in which they came.
  public func take() -> [Letter] {
    withLetters { letters in
      defer { letters.removeAll(keepingCapacity: true) }
      return letters
    }
  }

  private func withLetters<Result>(_ body: (inout [Letter]) -> Result) -> Result {
    letters.withLock { letters in
      // The thread sanitizer does not see a `Mutex`.
      let lock = Unmanaged.passUnretained(self).toOpaque()
      fws_sanitizer_acquire(lock)
      defer { fws_sanitizer_release(lock) }
      return body(&letters)
    }
  }
}
