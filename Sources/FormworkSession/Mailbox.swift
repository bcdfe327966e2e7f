import FormworkOperations

/// Where operations leave what they have found out, for the thread of the session to take.
public final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Synchronized<[Letter]>([])
  private let wakeUp: WakeUp

  /// Makes an empty mailbox that raises `wakeUp` with each letter.
  public init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

  /// Leaves a letter.
  ///
  /// From any thread.
  public func post(_ letter: Letter) {
    letters.withState { $0.append(letter) }
    wakeUp.raise()
  }

  /// Takes all letters, in the order in which they came.
  public func takeLetters() -> [Letter] {
    letters.withState { letters in
      defer { letters.removeAll(keepingCapacity: true) }
      return letters
    }
  }
}
