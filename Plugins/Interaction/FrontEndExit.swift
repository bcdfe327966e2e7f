package import FormworkFrontEnd
import Glibc

/// A reason for a front end to stop.
package enum FrontEndExit: Error {
  case detached
  /// The terminal cannot be used.
  case failed(SystemError)

  /// Performs work of the system, whose error ends the front end.
  @inlinable @inline(__always)
  package static func onFailure<Result: ~Copyable>(
    of body: @autoclosure () throws(SystemError) -> Result
  ) throws(FrontEndExit) -> Result {
    do throws(SystemError) { return try body() } catch { throw .failed(error) }
  }
}

extension HostConnection {
  /// Runs a conversation until the host detaches, and then throws the error of the terminal, if any.
  package func hold(
    hasQuit: () -> Bool = { false }, _ conversation: () throws(FrontEndExit) -> Void
  ) throws(SystemError) {
    do throws(FrontEndExit) { try conversation() } catch {
      guard case .failed(let failure) = error else { return }
      if !hasQuit() { post(.quit) }
      while true {
        _ = try wait(forInput: false)
        while let message = next() {
          guard case .detach = message else { continue }
          // A terminal that was hung up fails with EIO: that is the end of the input, and not a failure.
          if failure.code != EIO { throw failure }
          return
        }
      }
    }
  }
}
