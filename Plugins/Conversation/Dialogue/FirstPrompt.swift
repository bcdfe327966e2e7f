import FormworkFrontEnd

/// The hint how to get help and how to leave, which each program shows once.
///
/// A front end in a process of its own is a new process each time: `FORMWORK_SHOWN` says that there was one before it.
package enum FirstPrompt {
  // A front end runs on one thread.
  private nonisolated(unsafe) static var isShown = Environment.value("FORMWORK_SHOWN") != nil

  /// Returns whether the hint is due, and notes that it was shown.
  package static func claim() -> Bool {
    defer { isShown = true }
    return !isShown
  }
}
