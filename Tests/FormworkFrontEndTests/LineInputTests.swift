import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@Suite struct LineInputTests {
  /// The result of a reading, in a form that can be compared.
  enum Read: Equatable {
    case line([UInt8])
    case unterminated([UInt8])
    case tooLong
    case ended
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var acceptsCarriageReturns = true
    let reads: [Read]
    var testDescription: String { name }
  }

  @Test func whatWasTypedForAPromptThatIsGone() throws {
    let terminal = try BareTerminal()
    let input = LineInput(descriptor: terminal.descriptor)
    try terminal.type("ahead\nha")
    #expect(try terminal.waitingByteCount == 6)
    #expect(input.discardTyping())
    #expect(try terminal.waitingByteCount == 0)
    try terminal.type("one\n")
    #expect(try wholeLine(of: input) == "one")
    #expect(!input.discardTyping())
  }

  /// After ^C a terminal discards input that poll(2) has reported.
  @Test func whatIsNotThereIsNotWaitedFor() async throws {
    try await onThreadOfItsOwn {
      let terminal = try BareTerminal()
      let input = LineInput(descriptor: terminal.descriptor)
      guard case .pending = try input.next() else {
        Issue.record("there is nothing to be read")
        return
      }
      #expect(fcntl(terminal.descriptor, F_GETFL) & O_NONBLOCK == 0)
    }
  }

  /// The beginning of a line is dropped both from the terminal and from the buffer.
  @Test(arguments: [0, 1, 3])
  func aPartOfALineIsDropped(readCount: Int) throws {
    let terminal = try BareTerminal()
    let input = LineInput(descriptor: terminal.descriptor)
    try terminal.type("ahead\n")
    for _ in 0..<readCount {
      guard case .pending = try input.next() else {
        Issue.record("a terminal is read byte by byte")
        return
      }
    }
    #expect(input.discardTyping())
    try terminal.type("one\n")
    #expect(try wholeLine(of: input) == "one")
  }

  @Test func aLineWithoutItsEndIsDropped() throws {
    let terminal = try BareTerminal()
    let input = LineInput(descriptor: terminal.descriptor)
    var found = termios()
    try #require(tcgetattr(terminal.descriptor, &found) == 0)
    try terminal.typeUnfinished("ahead")
    #expect(input.discardTyping())
    try terminal.type("one\n")
    #expect(try wholeLine(of: input) == "one")
    var left = termios()
    try #require(tcgetattr(terminal.descriptor, &left) == 0)
    #expect(left.c_lflag == found.c_lflag)
  }

  @Test func aLineThatWasTooLongIsDropped() throws {
    let terminal = try BareTerminal()
    var modes = termios()
    try #require(tcgetattr(terminal.descriptor, &modes) == 0)
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    try #require(tcsetattr(terminal.descriptor, TCSANOW, &modes) == 0)
    let input = LineInput(descriptor: terminal.descriptor)
    for _ in 0..<66 {
      try terminal.type(String(repeating: "a", count: 1_000))
      for _ in 0..<1_000 { _ = try input.next() }
    }
    #expect(input.discardTyping())
    try terminal.type("one\n")
    #expect(try wholeLine(of: input) == "one")
  }

  /// The rest may be for another front end, with other modes of the terminal.
  @Test func whatIsBehindALineStaysInTheTerminal() throws {
    let terminal = try BareTerminal()
    let input = LineInput(descriptor: terminal.descriptor)
    try terminal.type("one\ntwo\nthree")
    #expect(try wholeLine(of: input) == "one")
    #expect(try terminal.waitingByteCount == 4)
    #expect(!input.hasUnread)
  }

  /// Returns the next complete line, after any number of readings.
  private func wholeLine(of input: LineInput) throws -> String? {
    while true {
      switch try input.next() {
      case .pending: continue
      case .line(let line, true): return line.text
      case .line, .tooLong, .ended: return nil
      }
    }
  }

  @Test func ofAPipeNothingIsDropped() throws {
    let pipe = try Pipe()
    let input = LineInput(descriptor: pipe.readEnd)
    pipe.write(Array("one\ntwo\n".utf8))
    _ = try input.next()
    input.discardTyping()
    guard case .line(let line, true) = try input.next() else {
      Issue.record("no line")
      return
    }
    #expect(line.text == "two")
  }

  private static func letters(_ count: Int) -> [UInt8] { Array(repeating: 0x61, count: count) }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static let rows = [
    Row(name: "nothing", bytes: [], reads: [.ended]),
    Row(name: "an empty line", bytes: [10], reads: [.line([]), .ended]),
    Row(name: "two lines", bytes: [97, 10, 98, 10], reads: [.line([97]), .line([98]), .ended]),
    Row(
      name: "no final newline", bytes: [97, 10, 98],
      reads: [.line([97]), .unterminated([98]), .ended]),
    Row(name: "CR LF", bytes: [97, 13, 10, 13, 10], reads: [.line([97]), .line([]), .ended]),
    Row(
      name: "CR LF taken as it is", bytes: [97, 13, 10], acceptsCarriageReturns: false,
      reads: [.line([97, 13]), .ended]),
    Row(
      name: "CR elsewhere", bytes: [13, 97, 13, 13, 10, 98, 13],
      reads: [.line([13, 97, 13]), .unterminated([98, 13]), .ended]),
    Row(
      name: "NUL and no UTF-8", bytes: [0, 255, 10, 0],
      reads: [.line([0, 255]), .unterminated([0]), .ended]),
    Row(
      name: "a byte order mark", bytes: mark + [97, 10] + mark + [98, 10],
      reads: [.line([97]), .line(mark + [98]), .ended]),
    Row(
      name: "a byte order mark and an empty line", bytes: mark + [13, 10, 98],
      reads: [.line([]), .unterminated([98]), .ended]),
    Row(name: "nothing but a byte order mark", bytes: mark, reads: [.ended]),
    Row(
      name: "a part of a byte order mark", bytes: [0xEF, 0xBB, 10],
      reads: [.line([0xEF, 0xBB]), .ended]),
    Row(
      name: "the longest line behind a byte order mark", bytes: mark + letters(65_536) + [13, 10],
      reads: [.line(letters(65_536)), .ended]),
    Row(
      name: "one byte too long behind a byte order mark",
      bytes: mark + letters(65_537) + [10, 98, 10], reads: [.tooLong, .line([98]), .ended]),
    Row(
      name: "the longest line", bytes: letters(65_536) + [10],
      reads: [.line(letters(65_536)), .ended]),
    Row(
      name: "the longest line with CR LF", bytes: letters(65_536) + [13, 10, 98, 10],
      reads: [.line(letters(65_536)), .line([98]), .ended]),
    Row(
      name: "one byte too long", bytes: letters(65_537) + [10, 98, 10],
      reads: [.tooLong, .line([98]), .ended]),
    Row(
      name: "one byte too long with CR LF", bytes: letters(65_537) + [13, 10, 98, 10],
      reads: [.tooLong, .line([98]), .ended]),
    Row(
      name: "far too long", bytes: letters(200_000) + [10, 98, 10],
      reads: [.tooLong, .line([98]), .ended]),
    Row(name: "too long and no newline", bytes: letters(65_537), reads: [.tooLong, .ended]),
    Row(
      name: "far too long and no newline", bytes: letters(70_000), reads: [.tooLong, .ended]),
  ]

  /// The lines do not depend on the lengths of the pieces.
  @Test(arguments: rows, [1_000_000, 1, 7, 16_384])
  func lines(_ row: Row, pieceLength: Int) throws {
    // Byte by byte only if that does not take a hundred thousand reads.
    guard row.bytes.count < 100 || pieceLength > 100 else { return }
    let pipe = try Pipe()
    let input = LineInput(
      descriptor: pipe.readEnd, acceptsCarriageReturns: row.acceptsCarriageReturns)
    var reads: [Read] = []
    var rest = row.bytes[...]
    while reads.last != .ended {
      if rest.isEmpty {
        pipe.closeWriteEnd()
      } else {
        // Never more than a pipe holds: only this thread empties it.
        let piece = rest.prefix(min(pieceLength, 32_768))
        pipe.write(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      reads += try readAll(input, from: pipe.readEnd)
    }
    #expect(reads == row.reads)
  }

  @Test func aFailureIsTold() {
    #expect(throws: SystemError(code: EBADF)) { _ = try LineInput(descriptor: -1).next() }
  }

  @Test func secretBytes() {
    let bytes = SecretBytes()
    #expect(bytes.isEmpty && bytes.isUTF8 && bytes.text == "")
    Array("aä€😀".utf8).withUnsafeBytes { bytes.append($0) }
    #expect(bytes.text == "aä€😀" && bytes.codePointCount == 4 && bytes.byteCount == 10)
    for _ in 0..<100 { Array("0123456789".utf8).withUnsafeBytes { bytes.append($0) } }
    #expect(bytes.text == "aä€😀" + String(repeating: "0123456789", count: 100))
    [UInt8](arrayLiteral: 0xC3).withUnsafeBytes { bytes.append($0) }
    #expect(!bytes.isUTF8 && bytes.text == nil)
    bytes.wipe()
    #expect(bytes.isEmpty && bytes.text == "")
  }

  /// Reads until the pipe is empty.
  ///
  /// A chunk may contain no whole line: only the pipe says that it is empty.
  private func readAll(_ input: LineInput, from descriptor: Int32) throws -> [Read] {
    var reads: [Read] = []
    while input.hasUnread || isReadable(descriptor) {
      switch try input.next() {
      case .line(let line, let isTerminated):
        let bytes = line.withBytes { Array($0) }
        reads.append(isTerminated ? .line(bytes) : .unterminated(bytes))
      case .tooLong: reads.append(.tooLong)
      case .pending: continue
      case .ended: return reads + [.ended]
      }
    }
    return reads
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }
}
