package import Glibc

extension termios {
  package init(of descriptor: CInt) throws(SystemError) {
    self.init()
    guard tcgetattr(descriptor, &self) == 0 else { throw .last }
  }

  /// Sets these modes on a terminal, and keeps pending input.
  package func set(on descriptor: CInt) throws(SystemError) {
    var modes = self
    while tcsetattr(descriptor, TCSANOW, &modes) != 0 {
      if errno != EINTR { throw .last }
    }
  }
}

/// Returns the size of a terminal in character cells.
///
/// If the terminal reports a size of 0, as serial lines and some containers do, `COLUMNS` and `LINES` count; the
/// result is 0 if these are missing too.
///
/// - Returns: The size; `nil` if the descriptor is not a terminal.
package func terminalSize(
  of descriptor: CInt, _ environment: (String) -> String? = Environment.value
) -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
  func number(_ name: String) -> Int {
    guard let text = environment(name), text.utf8.count <= 4,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return 0 }
    return Int(text).flatMap { $0 <= 1000 ? $0 : nil } ?? 0
  }
  return (
    size.ws_col > 0 ? Int(size.ws_col) : number("COLUMNS"),
    size.ws_row > 0 ? Int(size.ws_row) : number("LINES")
  )
}
