/// What a button is for.
///
/// The numbers are those of `enum formwork_role`; the list only grows at its end.
public enum NodeRole: Int, CaseIterable, Sendable {
  /// Nothing special, or a role that a newer host knows.
  case nothing = 0

  /// Hands the form in.
  case submit

  /// Leaves without it; of an alert, the safe answer.
  case cancel

  /// Refuses to answer.
  case decline

  /// Loses something: never the default.
  case destroy

  /// Adds an item to a list.
  case add

  /// Removes an item from its list, and what was entered there: never the default.
  case remove

  /// Moves an item towards the beginning of its list.
  case up

  /// Moves an item towards the end of its list.
  case down
}
