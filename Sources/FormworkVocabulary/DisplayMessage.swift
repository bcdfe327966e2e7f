/// What a host tells a front end.
public enum DisplayMessage: Hashable, Sendable {
  /// Forget everything; a whole picture follows.
  case attach(title: String)

  /// One difference.
  case change(Change)

  /// What was entered into a field before, the oldest first.
  case history(NodeID, String)

  /// What could stand in place of a part of a field's text; `nil` ends the list.
  ///
  /// The revision is that of the ``InputMessage/complete(_:_:cursor:)`` that this answers.
  case suggestion(NodeID, Suggestion?, revision: UInt64)

  /// The terminal has this size.
  case resized(WindowSize)

  /// The picture is consistent: draw. Show nothing in between.
  case flush(revision: UInt64)

  /// Post what is not posted yet, restore the terminal, return from `run`.
  case detach
}
