import CFormworkSystem
import Glibc

/// A program on a terminal that a test controls.
public final class PseudoTerminal: Sendable {
  /// The size of a terminal, in characters.
  public struct Size: Equatable, Sendable {
    /// The width.
    public let columns: Int

    /// The height.
    public let rows: Int

    /// Creates a size.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The program, which leads the terminal's session.
  public let child: Child
  /// The modes before the program started.
  public let initialModes: Modes
  /// The test's own descriptor for the program's side, which keeps the terminal open.
  private let programSide: Int32
  private let keyboard: InputPipe

  /// Opens a terminal, and starts a program on it, by path or by name in `PATH`.
  public init(
    _ arguments: [String], environment: [String: String] = Child.environment,
    directory: String? = nil, size: Size = Size(columns: 80, rows: 24),
    input: Child.Stream = .terminal, output: Child.Stream = .terminal,
    errors: Child.Stream = .terminal
  ) throws(SupportError) {
    let controller = try checked("open a pseudo-terminal", fws_open_pseudo_terminal())
    keyboard = try InputPipe(owning: controller)
    try Self.resize(controller, to: size)
    let path = try Self.path(of: controller)
    programSide = try checked("open \(path)", open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
    do {
      initialModes = try Modes(of: programSide)
      // The child closes its copy at its end, and the keyboard closes its own to hang up.
      let copy = try checked("fcntl", fcntl(controller, F_DUPFD_CLOEXEC, 0))
      child = try Child(
        arguments, environment: environment, directory: directory,
        streams: [input, output, errors], terminal: (path, copy))
    } catch {
      close(programSide)
      throw error
    }
  }

  deinit { close(programSide) }

  /// Types text, in which `\r` is the key Enter and `\u{3}` is Control-C.
  public func type(_ text: String, limit: Duration = defaultLimit) throws(SupportError) {
    try type(text.utf8, limit: limit)
  }

  /// Types raw bytes.
  public func type(
    _ bytes: some Sequence<UInt8>, limit: Duration = defaultLimit
  ) throws(SupportError) {
    try keyboard.write(bytes, limit: limit)
  }

  /// Waits for a text of the terminal, after the last `expect`; returns the output up to its end.
  @discardableResult
  public func expect(
    _ text: String, limit: Duration = defaultLimit
  ) throws(SupportError) -> String {
    try child.expect(text, from: .terminal, limit: limit)
  }

  /// Waits until the program has read all typed input, on a terminal in raw mode.
  public func waitUntilRead(limit: Duration = defaultLimit) throws(SupportError) {
    try Self.waitUntilRead(programSide, limit: limit)
  }

  /// Waits until a terminal has no unread input.
  package static func waitUntilRead(
    _ terminal: CInt, limit: Duration = defaultLimit
  ) throws(SupportError) {
    let end = ContinuousClock.now + limit
    while true {
      // A thread of the kernel delivers typed input to the reader's side: poll(2) waits for that,
      // which `FIONREAD` does not.
      var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      if try checked("poll", poll(&entry, 1, 0)) == 0 { return }
      guard ContinuousClock.now < end else {
        throw .limitReached(awaited: "a reader", limit: limit, transcript: "")
      }
      sched_yield()
    }
  }

  /// Waits for the program's end, and kills it after the limit.
  public func expectEnd(limit: Duration = defaultLimit) throws(SupportError) -> Child.Status {
    try child.wait(limit: limit).status
  }

  /// The whole output to the terminal, read by `expect` or not.
  public var output: String {
    String(decoding: child.came(from: .terminal), as: UTF8.self)
  }

  /// The current modes.
  public var modes: Modes {
    get throws(SupportError) { try Modes(of: programSide) }
  }

  /// Resizes the terminal, which sends `SIGWINCH` to the program.
  public func resize(to size: Size) throws(SupportError) {
    try Self.resize(programSide, to: size)
  }

  /// Closes the controlling side, as if the user closed the window: the program receives `SIGHUP`.
  public func hangUp(limit: Duration = defaultLimit) throws(SupportError) {
    keyboard.close()
    try child.releaseTerminal(limit: limit)
  }

  private static func resize(_ descriptor: Int32, to size: Size) throws(SupportError) {
    guard let columns = UInt16(exactly: size.columns), let rows = UInt16(exactly: size.rows) else {
      throw .system(call: "resize to \(size)", errno: EINVAL)
    }
    try checked("resize", fws_set_window_size(descriptor, columns, rows))
  }

  private static func path(of controller: Int32) throws(SupportError) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let error = fws_pseudo_terminal_path(controller, &buffer, buffer.count)
    guard error == 0 else { throw .system(call: "ptsname", errno: error) }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension PseudoTerminal {
  /// The modes of a terminal, for comparisons.
  public struct Modes: Equatable, Sendable {
    /// The processing of input: `c_iflag`.
    public let input: UInt32
    /// The processing of output: `c_oflag`.
    public let output: UInt32
    /// The settings of the line: `c_cflag`.
    public let control: UInt32
    /// Echo, line editing and signals: `c_lflag`.
    public let local: UInt32
    /// The control characters, and `VMIN` and `VTIME`.
    public let characters: [UInt8]

    /// Reads the modes of an open terminal.
    init(of descriptor: Int32) throws(SupportError) {
      var modes = termios()
      try checked("tcgetattr", tcgetattr(descriptor, &modes))
      input = modes.c_iflag
      output = modes.c_oflag
      control = modes.c_cflag
      local = modes.c_lflag
      characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    }

    /// Whether the terminal echoes input.
    public var isEchoing: Bool { local & tcflag_t(ECHO) != 0 }

    /// Whether the terminal passes on whole lines.
    public var isCanonical: Bool { local & tcflag_t(ICANON) != 0 }
  }
}
