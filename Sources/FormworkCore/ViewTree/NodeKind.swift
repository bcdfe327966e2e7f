/// What a node is.
///
/// The numbers are those of the contract; the list only grows at its end.
public enum NodeKind: UInt32, CaseIterable, Sendable {
  /// The root: one screen.
  case screen = 1

  /// Some fields that belong together.
  case group

  /// A line of text.
  case textField

  /// A line of text that nobody may read; its value is its length in code points.
  case secretField

  /// Several lines of text.
  case textArea

  /// Yes or no.
  case toggle

  /// One of its options, or none.
  case choice

  /// Any number of its options.
  case choices

  /// Something to choose.
  case option

  /// Something to activate.
  case button

  /// A text that stays.
  case note

  /// A text that comes and goes.
  case notice

  /// A question that has to be answered first; its buttons are its children.
  case alert

  /// How far something has come.
  case progress

  /// Rows, of which a part is on view.
  case list

  /// One row of a list.
  case row
}
