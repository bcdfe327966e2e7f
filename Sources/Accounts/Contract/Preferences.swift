/// The preferences of a member; `nil` leaves the choice to the program.
package struct Preferences: Equatable, Sendable {
  package var order: MemberOrder?
  /// The name of a layout, which the store does not know.
  package var layout: String?
  /// The name of a style, which the store does not know.
  package var style: String?

  package init(order: MemberOrder? = nil, layout: String? = nil, style: String? = nil) {
    self.order = order
    self.layout = layout
    self.style = style
  }
}
