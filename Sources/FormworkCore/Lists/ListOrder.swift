/// An order in which a person may have a list's rows, and with it how they are shown.
///
/// ```swift
/// enum MemberOrder: ListOrder {
///   case name, newest
///
///   var title: Message { self == .name ? "order.name" : "order.newest" }
///   var layout: ListLayout { self == .name ? .grid : .table }
///   var column: Int? { self == .name ? 0 : 1 }
///   var isAscending: Bool { self == .name }
/// }
/// ```
public protocol ListOrder: CaseIterable, Hashable, Sendable {
  /// What it is called.
  var title: Message { get }

  /// How the rows are best shown in it.
  var layout: ListLayout { get }

  /// The place of the column that the rows are sorted by, if there is one.
  var column: Int? { get }

  /// Whether the least of that column comes first.
  var isAscending: Bool { get }
}
