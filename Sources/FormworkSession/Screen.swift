public import FormworkCore

/// A view model with its operations, which a session shows on its own thread.
public protocol Screen: AnyObject {
  /// The view tree for the front end.
  var tree: ViewTree { get set }

  /// Whether the tree has changes for the front end, read for each key without a copy of the tree.
  var hasChanges: Bool { get }

  /// Returns the kind of a node in the tree, if it exists; called for each key.
  func kind(of node: NodeID) -> NodeKind?

  /// The requested navigation. The session takes it and performs it.
  var navigation: Navigation? { get set }

  /// Whether a submission is in progress, so that the session must wait for its outcome.
  var isCommitting: Bool { get }

  /// Whether the screen is done and only waits before it goes. It is not drawn any more.
  var isLeaving: Bool { get }

  /// Opens the screen when it becomes visible for the first time.
  func open()

  /// Notes that the screen that it pushed was left, with an answer if there is one.
  func returned(with answer: (any ScreenAnswer)?)

  /// Handles a button of a dismissed alert that this screen presented without an `answer` closure.
  func answered(_ button: Alert.Button)

  /// Prepares for a new picture; one that fills the terminal covers the earlier one.
  func willRedraw(fillsTerminal: Bool)

  /// Handles an act of the user, who has seen the tree of a revision.
  func handle(_ input: UserInput, revision: UInt64)

  /// Reports that input for a node does not count, and sends the content of its field again.
  func refuse(_ node: NodeID, _ reason: InputRejection)

  /// Handles the results of operations.
  func receive()

  /// Handles the end of all input, and returns whether the screen is done, with nothing unfinished.
  func inputEnded() -> Bool

  /// Handles ^C, and returns whether the screen continues. Otherwise ^C ends the session.
  func interrupted() -> Bool

  /// Handles a ^C during which the front end did not respond, by a question if answers would be lost.
  func recoverFromInterrupt()

  /// Returns suggestions to replace a part of the text of a field, likeliest first.
  ///
  /// If it returns `nil`, ``takeCompletions()`` delivers the suggestions later.
  func suggestions(for request: CompletionRequest) -> [Suggestion]?

  /// Returns the completions that were looked up since the last call.
  func takeCompletions() -> [CompletionResult]

  /// Returns the lines for the log since the last call.
  func takeLog() -> [String]

  /// Returns the earlier entries of a field, oldest first; new ones are only added at the end.
  func history(of node: NodeID) -> [String]

  /// Empties a secret that was not typed completely: a part must not pass for the whole.
  func clearPartialSecret(_ node: NodeID)

  /// Ends the running operations after the screen was left for good.
  func close()
}

extension Screen {
  /// Whether the tree has changes.
  public var hasChanges: Bool { tree.hasChanges }

  /// Returns the kind of the node in the tree.
  public func kind(of node: NodeID) -> NodeKind? { tree.kind(of: node) }

  /// False, for a screen that stores nothing.
  public var isCommitting: Bool { false }

  /// False: the screen goes at once.
  public var isLeaving: Bool { false }

  /// Reports the refusal, for a screen without fields.
  public func refuse(_ node: NodeID, _ reason: InputRejection) { tree.refuse(node, reason) }

  /// Does nothing, for a screen without secrets.
  public func clearPartialSecret(_ node: NodeID) {}

  /// Does nothing.
  public func returned(with answer: (any ScreenAnswer)?) {}

  /// Does nothing, for a screen without such alerts.
  public func answered(_ button: Alert.Button) {}

  /// Does nothing.
  public func willRedraw(fillsTerminal: Bool) {}

  /// Leaves ^C to the session.
  public func interrupted() -> Bool { false }

  /// Does nothing.
  public func recoverFromInterrupt() {}

  /// Does nothing, for a screen without operations.
  public func receive() {}

  /// Does nothing, for a screen without operations.
  public func close() {}

  /// Returns no suggestions.
  public func suggestions(for request: CompletionRequest) -> [Suggestion]? { [] }

  /// Returns no completions.
  public func takeCompletions() -> [CompletionResult] { [] }

  /// Returns no lines.
  public func takeLog() -> [String] { [] }

  /// Returns no entries.
  public func history(of node: NodeID) -> [String] { [] }
}

/// A request for suggestions to replace a part of the text of a field.
public struct CompletionRequest: Hashable, Sendable {
  /// The field.
  public let node: NodeID

  /// The text of the field.
  public let text: String

  /// The position of the cursor in bytes, at most the length of the text.
  public let cursor: Int

  /// The revision of the last visible picture.
  public let revision: UInt64

  /// Creates a request.
  public init(_ node: NodeID, text: String, cursor: Int, revision: UInt64) {
    self.node = node
    self.text = text
    self.cursor = cursor
    self.revision = revision
  }
}

/// A request with its suggestions, likeliest first.
public typealias CompletionResult = (request: CompletionRequest, suggestions: [Suggestion])

/// The navigation that a screen requests from the session.
public enum Navigation {
  /// Shows another screen until it is popped with an answer for ``Screen/returned(with:)``.
  case push(any Screen)

  /// Replaces the screen with another one.
  case replace(any Screen)

  /// Returns to the screen that pushed this one, with an answer. The first screen ends the session.
  case pop((any ScreenAnswer)?)

  /// Presents an alert in front of this screen, in place of the present alert.
  ///
  /// After the alert is dismissed, `answer` or ``Screen/answered(_:)`` receives the button.
  case present(Alert, answer: ((Alert.Button) -> Void)? = nil)

  /// Dismisses the alert without an answer.
  case dismissAlert

  /// Switches to the front end with this name.
  case switchFrontEnd(String)
}

/// An answer that a screen can return to the screen that pushed it, such as the chosen account.
public protocol ScreenAnswer: Sendable {}

extension AlertPresenter where Self: Screen {
  /// Presents an alert in front of this screen.
  public func present(_ alert: Alert, answer: @escaping (Alert.Button) -> Void) {
    navigation = .present(alert, answer: answer)
  }
}

/// A screen that stores nothing, and may be left at any time.
package protocol UnsavedScreen: Screen {
  /// Whether ^C leaves the screen instead of ending the program.
  var isLeftByInterrupt: Bool { get }
}

extension UnsavedScreen {
  package func inputEnded() -> Bool { true }

  package func interrupted() -> Bool {
    if isLeftByInterrupt { navigation = .pop(nil) }
    return isLeftByInterrupt
  }
}
