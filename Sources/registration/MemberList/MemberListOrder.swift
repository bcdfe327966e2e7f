import Accounts
import FormworkCore

/// How a person sees the members: in a table by one of its columns, or their names side by side.
enum MemberListOrder: String, ListOrder {
  case newest, oldest, ascending, descending, recentlySeen, recentlyChanged, sideBySide

  /// The columns of the table.
  enum Column: Int, CaseIterable {
    case username, name, since, seen, changed
    /// There for administrators alone.
    case email

    /// Those that a person sees.
    static func visible(seesAll: Bool) -> [Column] { allCases.filter { seesAll || $0 != .email } }
  }

  /// What a layout is called where a preference names it.
  private static let grid = "grid"

  init(_ preferences: Preferences) {
    self =
      preferences.layout == Self.grid
      ? .sideBySide : preferences.order.flatMap { Self(rawValue: $0.rawValue) } ?? .ascending
  }

  var title: Message { Message("members.order", of: rawValue) }

  var layout: ListLayout { self == .sideBySide ? .grid : .table }

  /// The name of the layout.
  var layoutName: String { self == .sideBySide ? Self.grid : "table" }

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

  /// The order as the store knows it.
  var stored: MemberOrder {
    switch self {
    case .newest: .newest
    case .oldest: .oldest
    case .ascending, .sideBySide: .ascending
    case .descending: .descending
    case .recentlySeen: .recentlySeen
    case .recentlyChanged: .recentlyChanged
    }
  }

  /// Makes it what is preferred.
  func keep(in preferences: inout Preferences) {
    if self != .sideBySide { preferences.order = stored }
    preferences.layout = layoutName
  }
}
