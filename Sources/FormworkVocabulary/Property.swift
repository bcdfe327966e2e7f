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

  /// Number: a ``ListLayout``.
  case layout

  /// Number: a ``NodeFormat``.
  case format

  /// Number: a ``NodeRole``.
  case role

  /// Number of rows that there are.
  case rowCount

  /// Number: the place of the first row that is there, from 0.
  case firstRow

  /// Text: what is in the columns of a row, with a tab between two of them.
  case cells

  /// Number: a ``SortOrder``; absent where a column cannot be sorted by.
  case order

  /// Number: a ``CellAlignment``.
  case align

  /// Number: the usual width in columns of the terminal; of a text area, rows.
  case extent

  /// Number, 0 or 1: ``InputMessage/complete(_:_:cursor:)`` can bring something there.
  case completes

  /// Number: how many fields of a group are answered.
  case answered

  /// Number: how many fields a group has.
  case total

  /// Number, 0 or 1: the text is to be read once the front end has left.
  case lasting
}
