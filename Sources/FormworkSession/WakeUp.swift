import CFormworkSystem
public import FormworkCore
import FormworkSystem
import Glibc

/// A descriptor that any thread can make readable to wake a session, which clears it.
public final class WakeUp: Sendable {
  /// The C object, valid while this object exists, for the signal handlers of the terminal guard.
  package nonisolated(unsafe) let pointer: OpaquePointer

  /// Creates a wake-up, unless the system has no descriptor left.
  public init() throws(WakeUpError) {
    guard let pointer = fww_make() else { throw WakeUpError(code: errno) }
    self.pointer = pointer
  }

  deinit { fww_free(pointer) }

  /// The descriptor to poll for input.
  public var descriptor: CInt { fww_descriptor(pointer) }

  /// Makes the descriptor readable.
  public func raise() { fww_raise(pointer) }

  /// Makes the descriptor unreadable, and returns whether it was raised: only then news may exist.
  @discardableResult
  public func clear() -> Bool { fww_clear(pointer) != 0 }

  /// Waits until the descriptor is raised, and returns whether it is; `nil` means no limit.
  public func wait(limit: Duration?) -> Bool {
    let end = limit.map { ContinuousClock.now + $0 }
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = end.map { ContinuousClock.now.duration(to: $0) }
      let count = poll(&entry, 1, left.map(\.wholeMilliseconds) ?? -1)
      // A signal may have interrupted the wait: a handler with news has raised this descriptor too.
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}

/// A failure to create an event descriptor.
public struct WakeUpError: UserMessageError, Equatable {
  /// The error number of the system.
  public let code: CInt

  package init(code: CInt) { self.code = code }

  /// The reason, and how to solve the problem.
  public var message: Message {
    .key("wakeUp.refused", ["reason": Message(explaining: SystemError(code: code))])
  }
}

/// The news of the system for a session: signals, stops, and the size of the terminal.
///
/// An implementation with news raises the ``WakeUp`` of the session.
public protocol SystemEvents: AnyObject {
  /// The number of the signal that asks the program to leave, if any.
  var pendingSignal: CInt? { get }

  /// Drops a `SIGINT` that the screen has handled.
  func dismissInterrupt()

  /// Whether the program continued after a stop since the last call: the terminal may show anything.
  func takeResumption() -> Bool

  /// Whether the size of the terminal changed since the last call.
  func takeResize() -> Bool

  /// The size of the terminal; `nil` if there is no terminal.
  var windowSize: WindowSize? { get }
}
