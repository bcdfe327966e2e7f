/// What is true of a field or a screen.
///
/// The numbers are those of `enum formwork_status`; the list only grows at its end.
public enum NodeStatus: Int, CaseIterable, Sendable {
  /// Nothing is to be said, or it is a status that a newer host knows.
  case nothing = 0

  /// Being typed; the explanation is help, not a complaint.
  case incomplete

  /// A rule is broken.
  case invalid

  /// A field's check waits for a pause in typing; a form waits for checks.
  case waiting

  /// A check runs.
  case checking

  /// A check or the store said no.
  case refused

  /// Could not be checked: not the person's fault.
  case unverified

  /// All is well.
  case valid

  /// The screen is being loaded.
  case loading

  /// The screen could not be loaded.
  case failed

  /// The store is deciding.
  case submitting

  /// The form has been submitted.
  case done
}
