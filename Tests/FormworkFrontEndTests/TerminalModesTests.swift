import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@Suite struct TerminalModesTests {
  /// Keys come one by one and unseen, those that send signals are the terminal's, and all is as it was afterwards.
  @Test(arguments: [false, true])
  func keysComeAsLongAsItLives(takesFlowKeys: Bool) throws {
    let bare = try BareTerminal()
    let found = try State(of: bare.descriptor)
    do {
      let modes = try TerminalModes(descriptor: bare.descriptor, takesFlowKeys: takesFlowKeys)
      let cleared = tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
      let flow = takesFlowKeys ? tcflag_t(IXON) : 0
      var wanted = found
      wanted.local &= ~cleared
      wanted.input = (found.input | tcflag_t(ICRNL)) & ~flow
      (wanted.minimum, wanted.time) = (1, 0)
      #expect(try State(of: bare.descriptor) == wanted)
      try modes.deliverStopKey(true)
      wanted.stop = 0
      #expect(try State(of: bare.descriptor) == wanted)
      try modes.deliverStopKey(false)
      wanted.stop = found.stop
      #expect(try State(of: bare.descriptor) == wanted)
      try modes.deliverStopKey(true)
      _ = consume modes
    }
    #expect(try State(of: bare.descriptor) == found)
  }

  @Test func whatIsNoTerminalIsRefused() throws {
    let pipe = try Pipe()
    do {
      _ = try TerminalModes(descriptor: pipe.readEnd)
      Issue.record("a pipe has no modes")
    } catch {
      #expect(error == SystemError(code: ENOTTY))
    }
  }

  /// What of termios is changed.
  private struct State: Equatable {
    var local: tcflag_t
    var input: tcflag_t
    var minimum: cc_t
    var time: cc_t
    var stop: cc_t

    init(of terminal: Int32) throws {
      var modes = termios()
      try #require(tcgetattr(terminal, &modes) == 0)
      (local, input) = (modes.c_lflag, modes.c_iflag)
      let characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
      (minimum, time) = (characters[Int(VMIN)], characters[Int(VTIME)])
      stop = characters[Int(VSUSP)]
    }
  }
}
