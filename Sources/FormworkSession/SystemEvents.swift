public import FormworkCore

/// What the system tells a session: signals, stops, and the size of the terminal.
///
/// Injected, and faked in tests. An implementation that has news raises the session's ``WakeUp``.
public protocol SystemEvents: AnyObject {
  /// The number of the signal that asks the program to leave, if one has come.
  var pendingSignal: CInt? { get }

  /// Takes back a `SIGINT` that the screen has dealt with.
  func dismissInterrupt()

  /// Whether the program went on after a stop since this was asked last: the screen may show anything.
  func takeResumption() -> Bool

  /// Whether the size of the terminal changed since this was asked last.
  func takeResize() -> Bool

  /// The size of the terminal; `nil` where there is none.
  var windowSize: WindowSize? { get }
}
