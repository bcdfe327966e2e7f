/// What a button is for.
///
/// The raw values are those of `enum formwork_role`.
public enum Role: Int64, CaseIterable, Sendable {
  /// Nothing in particular, or a role that a newer host knows.
  case nothing = 0
  /// Hands the form in.
  case submit = 1
  /// Leaves.
  case cancel = 2
  /// Says no to what the form asks.
  case decline = 3
  /// Loses something: never the default.
  case destroy = 4
}
