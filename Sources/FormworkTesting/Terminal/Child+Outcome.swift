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

    package init(_ status: Status, output: [UInt8], errors: [UInt8]) {
      self.status = status
      self.output = output
      self.errors = errors
    }

    package init(_ status: Status, output: String = "", errors: String = "") {
      self.init(status, output: Array(output.utf8), errors: Array(errors.utf8))
    }

    /// The output as text, with U+FFFD for bytes that are not UTF-8.
    public var outputText: String { String(decoding: output, as: UTF8.self) }

    /// The errors as text, with U+FFFD for bytes that are not UTF-8.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// The status, the output and the errors in one line.
    public var description: String {
      "\(status), output \(outputText.debugDescription), errors \(errorText.debugDescription)"
    }
  }
}
