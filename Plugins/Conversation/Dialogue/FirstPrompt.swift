import FormworkFrontEnd

/// Whether a front end has said in this program how to get help and how to leave.
///
/// It is said once, however often the front end is attached. A front end in a process of its own is a
/// new process each time: the host tells it by `FORMWORK_SHOWN` that there was one before it.
package enum FirstPrompt {
  // A front end runs on one thread.
  private nonisolated(unsafe) static var isSaid = Environment.value("FORMWORK_SHOWN") != nil

  /// Whether it is to be said now; afterwards it is not.
  package static func claim() -> Bool {
    defer { isSaid = true }
    return !isSaid
  }
}
