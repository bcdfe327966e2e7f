/// What a host tells a front end.
public enum DisplayMessage: Hashable, Sendable {
  /// Forget everything; a whole picture follows.
  ///
  /// It comes within one `run`, too: for another screen, and after a stop. Where the terminal `isLost` it may
  /// show anything by now, and is to be cleared first:
  ///
  /// ```swift
  /// if case .attach(_, isLost: true) = message { output.write("\u{1B}[2J") }
  /// ```
  case attach(title: String, isLost: Bool = false)

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

  /// An edit, a commit or an activation at a node was not taken; the text, if there is one, is for the
  /// person. What stands there follows before the flush.
  case refused(NodeID, InputRefusal, String)

  /// Post what is not posted yet, restore the terminal, return from `run`.
  case detach(DetachReason = .nothing)
}
