import Glibc

/// A system call that failed.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The errno.
  public let code: Int32

  /// Wraps an errno.
  public init(code: Int32) {
    self.code = code
  }

  /// The system's words for it.
  public var description: String { String(cString: strerror(code)) }

  /// The error of the call that failed just now.
  package static var last: SystemError { SystemError(code: errno) }
}
