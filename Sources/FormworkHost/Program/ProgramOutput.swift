package import FormworkCore
import FormworkSystem
import Glibc

/// Writes the messages of a program to its standard streams, in the language of the user.
package struct ProgramOutput: Sendable {
  package let catalogue: Catalogue
  private let program: String

  package init(_ program: String, _ catalogue: Catalogue) {
    self.catalogue = catalogue
    self.program = program
  }

  package func printError(_ message: Message) {
    FormworkHost.printError(catalogue.text(for: message))
  }

  package func printError(for error: any Error) { printErrorWithName(Message(explaining: error)) }

  package func printErrorWithName(_ message: Message) {
    FormworkHost.printError("\(program): \(catalogue.text(for: message))")
  }

  package func printError(ofUsage message: Message, of command: String? = nil) {
    printError(message)
    let name = command.map { "\(program) \($0)" } ?? program
    printError(.key("usage.help", ["program": .verbatim(name)]))
  }

  /// Writes a line to a user at the keyboard, for example a request to type the answers.
  package func announce(_ message: Message) {
    if isatty(STDIN_FILENO) == 1 { printError(message) }
  }

  /// Writes a line to standard output, without control characters except the tabs between cells.
  package func say(_ message: Message) throws(ProgramFailure) {
    _ = try put(bytes(of: catalogue.text(for: message), for: STDOUT_FILENO))
  }
}

extension ProgramOutput {
  /// Writes a text to standard output, unchanged; returns whether there is still a reader.
  package func put(_ text: String) throws(ProgramFailure) -> Bool {
    try put(Array(text.utf8))
  }

  /// Writes a secret to standard output, without a copy; returns whether there is still a reader.
  package func put(_ secret: Secret) throws(ProgramFailure) -> Bool {
    try hasReader(after: secret.withBytes { $0.write(to: STDOUT_FILENO) })
  }

  /// Writes bytes to standard output; returns whether there is still a reader.
  package func put(_ bytes: [UInt8]) throws(ProgramFailure) -> Bool {
    try hasReader(after: bytes.withUnsafeBytes { $0.write(to: STDOUT_FILENO) })
  }

  private func hasReader(after error: SystemError?) throws(ProgramFailure) -> Bool {
    guard let error, error.code != EPIPE else { return error == nil }
    throw ProgramFailure(fault(of: .key("stream.output"), error.code))
  }

  /// Writes a text of the system to standard output, unchanged, and ends the program.
  package func end(with text: String) -> Never {
    do throws(ProgramFailure) {
      _ = try put("\(text)\n".systemBytes)
      exit(0)
    } catch {
      printError(for: error)
      exit(error.status)
    }
  }
}

package func checkStandardInput() throws(ProgramFailure) {
  if read(STDIN_FILENO, nil, 0) < 0 { throw ProgramFailure(fault(of: .key("stream.input"), errno)) }
}

private func fault(of stream: Message, _ error: CInt) -> Message {
  error == EBADF
    ? .key("stream.closed", ["stream": stream])
    : .key(
      "stream.failed",
      ["stream": stream, "reason": Message(explaining: SystemError(code: error))])
}

/// Writes a line to standard error without control characters, wrapped between words at a terminal.
func printError(_ line: String) {
  // A failure is ignored, because it could not be reported elsewhere.
  _ = bytes(of: line.systemTextShown, for: STDERR_FILENO).withUnsafeBytes {
    $0.write(to: STDERR_FILENO)
  }
}

/// Returns the bytes of a line for a descriptor.
private func bytes(of line: String, for descriptor: CInt) -> [UInt8] {
  let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
    .map { String($0).replacingControls() }
  let columns = cells.count == 1 ? terminalSize(of: descriptor)?.columns ?? 0 : 0
  return Array(cells.joined(separator: "\t").rows(of: columns).map { $0 + "\n" }.joined().utf8)
}

/// The reason for the end of a program: a line for the user, and the exit status.
package struct ProgramFailure: UserMessageError {
  /// The status for wrong usage or bad input.
  package static let usage: CInt = 2
  package static let failed: CInt = 1
  package static let declined: CInt = 3

  package let status: CInt
  package let message: Message

  /// Creates a failure of the program.
  package init(_ message: Message) { (status, self.message) = (Self.failed, message) }

  /// Creates a failure by wrong usage or bad input.
  package init(usage message: Message) { (status, self.message) = (Self.usage, message) }

  /// Performs work whose errors are wrong usage or bad input.
  package static func asUsage<Result>(
    _ work: () throws -> Result
  ) throws(ProgramFailure) -> Result {
    do { return try work() } catch { throw ProgramFailure(usage: Message(explaining: error)) }
  }
}
