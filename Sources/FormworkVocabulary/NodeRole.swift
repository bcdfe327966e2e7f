/// What a button is for.
///
/// The numbers are those of `enum formwork_role`; the list only grows at its end.
public enum NodeRole: Int, CaseIterable, Sendable {
  /// Nothing special, or a role that a newer host knows.
  case nothing = 0

  /// Hands the form in.
  case submit

  /// Leaves without it.
  case cancel

  /// Refuses to answer.
  case decline

  /// Loses something: never the default.
  case destroy
}
