package import Glibc

extension termios {
  package init(of descriptor: CInt) throws(SystemError) {
    self.init()
    guard tcgetattr(descriptor, &self) == 0 else { throw .last }
  }

  /// Gives a terminal these modes; what was typed ahead is kept.
  package func set(on descriptor: CInt) throws(SystemError) {
    var modes = self
    while tcsetattr(descriptor, TCSANOW, &modes) != 0 {
      if errno != EINTR { throw .last }
    }
  }
}

/// The size of a terminal in character cells; 0 for what neither the terminal nor the environment says.
///
/// Serial lines and some containers have terminals of 0 x 0: there a person sets `COLUMNS` and `LINES`.
///
/// - Parameters:
///   - descriptor: The terminal.
///   - environment: Looks a variable up.
/// - Returns: The size; `nil` where the descriptor is no terminal.
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
