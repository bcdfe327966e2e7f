/// Why a program, or a terminal, did not do what a test waited for.
public enum SupportError: Error, Equatable, CustomStringConvertible {
  /// A system call failed.
  case system(call: String, errno: Int32)
  /// What a test waited for did not come; `transcript` is all that came instead.
  case limitReached(awaited: String, limit: Duration, transcript: String)
  /// The program ended before what a test waited for came.
  case ended(awaited: String, status: Child.Status, transcript: String)
  /// A program that helps the tests, such as tmux, refused a command.
  case refused(command: String, answer: [String])
  /// A file that the tests need is missing.
  case missing(path: String, mend: String)

  /// What happened, and what the program had written by then.
  public var description: String {
    switch self {
    case .system(let call, let errno):
      "\(call) failed: \(text(ofError: errno))"
    case .limitReached(let awaited, let limit, let transcript):
      "\(awaited) did not come within \(limit); there was: \(transcript)"
    case .ended(let awaited, let status, let transcript):
      "\(awaited) did not come before the program's end (\(status)); there was: \(transcript)"
    case .refused(let command, let answer):
      "\(command.debugDescription) was refused: \(answer.joined(separator: " "))"
    case .missing(let path, let mend):
      "\(path) is missing; \(mend)"
    }
  }
}
