package import FormworkFrontEnd

/// Where a person is asked something.
///
/// An answer counts only if the place is still the same; with another attachment it is another one.
package enum Place: Equatable {
  case alert(NodeID, attachment: Int)
  case field(NodeID, attachment: Int)
  /// At the buttons of the screen.
  case menu(attachment: Int)
}
