import FormworkFrontEnd
import Interaction

/// Decides whether input may be read: not while the host answers.
final class Gate {
  let reader: KeyReader

  /// The input that was typed while nothing could be answered; it comes next.
  var held: TerminalInput?

  /// The alert that was open at the last flush.
  var alert: NodeID?

  private(set) var hasFlushed = false

  /// Whether a flush follows a post.
  private(set) var awaitsFlush = false

  /// Whether a flush may have made something due.
  private var hasNews = false

  /// Whether the input has ended.
  var hasEnded = false

  /// Whether nothing can be answered now.
  private(set) var isOccupied = false

  /// Whether a command is running.
  private var isAwaited = false

  init(descriptor: Int32) { reader = KeyReader(descriptor: descriptor) }

  /// Whether Escape is read while nothing can be answered: no other key is held before it.
  var readsEscape: Bool { isAwaited && held == nil }

  /// Returns whether a key may be read.
  ///
  /// While a command runs or something is fetched, keys are read until one has to be held: it may be Escape.
  func canRead(isFetching: @autoclosure () -> Bool) -> Bool {
    guard hasFlushed, !awaitsFlush, !hasEnded else { return false }
    return isOccupied ? readsEscape : held == nil || !isFetching()
  }

  func note(_ picture: Picture) {
    (hasFlushed, hasNews) = (true, true)
    isOccupied = picture.isOccupied
    isAwaited = picture.screen?.number(.busy) == 1
  }

  func noteFlush() { awaitsFlush = false }

  /// Notes a post; the host sends no flush after a text or a line for the log.
  func notePost(_ message: InputMessage<EnteredText>) {
    switch message {
    case .edit, .log: break
    default: awaitsFlush = true
    }
  }

  /// Returns whether something may be due since the last call.
  func takeNews() -> Bool {
    guard !awaitsFlush, hasNews else { return false }
    hasNews = false
    return true
  }
}
