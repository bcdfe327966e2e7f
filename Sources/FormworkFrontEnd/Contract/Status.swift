/// What is true of a node.
///
/// The raw values are those of `enum formwork_status`.
public enum Status: Int64, CaseIterable, Sendable {
  /// Nothing is to be said, or it is a status that a newer host knows.
  case nothing = 0
  /// Being typed; the explanation is help, not a complaint.
  case incomplete = 1
  /// A rule is broken.
  case invalid = 2
  /// A check waits for a pause in typing; a form waits for its checks.
  case waiting = 3
  /// A check runs.
  case checking = 4
  /// A check, or the store, said no.
  case refused = 5
  /// Could not be checked: not the person's fault.
  case unverified = 6
  /// All is well.
  case valid = 7
  /// A screen's data is on its way.
  case loading = 8
  /// A screen's data could not be had.
  case failed = 9
  /// A form is being handed in.
  case submitting = 10
  /// A form was accepted.
  case done = 11
}
