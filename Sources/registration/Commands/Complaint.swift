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

/// Writes a line to standard error, without the control characters that stored data may hold.
func complain(_ text: String) {
  write(text.replacingControls(allowingLines: true), to: STDERR_FILENO)
}

/// Writes a line to standard output, without control characters but the tabs between its cells.
func say(_ cells: String...) {
  write(cells.map { $0.replacingControls() }.joined(separator: "\t"), to: STDOUT_FILENO)
}

private func write(_ text: String, to descriptor: CInt) {
  var rest = Array((text + "\n").utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    // Where nobody reads any more, nobody is to be told of it either.
    if count < 0 && errno != EINTR { return }
    rest = rest.dropFirst(max(0, count))
  }
}
