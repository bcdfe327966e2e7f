import CFormworkSystem
public import FormworkCore
import FormworkSystem
import Glibc

/// An event descriptor that becomes readable when there is news for a session.
///
/// Raised from any thread; cleared by the session's own.
public final class WakeUp: Sendable {
  /// For the guard of the terminal, whose signal handlers raise it; valid as long as this object.
  package nonisolated(unsafe) let pointer: OpaquePointer

  /// Makes one.
  ///
  /// - Throws: ``WakeUpError`` where the system has no descriptor left.
  public init() throws(WakeUpError) {
    guard let pointer = fww_make() else { throw WakeUpError(code: errno) }
    self.pointer = pointer
  }

  deinit { fww_free(pointer) }

  /// The descriptor to poll for input.
  ///
  /// Only this type and the guard of the terminal write it.
  public var descriptor: CInt { fww_descriptor(pointer) }

  /// Makes the descriptor readable.
  public func raise() { fww_raise(pointer) }

  /// Makes the descriptor unreadable until it is raised again.
  ///
  /// Makes no system call where the descriptor was not raised.
  ///
  /// - Returns: Whether it was raised; only then there may be news.
  @discardableResult
  public func clear() -> Bool { fww_clear(pointer) != 0 }

  /// Waits until it is raised.
  ///
  /// - Parameter limit: The longest wait; `nil` waits for ever.
  /// - Returns: Whether it is raised.
  public func wait(limit: Duration?) -> Bool {
    let end = limit.map { ContinuousClock.now + $0 }
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = end.map { ContinuousClock.now.duration(to: $0) }
      let count = poll(&entry, 1, left.map(\.wholeMilliseconds) ?? -1)
      if count > 0 { return true }
      if count == 0 { return false }
      // A signal has come in between: a handler that has news has raised this descriptor too.
      if errno != EINTR { return false }
    }
  }
}

/// No event descriptor could be made.
public struct WakeUpError: Explained, Equatable {
  /// The system's error number.
  public let code: CInt

  package init(code: CInt) { self.code = code }

  /// Why, and how it is mended.
  public var message: Message {
    Message("wakeUp.refused", ["reason": Message(explaining: SystemError(code: code))])
  }
}

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
