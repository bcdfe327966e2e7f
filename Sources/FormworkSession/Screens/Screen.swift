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

  /// Where the person goes from here; the session takes it, and goes there.
  var navigation: Navigation? { get set }

  /// Whether something is being stored whose outcome has to be waited for.
  var isCommitting: Bool { get }

  /// Whether the screen is done, and goes as soon as what it waits for is there: it is not drawn any more.
  var isLeaving: Bool { get }

  /// Comes on view for the first time.
  func open()

  /// Comes on view once more: the screen that this one had pushed was left.
  ///
  /// - Parameter answer: What that one has answered, if it has.
  func returned(with answer: (any ScreenAnswer)?)

  /// The person has pressed this button of the alert that the screen had presented without an answer of its
  /// own, which is off the screen again.
  func answered(_ button: Alert.Button)

  /// Is about to be drawn afresh: by another front end, or after a stop.
  ///
  /// - Parameter fillsTerminal: Whether what was drawn before is not visible any more.
  func drawnAfresh(fillsTerminal: Bool)

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
  /// - Returns: The suggestions, the likeliest first; `nil` where they have to be looked up. Then they
  ///   come by ``takeCompletions()``, in any case.
  func suggestions(for request: CompletionRequest) -> [Suggestion]?

  /// What was looked up since: the requests, and the suggestions that they have brought.
  func takeCompletions() -> [Completion]

  /// What was entered into a field before, the oldest first.
  ///
  /// It only grows at its end; never a secret.
  func history(of node: NodeID) -> [String]

  /// Empties a secret that was not typed to its end, wherever the person is: a part of it, which is not
  /// shown, must not pass for the whole.
  func emptySecret(_ node: NodeID)

  /// Was left for good: ends the operations that are still running.
  func close()
}

extension Screen {
  /// Asks the tree.
  public var hasChanges: Bool { tree.hasChanges }

  /// Asks the tree.
  public func kind(of node: NodeID) -> NodeKind? { tree.kind(of: node) }

  /// Goes at once.
  public var isLeaving: Bool { false }

  /// Has no secrets.
  public func emptySecret(_ node: NodeID) {}

  /// Shows what it has shown before.
  public func returned(with answer: (any ScreenAnswer)?) {}

  /// Has presented none.
  public func answered(_ button: Alert.Button) {}

  /// Shows the same again.
  public func drawnAfresh(fillsTerminal: Bool) {}

  /// Leaves ^C to the session.
  public func interrupted() -> Bool { false }

  /// Goes on.
  public func forgiveInterrupt() {}

  /// Knows none.
  public func suggestions(for request: CompletionRequest) -> [Suggestion]? { [] }

  /// Looks nothing up.
  public func takeCompletions() -> [Completion] { [] }

  /// Keeps none.
  public func history(of node: NodeID) -> [String] { [] }
}

/// A wish for what could stand in a field in place of a part of its text.
public struct CompletionRequest: Hashable, Sendable {
  /// The field.
  public let node: NodeID

  /// What stands there.
  public let text: String

  /// Where the person is in it, in bytes; at most the text's length.
  public let cursor: Int

  /// The last picture that was on view.
  public let revision: UInt64

  /// Makes a request.
  public init(_ node: NodeID, text: String, cursor: Int, revision: UInt64) {
    self.node = node
    self.text = text
    self.cursor = cursor
    self.revision = revision
  }
}

/// A request, and the suggestions that it has brought, the likeliest first.
public typealias Completion = (request: CompletionRequest, suggestions: [Suggestion])

/// What a screen asks of the session: where the person goes from here.
public enum Navigation {
  /// To another screen, until that one is popped; then this one is told its answer by
  /// ``Screen/returned(with:)``.
  case push(any Screen)

  /// To another screen for good.
  case replace(any Screen)

  /// Back to the screen that pushed this one, with an answer for it; from the first screen, to the end.
  case pop((any ScreenAnswer)?)

  /// To an alert in front of this screen, in the place of the one that is there. What the person answers is
  /// told once the alert is off the screen: to `answer`, or where that is `nil`, to ``Screen/answered(_:)``.
  case present(Alert, answer: ((Alert.Button) -> Void)? = nil)

  /// Back from the alert that is there, without an answer to it.
  case dismissAlert

  /// To another front end, of that name.
  case switchFrontEnd(String)
}

/// What a screen may hand to the one that pushed it.
///
/// For example, a list of accounts would answer with the account that the person picked.
public protocol ScreenAnswer: Sendable {}

extension ShellAnswer: ScreenAnswer {}

extension AlertResponder where Self: Screen {
  /// Presents it in front of this screen.
  public func present(_ alert: Alert, answer: @escaping (Alert.Button) -> Void) {
    navigation = .present(alert, answer: answer)
  }
}
