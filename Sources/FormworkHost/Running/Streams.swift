import CFormworkTerminal
import FormworkSystem
import Glibc

/// Where a front end reads from and writes to.
struct Streams {
  let input: CInt = STDIN_FILENO

  /// Where a front end writes to: standard output belongs to results where it is no terminal, or
  /// where no person is there to be prompted.
  ///
  /// Where neither output is a terminal, a person sees the form all the same: shells open theirs for
  /// reading and writing.
  let output: CInt

  /// Whether there is a person at a terminal that can move its cursor.
  let canMoveCursor: Bool

  /// What `TERM` says of the person's terminal, where terminfo does not know it.
  let unknownKind: String?

  /// The terminal whose modes are kept; where there is none, a descriptor that is no terminal.
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

  /// Whether what is written to the output is taken now: no terminal stopped by ^S, no full pipe.
  var outputTakesMore: Bool {
    let foreground = tcgetpgrp(output)
    // One that has given the terminal to others is not held up by it.
    if foreground > 0 && foreground != getpgrp() { return true }
    // What a front end has held up goes on, by tcflow(3) or by a discipline that writes nothing; what the person
    // has, by ^S, does not. To what is no terminal nothing is done.
    fwt_edit_lines(output)
    tcflow(output, TCOON)
    var entry = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0
  }
}
