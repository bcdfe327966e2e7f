/// What a node is.
///
/// The raw values are those of `enum formwork_node_kind`.
public enum NodeKind: UInt32, CaseIterable, Sendable {
  /// A kind that a newer host knows: it keeps its place among its siblings, and shows nothing.
  case unknown = 0
  /// The whole of what is on view.
  case screen = 1
  /// Nodes that belong together.
  case group = 2
  /// A text of one line.
  case textField = 3
  /// A text that is never shown; its value is its length in code points.
  case secretField = 4
  /// A text of several lines.
  case textArea = 5
  /// Yes or no; its value is 0 or 1.
  case toggle = 6
  /// At most one of its options is selected.
  case choice = 7
  /// Any number of its options are selected.
  case choices = 8
  /// What a choice offers.
  case option = 9
  /// What a person activates.
  case button = 10
  /// A text that stands.
  case note = 11
  /// A text that comes and goes.
  case notice = 12
  /// A question that has to be answered first; its buttons are its children.
  case alert = 13
  /// How far something is.
  case progress = 14
  /// Rows, of which a window is told.
  case list = 15
  /// A row of a list.
  case row = 16

  /// Whether a person can enter something here.
  public var isField: Bool {
    switch self {
    case .textField, .secretField, .textArea, .toggle, .choice, .choices: true
    case .unknown, .screen, .group, .option, .button, .note, .notice, .alert, .progress, .list,
      .row:
      false
    }
  }
}
