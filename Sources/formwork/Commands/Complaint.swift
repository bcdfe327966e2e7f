import FormworkCore
import Glibc

/// Why the program ends, in one line, and the status that it ends with.
struct Complaint: Error {
  /// Wrong usage: a front end that is not there.
  static let usage: CInt = 2

  /// What was asked for could not be done, or a check failed.
  static let failed: CInt = 1

  let text: String
  let status: CInt

  init(_ text: String, status: CInt = Complaint.failed) {
    self.text = text
    self.status = status
  }
}

/// Writes a line to standard error, without control characters.
func complain(_ line: String) {
  // Where even this cannot be written there is nobody to tell.
  _ = write(line, to: STDERR_FILENO)
}

/// Writes a line to standard output, without control characters.
///
/// - Throws: ``Complaint`` where it cannot be written, but for a reader that has gone: it has what it
///   wanted.
func say(_ line: String) throws(Complaint) {
  let error = write(line, to: STDOUT_FILENO)
  if error != 0 && error != EPIPE {
    let reason = error == EBADF ? " is closed" : ": \(String(cString: strerror(error)))"
    throw Complaint("standard output\(reason)")
  }
}

/// Writes a line; returns 0 or an `errno`.
private func write(_ line: String, to descriptor: CInt) -> CInt {
  var rest = Array((line.replacingControls() + "\n").utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno != EINTR { return errno }
    rest = rest.dropFirst(max(0, count))
  }
  return 0
}
