/// A message from the host to a front end.
public enum DisplayMessage: Hashable, Sendable {
  /// Forget all nodes; a complete view tree follows.
  ///
  /// This can occur several times in one `run`, for another screen or after a suspension. If `isLost`, the contents of
  /// the terminal are unknown, and must be cleared first:
  ///
  /// ```swift
  /// if case .attach(_, isLost: true) = message { output.write("\u{1B}[2J") }
  /// ```
  case attach(title: String, isLost: Bool = false)

  /// Apply one change.
  case change(Change)

  /// An earlier entry of a field, beginning with the oldest.
  case history(NodeID, String)

  /// A suggestion for a part of a field's text; `nil` ends the list.
  ///
  /// The revision is that of the ``InputMessage/complete(_:_:cursor:)`` to which this responds.
  indirect case suggestion(NodeID, Suggestion?, revision: UInt64)

  /// The size of the terminal.
  case resized(WindowSize)

  /// The view tree is consistent: draw it. Draw nothing between flushes.
  case flush(revision: UInt64)

  /// An edit, commit or activation of a node was refused, with an optional text for the user.
  ///
  /// The value of the node follows before the flush.
  case refused(NodeID, InputRejection, String)

  /// Post pending messages, restore the terminal, and return from `run`.
  case detach(DetachReason = .nothing)
}

/// A message from a front end to the host about an action of the user.
///
/// After ``commit(_:_:)``, ``go(_:)``, ``activate(_:)``, ``back(insists:)`` and ``reset(_:)``, read no key before the
/// next ``DisplayMessage/flush(revision:)``, which always follows.
///
/// `Text` is the type of entered text: a front end's own bytes, or those that a host borrows.
public enum InputMessage<Text> {
  /// The text of a node changed; the cursor is an offset in bytes of UTF-8.
  case edit(NodeID, Text, cursor: Int)

  /// The user committed a text, or with `nil` the value that the host has: a secret, toggle or choice.
  case commit(NodeID, Text?)

  /// The user switched an option or toggle on or off.
  case choose(NodeID, isOn: Bool)

  /// The user activated a button, a row, or a column to sort by.
  case activate(NodeID)

  /// The user wants to move the focus.
  case go(Destination)

  /// The user wants to leave the screen; in an alert, to choose the safe answer.
  ///
  /// If the user `insists`, as with ^D, a question whether to leave is answered with yes.
  case back(insists: Bool = false)

  /// The visible rows of a list.
  case window(NodeID, firstRow: Int, rowCount: Int)

  /// Edit the text of a node with `$VISUAL`: the host detaches the front end, and attaches it again.
  case editOutside(NodeID)

  /// Request suggestions at the cursor, an offset in bytes.
  case complete(NodeID, Text, cursor: Int)

  /// Reload the screen.
  case reload

  /// The input has ended.
  case quit

  /// Switch to the front end with this name, or to the next one if it is empty.
  case switchFrontEnd(Text)

  /// A line for the host's log; never a secret.
  case log(Text)

  /// Reset a field to its initial value.
  case reset(NodeID)

  /// An unknown message, which may wait for a flush.
  case unknown

  // Inlinable, so that each module specializes them for its own type of text: otherwise each key press
  // would look up the type at run time.

  /// The node of the message, if it has one.
  @inlinable public var node: NodeID? {
    switch self {
    case .edit(let node, _, _), .commit(let node, _), .choose(let node, _), .activate(let node),
      .go(.node(let node)), .window(let node, _, _), .editOutside(let node),
      .complete(let node, _, _), .reset(let node):
      node
    case .go, .back, .reload, .quit, .switchFrontEnd, .log, .unknown: nil
    }
  }

  /// The text of the message, if it has one.
  @inlinable public var text: Text? {
    switch self {
    case .edit(_, let text, _), .complete(_, let text, _), .switchFrontEnd(let text),
      .log(let text):
      text
    case .commit(_, let text): text
    default: nil
    }
  }

  /// Whether the message concerns the visible screen instead of the front end itself.
  @inlinable public var concernsScreen: Bool {
    switch self {
    case .quit, .switchFrontEnd, .log, .unknown: false
    default: true
    }
  }

  /// Whether the host reports a refusal by ``DisplayMessage/refused(_:_:_:)``.
  @inlinable public var isRefusable: Bool {
    switch self {
    case .edit, .commit, .activate: true
    default: false
    }
  }

  /// Whether the front end must read no key before the next flush.
  @inlinable public var isAnsweredByFlush: Bool {
    switch self {
    case .commit, .activate, .go, .back, .reset: true
    default: false
    }
  }

  /// Whether a flush always follows; after an edit it follows only if something changed.
  @inlinable public var isFollowedByFlush: Bool {
    switch self {
    case .edit, .quit, .switchFrontEnd, .log: false
    default: true
    }
  }
}

extension InputMessage: Sendable where Text: Sendable {}
extension InputMessage: Equatable where Text: Equatable {}

/// A destination of the focus.
public enum Destination: Hashable, Sendable {
  /// A specific node.
  case node(NodeID)

  /// The next field.
  case next

  /// The previous field.
  case previous

  /// The first stop after the current section, in the next section or among the buttons.
  case nextSection

  /// The beginning of the current section; from there, that of the previous one.
  case previousSection
}

/// A change between two states of a view tree.
public enum Change: Hashable, Sendable {
  /// A node was inserted at an index among its parent's children; the root has no parent.
  case inserted(NodeID, kind: NodeKind, name: String, parent: NodeID?, index: Int)

  /// A node was moved among its siblings, and has this index afterwards.
  case moved(NodeID, index: Int)

  /// A node was removed with its descendants.
  case removed(NodeID)

  /// A property changed; `nil` removes it.
  case set(NodeID, Property, PropertyValue?)

  /// The focus moved to another node; `nil` is the screen as a whole.
  case focused(NodeID?)
}

/// A suggestion for a part of a field's text.
public struct Suggestion: Hashable, Sendable {
  /// The part to replace, in bytes of UTF-8.
  public let range: Range<Int>

  /// The replacement.
  public let text: String

  /// Creates a suggestion.
  public init(replacing range: Range<Int>, with text: String) {
    self.range = range
    self.text = text
  }
}

/// The size of a terminal in character cells.
public struct WindowSize: Hashable, Sendable {
  /// The number of cells in a row.
  public let columns: Int

  /// The number of rows.
  public let rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The reason why a front end is detached.
///
/// The numbers are those of `enum formwork_reason`; new values are only added at the end.
public enum DetachReason: Int, CaseIterable, Sendable {
  /// An unknown reason from a newer host.
  case nothing = 0

  /// The user left the last screen, or the input has ended.
  case done

  /// The host switches to another front end.
  case switched

  /// An external program edits a text; a front end is attached afterwards.
  case editOutside

  /// A signal ends the program.
  case signal
}

/// The reason why an edit, commit or activation was refused.
///
/// The numbers are those of `enum formwork_refusal`; new values are only added at the end.
public enum InputRejection: Int, CaseIterable, Sendable {
  /// An unknown reason from a newer host.
  case nothing = 0

  /// The host changed the node after the revision of the input.
  case stale

  /// The revision of the input is that of a future flush.
  case notSeen

  /// The node does not exist, or does not accept such a message.
  case noNode

  /// An alert has to be answered first, or the form is busy or done.
  case notNow

  /// The text is too long or not UTF-8.
  case noText

  /// The action is impossible; the text of the message says why.
  case blocked
}
