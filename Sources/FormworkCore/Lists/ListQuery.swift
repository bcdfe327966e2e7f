/// Which rows of a list are wanted.
public struct ListQuery<Order: ListOrder>: Hashable, Sendable {
  /// How the rows are sorted.
  public var order: Order

  /// What the person searches for; empty is everything.
  public var search: String

  /// The places that are on view, among all rows that are searched for; some of them may not be there.
  public var places: Range<Int>

  /// Makes a query.
  public init(order: Order, search: String = "", places: Range<Int>) {
    self.order = order
    self.search = search
    self.places = places
  }
}
