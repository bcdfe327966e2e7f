extension Child {
  /// How a program ended.
  public enum Status: Equatable, Sendable {
    /// It ended by itself, with this code.
    case exited(Int32)
    /// A signal of this number ended it.
    case signalled(Int32)

    /// Reads a status as wait(2) gives it.
    public init(waitStatus: Int32) {
      let signal = waitStatus & 0x7f
      self = signal == 0 ? .exited(waitStatus >> 8) : .signalled(signal)
    }
  }

  /// How a program ended, and all that it wrote.
  public struct Outcome: Equatable, Sendable, CustomStringConvertible {
    /// How it ended.
    public let status: Status
    /// What came through standard output, where that was a pipe.
    public let output: [UInt8]
    /// What came through standard error, where that was a pipe.
    public let errors: [UInt8]

    package init(_ status: Status, output: [UInt8], errors: [UInt8]) {
      self.status = status
      self.output = output
      self.errors = errors
    }

    package init(_ status: Status, output: String = "", errors: String = "") {
      self.init(status, output: Array(output.utf8), errors: Array(errors.utf8))
    }

    /// The output as text, with U+FFFD for what is no UTF-8.
    public var outputText: String { String(decoding: output, as: UTF8.self) }

    /// The errors as text, with U+FFFD for what is no UTF-8.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// All of it, in one line.
    public var description: String {
      "\(status), output \(outputText.debugDescription), errors \(errorText.debugDescription)"
    }
  }
}
