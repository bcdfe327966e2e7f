import CFormworkSystem
import Formwork
import FormworkSystem
import Glibc

/// The controlling terminal in place of standard input and standard output, while a form is asked.
struct TerminalStreams {
  /// The streams of the caller.
  private let input: CInt
  private let output: CInt

  /// Puts the terminal in place of the streams; `nil` if the form does not need it, or if there is none.
  private init?(isInputRead: Bool) {
    // A closed stream counts as /dev/null.
    fws_occupy_standard_streams()
    guard Self.isNeeded(isInputRead: isInputRead) else { return nil }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard input >= 0, output >= 0 else {
      close(input)
      close(output)
      return nil
    }
    dup2(terminal, STDIN_FILENO)
    dup2(terminal, STDOUT_FILENO)
  }

  private static func isNeeded(isInputRead: Bool) -> Bool {
    if isatty(STDIN_FILENO) == 1 {
      // Another terminal than the controlling one is what the user has named.
      return isatty(STDOUT_FILENO) == 0 && tcgetsid(STDIN_FILENO) == getsid(0)
    }
    return isInputRead || stat(of: STDIN_FILENO)?.isNullDevice == true
  }

  private func putBack() {
    dup2(input, STDIN_FILENO)
    dup2(output, STDOUT_FILENO)
    close(input)
    close(output)
  }

  /// Asks at the controlling terminal, so that standard output gets only the answer.
  ///
  /// Standard input stays if it may answer: as a pipe or a file that was not read (`isInputRead`), or as another
  /// terminal. Without a controlling terminal both streams stay.
  static func asking<Answer>(
    isInputRead: Bool = false, _ ask: () throws(FormError) -> Answer
  ) throws(FormError) -> Answer {
    let streams = TerminalStreams(isInputRead: isInputRead)
    defer { streams?.putBack() }
    return try ask()
  }
}
