public import FormworkCore

/// One view model with those who work for it: what a session shows.
///
/// Confined to the thread of the session.
public protocol Screen: AnyObject {
  /// What a front end is told.
  var tree: ViewTree { get set }

  /// Where to go from here; `nil` while the screen goes on.
  var exit: ScreenExit? { get }

  /// Whether something is being stored whose outcome has to be waited for.
  var isCommitting: Bool { get }

  /// Comes on the screen.
  func open()

  /// Takes in what the person did.
  func handle(_ event: UserEvent)

  /// Takes in what operations have found out.
  func receive()

  /// Nobody can answer any more: input has ended, or a signal came.
  ///
  /// - Returns: Whether the screen is done: nothing was left unfinished.
  func inputEnded() -> Bool

  /// Goes off the screen: ends the operations that are still running.
  func close()
}

/// Where a screen leads to.
public enum ScreenExit {
  /// Another screen.
  case next(any Screen)

  /// Nowhere: the end.
  case end
}
