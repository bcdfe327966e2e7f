import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@testable import EditLineFrontEnd

/// Reading from a terminal whose input may be dropped between poll(2) and read(2), as ^C does.
struct KeyInputTests {
  @Test func aReadDoesNotWait() async throws {
    try await onThreadOfItsOwn {
      let other = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var (isLocked, number): (CInt, CInt) = (0, 0)
      // TIOCSPTLCK and TIOCGPTN, see ioctl_tty(2).
      try #require(ioctl(other, 0x4004_5431, &isLocked) == 0)
      try #require(ioctl(other, 0x8004_5430, &number) == 0)
      let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(terminal >= 0)
      defer { close(terminal) }
      let modes = try TerminalModes(descriptor: terminal)
      let input = KeyInput(descriptor: terminal)
      #expect(try input.reader.fill() == nil)
      #expect(input.next() == nil)
      // Other programs do block: a shell that finds these modes and flags when it returns.
      var found = termios()
      try #require(tcgetattr(terminal, &found) == 0)
      #expect(withUnsafeBytes(of: found.c_cc) { $0[Int(VMIN)] } == 1)
      #expect(fcntl(terminal, F_GETFL) & O_NONBLOCK == 0)
      try #require(write(other, "x", 1) == 1)
      #expect(try input.reader.fill() == 1)
      #expect("\(String(describing: input.next()))".contains("x"))
      close(other)
      // A program that another test has just started may have the terminal open until it runs.
      var gone = pollfd(fd: terminal, events: 0, revents: 0)
      try #require(poll(&gone, 1, 20_000) == 1)
      #expect(try input.reader.fill() == 0)
      _ = consume modes
    }
  }

  /// A terminal taken by another session returns only an error, and so does invalid memory.
  @Test func anErrorOfTheTerminalsIsTheEnd() throws {
    let gone = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    defer { close(gone) }
    #expect(try KeyInput(descriptor: gone).reader.fill() == 0)
  }
}
