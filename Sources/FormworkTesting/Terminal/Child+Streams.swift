import CFormworkSystem
import Glibc

extension Child {
  /// The exit status of a program.
  public enum Status: Equatable, Sendable {
    /// The program exited with this code.
    case exited(Int32)
    /// A signal with this number ended the program.
    case signalled(Int32)

    /// Decodes a status of wait(2).
    public init(waitStatus: Int32) {
      let signal = waitStatus & 0x7f
      self = signal == 0 ? .exited(waitStatus >> 8) : .signalled(signal)
    }
  }

  /// The exit status and the output of a program.
  public struct Outcome: Equatable, Sendable, CustomStringConvertible {
    /// The exit status.
    public let status: Status
    /// The bytes of standard output, if that was a pipe.
    public let output: [UInt8]
    /// The bytes of standard error, if that was a pipe.
    public let errors: [UInt8]

    /// Creates an expectation for bytes that need not be text.
    public init(_ status: Status, output: [UInt8], errors: [UInt8]) {
      self.status = status
      self.output = output
      self.errors = errors
    }

    /// Creates an expectation for text.
    public init(_ status: Status, output: String = "", errors: String = "") {
      self.init(status, output: Array(output.utf8), errors: Array(errors.utf8))
    }

    /// The output as text, with U+FFFD for bytes that are not UTF-8.
    public var outputText: String { String(decoding: output, as: UTF8.self) }

    /// The errors as text, with U+FFFD for bytes that are not UTF-8.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// The outcome in Swift, to be pasted into a test.
    public var description: String {
      let isText = Outcome(status, output: outputText, errors: errorText) == self
      let parts = [("output", output, outputText), ("errors", errors, errorText)]
        .map { ", \($0): \(isText ? $2.literal : "\($1)")" }
      return "Child.Outcome(.\(status)\(parts.joined()))"
    }
  }
}

extension Child {
  /// The source or the target of one of a program's three standard streams.
  public enum Stream: Equatable, Sendable {
    /// A pipe to or from the test.
    case pipe
    /// `/dev/null`.
    case nothing
    /// A file, which is read for input, and else created or emptied, and written.
    case file(String)
    /// A descriptor of the test, which stays open here.
    case descriptor(Int32)
    /// The pseudo-terminal of the program.
    case terminal

    /// Opens the descriptor for the program, and the other end of a pipe; the caller must close both.
    func open(forInput isInput: Bool) throws(SupportError) -> (program: Int32?, ours: Int32?) {
      switch self {
      case .pipe:
        var ends: [Int32] = [-1, -1]
        try checked("pipe", fws_open_pipe(&ends))
        return isInput ? (ends[0], ends[1]) : (ends[1], ends[0])
      case .nothing:
        return (try checked("open /dev/null", Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)), nil)
      case .file(let path):
        let flags = isInput ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
        let file = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        return (try checked("open \(path)", file), nil)
      case .descriptor(let descriptor):
        // Above the three streams, so that none is overwritten before it is passed on.
        return (try checked("fcntl", fcntl(descriptor, F_DUPFD_CLOEXEC, 3)), nil)
      case .terminal:
        return (nil, nil)
      }
    }
  }
}
