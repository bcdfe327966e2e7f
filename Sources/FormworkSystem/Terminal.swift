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
