/// What can be said of a node.
///
/// The raw values are those of `enum formwork_property`.
public enum Property: UInt32, CaseIterable, Sendable {
  /// Text: what the node is called.
  case label = 1
  /// Text: help.
  case detail = 2
  /// Text: an example of what to enter.
  case placeholder = 3
  /// Text; a number for secret fields (code points) and toggles (0 or 1).
  case value = 4
  /// Number: byte offset in the value; of a secret, the code points before it.
  case cursor = 5
  /// Number: a ``Status``.
  case status = 6
  /// Text: what is wrong, or what is being waited for.
  case explanation = 7
  /// Number: 0 or 1.
  case required = 8
  /// Number: 0 or 1; absent means 1.
  case enabled = 9
  /// Number: 0 or 1.
  case busy = 10
  /// Number: 0 or 1.
  case selected = 11
  /// Number: thousandths done.
  case fraction = 12
  /// Number.
  case layout = 13
  /// Number: `enum formwork_format`.
  case format = 14
  /// Number: a ``Role``.
  case role = 15
  /// Number of rows that a list has in all.
  case rowCount = 16
  /// Number of the first row that is told, from 0.
  case firstRow = 17
}
