import FormworkCore
import Glibc

/// A failure with the status that it ends the program with, and one line for the person.
struct Failure: Error, CustomStringConvertible {
  /// Wrong usage, or bad input to begin with.
  static let usage: CInt = 2

  /// What was asked for could not be done.
  static let failed: CInt = 1

  let status: CInt
  let description: String

  init(_ description: String, status: CInt = Failure.failed) {
    self.description = description
    self.status = status
  }
}

/// Writes a line to standard error, without the control characters that arguments and stored data may
/// hold: what is one line stays one.
func complain(_ text: String) {
  // Where even this cannot be written there is nobody to tell.
  _ = write(text.replacingControls(), to: STDERR_FILENO)
}

/// Writes a line to standard output, without control characters but the tabs between its cells.
///
/// - Throws: ``Failure`` where it cannot be written, but for a reader that has gone: it has what it
///   wanted.
func say(_ line: String) throws(Failure) {
  let error = write(line.replacingControls(allowingLines: true), to: STDOUT_FILENO)
  if error != 0 && error != EPIPE {
    throw Failure(reason("standard output", error))
  }
}

/// Sees whether standard input can be read at all.
///
/// - Throws: ``Failure`` with what is wrong with it.
func checkStandardInput() throws(Failure) {
  if read(STDIN_FILENO, nil, 0) < 0 { throw Failure(reason("standard input", errno)) }
}

/// What is wrong with a standard stream.
private func reason(_ stream: String, _ error: CInt) -> String {
  error == EBADF ? "\(stream) is closed" : "\(stream): \(String(cString: strerror(error)))"
}

/// Writes a line; returns 0 or an `errno`.
private func write(_ text: String, to descriptor: CInt) -> CInt {
  var rest = Array((text + "\n").utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno != EINTR { return errno }
    rest = rest.dropFirst(max(0, count))
  }
  return 0
}
