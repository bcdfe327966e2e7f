import Conversation
import FormworkCore
import FormworkFrontEnd
import FormworkSystem
import Glibc

/// Writes a line to standard error; at a terminal it is broken between words.
///
/// The control characters that arguments and stored data may hold are replaced: what is one line stays
/// one.
package func complain(_ line: String) {
  // A failure is dropped: there is no other place where it could be reported.
  _ = write(line, to: STDERR_FILENO)
}

/// Writes a line to standard output, without control characters but the tabs between its cells.
///
/// At a terminal it is broken between words, unless it has cells.
///
/// - Throws: ``Failure`` where it cannot be written, but for a reader that has gone: it has what it
///   wanted.
package func say(_ line: String) throws(Failure) {
  let error = write(line, to: STDOUT_FILENO)
  if error != 0 && error != EPIPE { throw Failure(reason("standard output", error)) }
}

/// Sees whether standard input can be read at all.
///
/// - Throws: ``Failure`` with what is wrong with it.
package func checkStandardInput() throws(Failure) {
  if read(STDIN_FILENO, nil, 0) < 0 { throw Failure(reason("standard input", errno)) }
}

/// Tells a person at the keyboard what standard input is read for, and how it is ended.
package func announceInput(_ what: String) {
  if isatty(STDIN_FILENO) == 1 { complain("Type \(what), and then ^D on a line of its own.") }
}

/// What is wrong with a standard stream.
private func reason(_ stream: String, _ error: CInt) -> String {
  error == EBADF ? "\(stream) is closed" : "\(stream): \(SystemError(code: error))"
}

/// Writes a line; returns 0 or an `errno`.
private func write(_ line: String, to descriptor: CInt) -> CInt {
  let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
    .map { String($0).replacingControls() }
  let teller = Teller(descriptor: descriptor)
  if cells.count == 1 {
    teller.say(cells[0])
  } else {
    teller.write(cells.joined(separator: "\t") + "\n")
  }
  do throws(Ending) {
    try teller.flush()
    return 0
  } catch {
    if case .failed(let error) = error { return error.code }
    return EIO
  }
}
