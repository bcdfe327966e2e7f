/// What a front end tells the host: what the person did.
///
/// After a commit, ``go(_:)`` and its kin, ``activate(_:)`` and ``back``, read no key before the
/// next ``DisplayMessage/flush(revision:)``, which always comes.
public enum InputMessage {
  /// The text of a node changed; `cursor` is a byte offset in it.
  case edit(NodeID, text: String, cursor: Int)
  /// A secret changed; the cursor is at its end.
  case editSecret(NodeID, SecretBytes)
  /// The person accepts a text.
  case commit(NodeID, text: String)
  /// The person accepts a secret.
  case commitSecret(NodeID, SecretBytes)
  /// The person accepts what the host has already: a secret, a toggle, a choice.
  case commitAsItStands(NodeID)
  /// An option or a toggle is switched on or off.
  case choose(NodeID, isOn: Bool)
  /// A button or a row is activated.
  case activate(NodeID)
  /// The person wishes to be at a node.
  case go(NodeID)
  /// The person wishes to be one field on.
  case goNext
  /// The person wishes to be one field back.
  case goPrevious
  /// The person leaves the screen.
  case back
  /// The rows of a list that are on view.
  case window(NodeID, firstRow: Int, rowCount: Int)
  /// The text of a node is to be edited by `$VISUAL`: the host detaches, and attaches again.
  case editOutside(NodeID)
  /// Suggestions are wanted at the cursor, a byte offset.
  case complete(NodeID, text: String, cursor: Int)
  /// The screen's data is to be loaded anew.
  case reload
  /// Input has ended.
  case quit
  /// The person wishes to go on with the front end of this name.
  case switchTo(frontEnd: String)
  /// A line for the host's log; never a secret.
  case log(String)

  /// Whether no key is to be read before the next flush, which always comes.
  var isAnsweredByFlush: Bool {
    switch self {
    case .commit, .commitSecret, .commitAsItStands, .activate, .go, .goNext, .goPrevious, .back:
      true
    case .edit, .editSecret, .choose, .window, .editOutside, .complete, .reload, .quit, .switchTo,
      .log:
      false
    }
  }
}
