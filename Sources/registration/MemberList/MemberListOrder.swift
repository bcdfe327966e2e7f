import Accounts
import FormworkCore

/// The order and layout of the members: a table sorted by a column, or names side by side.
enum MemberListOrder: String, ListOrder {
  case newest, oldest, ascending, descending, recentlySeen, recentlyChanged, sideBySide

  enum Column: Int, CaseIterable {
    case username, name, since, seen, changed
    /// For administrators alone.
    case email

    /// Returns the columns that a member sees.
    static func visible(seesAll: Bool) -> [Column] { allCases.filter { seesAll || $0 != .email } }
  }

  /// The name of a layout in the preferences.
  private static let grid = "grid"

  init(_ preferences: Preferences) {
    self =
      preferences.layout == Self.grid
      ? .sideBySide : preferences.order.flatMap { Self(rawValue: $0.rawValue) } ?? .ascending
  }

  var title: Message { .key("members.order", of: rawValue) }

  var layout: ListLayout { self == .sideBySide ? .grid : .table }

  var column: Int? {
    switch self {
    case .newest, .oldest: Column.since.rawValue
    case .ascending, .descending: Column.username.rawValue
    case .recentlySeen: Column.seen.rawValue
    case .recentlyChanged: Column.changed.rawValue
    case .sideBySide: nil
    }
  }

  var isAscending: Bool { [.oldest, .ascending, .sideBySide].contains(self) }

  var stored: MemberOrder { MemberOrder(rawValue: rawValue) ?? .ascending }

  func keep(in preferences: inout Preferences) {
    if self != .sideBySide { preferences.order = stored }
    preferences.layout = self == .sideBySide ? Self.grid : "table"
  }
}
