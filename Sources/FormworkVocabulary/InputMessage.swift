/// What a front end tells a host: what the person did.
///
/// After ``commit(_:_:)``, ``go(_:)``, ``activate(_:)``, ``back(insists:)`` and ``reset(_:)`` no key is to be read before the next
/// ``DisplayMessage/flush(revision:)``, which always comes.
///
/// `Text` is what stands for a text that was entered: a front end's own bytes, or those that a host was lent.
public enum InputMessage<Text> {
  /// The text of a node differs now; the cursor is an offset in it, in bytes of UTF-8.
  case edit(NodeID, Text, cursor: Int)

  /// The person accepts a text, or with `nil` what the host has already: a secret, a toggle, a choice.
  case commit(NodeID, Text?)

  /// An option or a toggle is switched on or off.
  case choose(NodeID, isOn: Bool)

  /// A button, a row, or a column to sort by is activated.
  case activate(NodeID)

  /// The person wishes to be elsewhere.
  case go(Destination)

  /// The person wants to leave the screen; at an alert, to take its safe answer.
  ///
  /// Where the person `insists`, as with ^D, a question whether to leave is answered with yes.
  case back(insists: Bool = false)

  /// The rows of a list that are on view.
  case window(NodeID, firstRow: Int, rowCount: Int)

  /// The text of a node is to be edited by `$VISUAL`: the host detaches, and attaches again.
  case editOutside(NodeID)

  /// Suggestions are wanted at the cursor, an offset in bytes.
  case complete(NodeID, Text, cursor: Int)

  /// What was loaded is to be loaded anew.
  case reload

  /// Input has ended.
  case quit

  /// Another front end is to go on, of that name; the next one, where it is empty.
  case switchFrontEnd(Text)

  /// A line for the host's log; never a secret.
  case log(Text)

  /// A field is to be as if nothing had been entered.
  case reset(NodeID)

  /// What cannot be understood, and may be waiting for a flush.
  case unknown

  // Inlinable, so that each module compiles them for its own type of text: otherwise each key that is
  // typed would look that type up.

  /// The node that it is about, if it is about one.
  @inlinable public var node: NodeID? {
    switch self {
    case .edit(let node, _, _), .commit(let node, _), .choose(let node, _), .activate(let node),
      .go(.node(let node)), .window(let node, _, _), .editOutside(let node),
      .complete(let node, _, _), .reset(let node):
      node
    case .go, .back, .reload, .quit, .switchFrontEnd, .log, .unknown: nil
    }
  }

  /// The text that it carries, if it carries one.
  @inlinable public var text: Text? {
    switch self {
    case .edit(_, let text, _), .complete(_, let text, _), .switchFrontEnd(let text),
      .log(let text):
      text
    case .commit(_, let text): text
    default: nil
    }
  }

  /// Whether it is about the screen that was on view; the others are about the front end itself.
  @inlinable public var isOfScreen: Bool {
    switch self {
    case .quit, .switchFrontEnd, .log, .unknown: false
    default: true
    }
  }

  /// Whether the front end is told where it does not count, by ``DisplayMessage/refused(_:_:_:)``.
  @inlinable public var isRefusable: Bool {
    switch self {
    case .edit, .commit, .activate: true
    default: false
    }
  }

  /// Whether no key is to be read before the next flush.
  @inlinable public var isAnsweredByFlush: Bool {
    switch self {
    case .commit, .activate, .go, .back, .reset: true
    default: false
    }
  }

  /// Whether a flush follows though nothing may have changed; after an edit one comes only with news.
  @inlinable public var isFollowedByFlush: Bool {
    switch self {
    case .edit, .quit, .switchFrontEnd, .log: false
    default: true
    }
  }
}

extension InputMessage: Sendable where Text: Sendable {}
extension InputMessage: Equatable where Text: Equatable {}

/// Where a person can go.
public enum Destination: Hashable, Sendable {
  /// A node.
  case node(NodeID)

  /// One field on.
  case next

  /// One field back.
  case previous

  /// Behind the section that the person is in: where its fields end, another one begins, or the buttons are.
  case nextSection

  /// To the beginning of the section that the person is in; from there, to that of the one before.
  case previousSection
}
