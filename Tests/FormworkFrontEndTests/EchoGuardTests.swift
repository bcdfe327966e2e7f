import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@Suite struct EchoGuardTests {
  @Test func hidesAndShowsAgain() throws {
    let bare = try BareTerminal()
    let terminal = bare.descriptor
    let found = try flags(of: terminal)
    #expect(found & tcflag_t(ECHO) != 0)
    do {
      let echo = try EchoGuard(descriptor: terminal)
      #expect(try flags(of: terminal) == found & ~tcflag_t(ECHO | ECHONL))
      try echo.restore()
      #expect(try flags(of: terminal) == found)
    }
    do {
      let echo = try EchoGuard(descriptor: terminal)
      #expect(try flags(of: terminal) != found)
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
