public import FormworkCore

/// One view model with its operations: what a session shows.
///
/// Confined to the thread of the session.
public protocol Screen: AnyObject {
  /// What a front end is told.
  var tree: ViewTree { get set }

  /// Whether there is something to tell.
  ///
  /// Asked with each key, where a copy of the tree would outweigh all else.
  var hasChanges: Bool { get }

  /// What a node of the tree is, if it is there.
  ///
  /// Asked with each key.
  func kind(of node: NodeID) -> NodeKind?

  /// Where to go from here; `nil` while the screen goes on.
  var exit: ScreenExit? { get }

  /// Whether something is being stored whose outcome has to be waited for.
  var isCommitting: Bool { get }

  /// Comes on the screen, for the first time or once more.
  func open()

  /// Is about to be drawn afresh: by another front end, or after a stop.
  func drawnAfresh()

  /// Takes in what the person did.
  func handle(_ event: UserEvent)

  /// Takes in what operations have found out.
  func receive()

  /// No answer can come any more: input has ended, or a signal came.
  ///
  /// - Returns: Whether the screen is done: nothing was left unfinished.
  func inputEnded() -> Bool

  /// The person pressed ^C.
  ///
  /// - Returns: Whether the screen has dealt with it, and goes on; otherwise it ends the session, as
  ///   every other signal does.
  func interrupted() -> Bool

  /// The person pressed ^C at a front end that did not answer, and is shown another one: a screen that
  /// would lose something may ask whether to leave.
  func forgiveInterrupt()

  /// What could stand in a field in place of a part of its text.
  ///
  /// - Parameters:
  ///   - node: The field.
  ///   - text: What stands there.
  ///   - cursor: Where the person is in it, in bytes; at most the text's length.
  /// - Returns: The suggestions, the likeliest first.
  func suggestions(for node: NodeID, text: String, cursor: Int) -> [Suggestion]

  /// What was entered into a field before, the oldest first.
  ///
  /// It only grows at its end; never a secret.
  func history(of node: NodeID) -> [String]

  /// The front end that the screen wants to be shown by from now on; asked for once.
  func takeFrontEndRequest() -> String?

  /// Goes off the screen: ends the operations that are still running.
  func close()
}

extension Screen {
  /// Asks the tree.
  public var hasChanges: Bool { tree.hasChanges }

  /// Asks the tree.
  public func kind(of node: NodeID) -> NodeKind? { tree.kind(of: node) }

  /// Shows the same again.
  public func drawnAfresh() {}

  /// Leaves ^C to the session.
  public func interrupted() -> Bool { false }

  /// Goes on.
  public func forgiveInterrupt() {}

  /// Knows none.
  public func suggestions(for node: NodeID, text: String, cursor: Int) -> [Suggestion] { [] }

  /// Keeps none.
  public func history(of node: NodeID) -> [String] { [] }

  /// Is content with the one there is.
  public func takeFrontEndRequest() -> String? { nil }
}

/// Where a screen leads to.
public enum ScreenExit {
  /// Another screen.
  case next(any Screen)

  /// Nowhere: the end.
  case end
}
