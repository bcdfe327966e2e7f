package import FormworkCore
import FormworkFrontEnd
import FormworkSystem
import Glibc
import Interaction
import Wording

/// Says what a program has to say on its standard streams, in the language of the person who started it.
package struct Speaker: Sendable {
  /// The sentences of the program, in that language.
  package let catalogue: Catalogue
  private let program: String

  /// Makes one for a program of a name.
  package init(_ program: String, _ catalogue: Catalogue) {
    self.catalogue = catalogue
    self.program = program
  }

  /// Says a line on standard error.
  package func complain(_ message: Message) {
    FormworkHost.complain(catalogue.text(for: message))
  }

  /// Says on standard error, behind the program's name, what is wrong.
  package func complain(of error: any Error) { complainByName(Message(explaining: error)) }

  /// Says a line on standard error, behind the program's name.
  package func complainByName(_ message: Message) {
    FormworkHost.complain("\(program): \(catalogue.text(for: message))")
  }

  /// Says what is wrong with a program's arguments, and where their help is.
  package func complain(ofUsage message: Message) {
    complain(message)
    complain(Message("usage.help", ["program": .verbatim(program)]))
  }

  /// Says a line to a person at the keyboard, such as what standard input is read for.
  package func announce(_ message: Message) {
    if isatty(STDIN_FILENO) == 1 { complain(message) }
  }

  /// Says a line on standard output, without control characters but the tabs between its cells.
  ///
  /// At a terminal it is broken between words, unless it has cells.
  ///
  /// - Throws: ``Failure`` where it cannot be written, but for a reader that has gone: it has what it
  ///   wanted.
  package func say(_ message: Message) throws(Failure) {
    let error = write(catalogue.text(for: message), to: STDOUT_FILENO)
    if error != 0 && error != EPIPE { throw Failure(fault(of: "stream.output", error)) }
  }
}

extension Speaker {
  /// Writes a text on standard output, as it stands.
  ///
  /// - Returns: Whether there is still a reader.
  /// - Throws: ``Failure`` where it cannot be written, but for a reader that has gone.
  package func put(_ text: String) throws(Failure) -> Bool {
    try put(Array(text.utf8))
  }

  private func put(_ bytes: [UInt8]) throws(Failure) -> Bool {
    let error = bytes.withUnsafeBytes { $0.write(to: STDOUT_FILENO) }?.code ?? 0
    if error != 0 && error != EPIPE { throw Failure(fault(of: "stream.output", error)) }
    return error == 0
  }

  /// Ends the program with a text of the system on standard output, as it stands.
  package func end(with text: String) -> Never {
    do throws(Failure) {
      _ = try put("\(text)\n".systemBytes)
      exit(0)
    } catch {
      complain(of: error)
      exit(error.status)
    }
  }
}

/// Sees whether standard input can be read at all.
///
/// - Throws: ``Failure`` with what is wrong with it.
package func checkStandardInput() throws(Failure) {
  if read(STDIN_FILENO, nil, 0) < 0 { throw Failure(fault(of: "stream.input", errno)) }
}

/// What is wrong with a standard stream.
private func fault(of stream: Message, _ error: CInt) -> Message {
  error == EBADF
    ? Message("stream.closed", ["stream": stream])
    : Message(
      "stream.failed",
      ["stream": stream, "reason": Message(explaining: SystemError(code: error))])
}

/// Writes a line to standard error; at a terminal it is broken between words.
///
/// The control characters that arguments and stored data may hold are replaced: what is one line stays
/// one.
func complain(_ line: String) {
  // A failure is dropped: there is no other place where it could be reported.
  _ = write(line.systemTextShown, to: STDERR_FILENO)
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

/// Why a program ends: one line for the person, and the status that it ends with.
package struct Failure: Explained {
  /// Wrong usage, or bad input to begin with.
  package static let usage: CInt = 2

  /// What was asked for could not be done.
  package static let failed: CInt = 1

  /// The person has declined to answer.
  package static let declined: CInt = 3

  package let status: CInt
  package let message: Message

  package init(_ message: Message, status: CInt = Failure.failed) {
    self.message = message
    self.status = status
  }
}
