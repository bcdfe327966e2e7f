@_exported public import FormworkOperations
import Glibc

/// An error of a program or a terminal under test.
public enum SupportError: Error, Equatable, CustomStringConvertible {
  /// A system call failed.
  case system(call: String, errno: Int32)
  /// The awaited output did not come within the limit. `transcript` is the whole output.
  case limitReached(awaited: String, limit: Duration, transcript: String)
  /// The program ended before the awaited output came.
  case ended(awaited: String, status: Child.Status, transcript: String)
  /// A helper program of the tests, such as tmux, refused a command.
  case refused(command: String, answer: [String])
  /// A file that the tests need is missing.
  case missing(path: String, fix: String)

  /// The error, and the output of the program.
  public var description: String {
    switch self {
    case .system(let call, let errno):
      "\(call) failed: \(String(cString: strerror(errno)))"
    case .limitReached(let awaited, let limit, let transcript):
      "\(awaited) did not come within \(limit); there was: \(transcript)"
    case .ended(let awaited, let status, let transcript):
      "\(awaited) did not come before the program's end (\(status)); there was: \(transcript)"
    case .refused(let command, let answer):
      "\(command.debugDescription) was refused: \(answer.joined(separator: " "))"
    case .missing(let path, let fix):
      "\(path) is missing; \(fix)"
    }
  }
}

/// The default limit of a test, far longer than a busy machine needs.
@usableFromInline package let defaultLimit: Duration = .seconds(20)

/// Returns the result of a system call, or throws the errno if it is -1.
@discardableResult
package func checked(_ call: String, _ result: Int32) throws(SupportError) -> Int32 {
  guard result != -1 else { throw .system(call: call, errno: errno) }
  return result
}

extension Synchronized {
  /// Changes the state, and wakes the waiting threads.
  package func change<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { signal() }
    return try withState(body)
  }

  /// Waits until `body` returns a result within the usual limit.
  package func wait<Result>(until body: (inout State) -> Result?) -> Result? {
    wait(limit: defaultLimit, until: body)
  }
}

extension Synchronized where State: Sendable {
  package var current: State { withState { $0 } }
}
