package import FormworkFrontEnd

/// A reason for a front end to stop.
package enum FrontEndExit: Error {
  case detached
  /// The terminal cannot be used.
  case failed(SystemError)

  /// Performs what the system may refuse, which then is the ending.
  @inlinable @inline(__always)
  package static func onFailure<Result: ~Copyable>(
    of body: @autoclosure () throws(SystemError) -> Result
  ) throws(FrontEndExit) -> Result {
    do throws(SystemError) { return try body() } catch { throw .failed(error) }
  }
}
