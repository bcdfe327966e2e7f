import CFormworkTerminal
import FormworkSystem
import Glibc

/// The streams of a front end.
struct Streams {
  let input: CInt = STDIN_FILENO

  /// The output: standard error if standard output is not a terminal, or if there is no user to prompt.
  ///
  /// In those cases standard output is for results. If neither output is a terminal, the user still sees
  /// the form on standard input: shells open it for reading and writing.
  let output: CInt

  /// Whether there is a user at a terminal that can move its cursor.
  let canMoveCursor: Bool

  /// The value of `TERM`, if terminfo does not know the terminal of the user.
  let unknownKind: String?

  /// The terminal whose modes are preserved; without a terminal, another descriptor.
  let terminal: CInt

  init() {
    let isPerson = isatty(STDIN_FILENO) == 1
    let shown = [STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    output = isPerson ? shown ?? STDIN_FILENO : STDERR_FILENO
    let kind = isPerson && isatty(output) == 1 ? TerminalKind() : .immovable
    canMoveCursor = kind == .movable
    unknownKind = if case .unknown(let name) = kind { name } else { nil }
    terminal = isPerson ? STDIN_FILENO : output
  }

  /// Whether the output accepts data now; it does not on a terminal stopped by ^S or in a full pipe.
  var outputTakesMore: Bool {
    // A program in the background is not blocked by the terminal.
    if fwt_is_elsewhere(output) != 0 { return true }
    // Output that a front end has suspended, by tcflow(3) or a line discipline that writes nothing, is
    // resumed. Output that the user has suspended with ^S is not. Other files are not affected.
    fwt_edit_lines(output)
    tcflow(output, TCOON)
    var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
