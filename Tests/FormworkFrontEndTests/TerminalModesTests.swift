import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@Suite struct TerminalModesTests {
  /// Keys arrive one by one without echo, ^C stays a signal, and the modes are restored afterwards.
  @Test func keysComeAsLongAsItLives() throws {
    let bare = try BareTerminal()
    let found = try State(of: bare.descriptor)
    do {
      let modes = try TerminalModes(descriptor: bare.descriptor)
      let cleared = tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
      var wanted = found
      wanted.local &= ~cleared
      wanted.input = (found.input | tcflag_t(ICRNL | INLCR)) & ~tcflag_t(IXON)
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

  /// Sets the modes in any terminal: Enter is a newline, other keys are unchanged, ^C is a signal.
  ///
  /// After a stop they are set again.
  @Test func modesThatReadingNeedsAreSetAndPutBack() throws {
    let bare = try BareTerminal()
    var odd = try termios(of: bare.descriptor)
    odd.c_iflag = tcflag_t(ISTRIP | INLCR | IGNCR | IUCLC | PARMRK | IXON)
    odd.c_lflag = 0
    odd.c_oflag = 0
    try odd.set(on: bare.descriptor)
    let found = try State(of: bare.descriptor)
    do {
      let modes = try TerminalModes(descriptor: bare.descriptor)
      let given = try State(of: bare.descriptor)
      #expect(given.input == tcflag_t(ICRNL | INLCR))
      #expect(given.local == tcflag_t(ISIG))
      try odd.set(on: bare.descriptor)
      try modes.renew()
      #expect(try State(of: bare.descriptor) == given)
    }
    #expect(try State(of: bare.descriptor) == found)
  }

  /// Restores echo and line editing as they were found.
  @Test(arguments: [true, false], [(true, true), (true, false), (false, true), (false, false)])
  func linesAreEditedAsLongAsItLives(
    isUTF8: Bool, found: (isCanonical: Bool, isEchoing: Bool)
  ) throws {
    let (isCanonical, isEchoing) = found
    let bare = try BareTerminal()
    var odd = try termios(of: bare.descriptor)
    odd.c_iflag = tcflag_t(ISTRIP | INLCR | IGNCR | IUCLC | PARMRK | IXON)
    let echo = isEchoing ? tcflag_t(ECHO) : 0
    odd.c_lflag = (isCanonical ? tcflag_t(ICANON) : 0) | echo
    try odd.set(on: bare.descriptor)
    let before = try State(of: bare.descriptor)
    do {
      let modes = try TerminalModes(ofLinesAt: bare.descriptor, isUTF8: isUTF8)
      let given = try State(of: bare.descriptor)
      #expect(given.input == tcflag_t(ICRNL) | (isUTF8 ? tcflag_t(IUTF8) : 0))
      let shown = isCanonical ? echo : tcflag_t(ECHO | ECHOE | ECHOK)
      #expect(given.local == tcflag_t(ICANON | ISIG) | shown)
      try odd.set(on: bare.descriptor)
      try modes.renew()
      #expect(try State(of: bare.descriptor) == given)
    }
    #expect(try State(of: bare.descriptor) == before)
  }

  /// Each typed line end arrives unchanged, in any mode of the terminal.
  @Test(arguments: [0, ICRNL, INLCR, IGNCR, ICRNL | IGNCR]) func lineEndsAreToldApart(
    _ found: Int32
  ) throws {
    let bare = try BareTerminal()
    var input = termios()
    try #require(tcgetattr(bare.descriptor, &input) == 0)
    input.c_iflag = input.c_iflag & ~tcflag_t(ICRNL | INLCR | IGNCR) | tcflag_t(found)
    try #require(tcsetattr(bare.descriptor, TCSANOW, &input) == 0)
    let modes = try TerminalModes(descriptor: bare.descriptor)
    try bare.typeUnfinished(Array("a\rb\r\nc\n".utf8))
    let reader = KeyReader(descriptor: bare.descriptor)
    var typed: [String] = []
    while try reader.fill() ?? 0 > 0 {
      while let input = reader.keys.next() { typed.append("\(input)") }
    }
    let enter = "\(TerminalInput.key(.enter))"
    #expect(typed.map { $0 == enter } == [false, true, false, true, false, true])
    _ = consume modes
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

  /// The changed parts of termios.
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
