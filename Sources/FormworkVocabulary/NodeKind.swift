/// What a node is.
///
/// The numbers are those of `enum formwork_node_kind`; the list only grows at its end.
public enum NodeKind: UInt32, CaseIterable, Sendable {
  /// A kind that a newer host knows: it keeps its place among its siblings, and shows nothing.
  case unknown = 0

  /// The root: one screen.
  case screen

  /// Nodes that belong together.
  case group

  /// A line of text.
  case textField

  /// A line of text that is never shown; its value is its length in code points.
  case secretField

  /// Several lines of text.
  case textArea

  /// Yes or no; its value is 0 or 1.
  case toggle

  /// At most one of its options is selected.
  case choice

  /// Any number of its options are selected.
  case choices

  /// What a choice offers.
  case option

  /// What a person activates.
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

  /// A column of a list: a child of it, before its rows.
  case column

  /// Whether a person can enter something here.
  public var isField: Bool {
    switch self {
    case .textField, .secretField, .textArea, .toggle, .choice, .choices: true
    default: false
    }
  }

  /// Whether a text can be entered here that is shown.
  public var isTextual: Bool { self == .textField || self == .textArea }

  /// Whether what is entered here is typed, be it shown or not.
  public var isTyped: Bool { isTextual || self == .secretField }
}
