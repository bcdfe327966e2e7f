/// A property of a node.
///
/// The numbers are those of `enum formwork_property`; the list only grows at its end.
public enum Property: UInt32, CaseIterable, Sendable {
  /// Text: what the node is called.
  case label = 1

  /// Text: help.
  case detail

  /// Text: an example of what could stand there.
  case placeholder

  /// Text, but for secret fields (a length) and toggles (0 or 1).
  case value

  /// Number: where the cursor is in the value, in bytes of UTF-8; in a secret, in code points.
  case cursor

  /// Number: a ``NodeStatus``.
  case status

  /// Text: what is wrong, or what is being waited for.
  case explanation

  /// Number, 0 or 1.
  case required

  /// Number, 0 or 1; absent means 1.
  case enabled

  /// Number, 0 or 1: something is going on.
  case busy

  /// Number, 0 or 1.
  case selected

  /// Number: thousandths done.
  case fraction

  /// Number.
  case layout

  /// Number: a ``NodeFormat``.
  case format

  /// Number: a ``NodeRole``.
  case role

  /// Number of rows that there are.
  case rowCount

  /// Number: the first row on view.
  case firstRow
}
