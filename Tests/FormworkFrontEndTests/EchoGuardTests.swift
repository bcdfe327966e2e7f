import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@Suite struct EchoGuardTests {
  /// ECHONL shows the end of a line even without ECHO.
  @Test(arguments: [ECHO, ECHONL, ECHO | ECHONL, 0])
  func hidesAndShowsAgain(echo: Int32) throws {
    let bare = try BareTerminal()
    let terminal = bare.descriptor
    var modes = termios()
    try #require(tcgetattr(terminal, &modes) == 0)
    modes.c_lflag = modes.c_lflag & ~tcflag_t(ECHO | ECHONL) | tcflag_t(echo)
    try #require(tcsetattr(terminal, TCSANOW, &modes) == 0)
    let found = try flags(of: terminal)
    #expect(found & tcflag_t(ECHO | ECHONL) == tcflag_t(echo))
    do {
      let echo = try EchoGuard(descriptor: terminal)
      #expect(try flags(of: terminal) == found & ~tcflag_t(ECHO | ECHONL))
      try echo.restore()
      #expect(try flags(of: terminal) == found)
    }
    do {
      let echo = try EchoGuard(descriptor: terminal)
      #expect(try flags(of: terminal) == found & ~tcflag_t(ECHO | ECHONL))
      _ = consume echo
    }
    #expect(try flags(of: terminal) == found)
  }

  @Test func whatIsNoTerminalIsRefused() throws {
    let pipe = try Pipe()
    do {
      _ = try EchoGuard(descriptor: pipe.readEnd)
      Issue.record("a pipe has no echo to switch off")
    } catch {
      #expect(error == SystemError(code: ENOTTY))
    }
  }

  private func flags(of terminal: Int32) throws -> tcflag_t {
    var modes = termios()
    try #require(tcgetattr(terminal, &modes) == 0)
    return modes.c_lflag
  }
}
