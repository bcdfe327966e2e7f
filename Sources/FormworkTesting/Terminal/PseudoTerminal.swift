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
  private let terminal: BareTerminal

  /// Opens a terminal, and starts a program on it, by path or by name in `PATH`.
  public init(
    _ arguments: [String], environment: [String: String] = Child.environment,
    directory: String? = nil, size: Size = Size(columns: 80, rows: 24),
    input: Child.Stream = .terminal, output: Child.Stream = .terminal,
    errors: Child.Stream = .terminal
  ) throws(SupportError) {
    terminal = try BareTerminal(size: size)
    initialModes = try terminal.modes
    // The child closes its copy at its end, and the terminal closes its own to hang up.
    let copy = try checked("fcntl", fcntl(terminal.controller, F_DUPFD_CLOEXEC, 0))
    child = try Child(
      arguments, environment: environment, directory: directory,
      streams: [input, output, errors], terminal: (terminal.path, copy))
  }

  /// Types text, in which `\r` is the key Enter and `\u{3}` is Control-C.
  public func type(_ text: String, limit: Duration = defaultLimit) throws(SupportError) {
    try type(text.utf8, limit: limit)
  }

  /// Types raw bytes.
  public func type(
    _ bytes: some Sequence<UInt8>, limit: Duration = defaultLimit
  ) throws(SupportError) {
    try terminal.typeUnfinished(bytes, limit: limit)
  }

  /// Waits for a text of the terminal, after the last `expect`; returns the output up to its end.
  @discardableResult
  public func expect(
    _ text: String, limit: Duration = defaultLimit
  ) throws(SupportError) -> String {
    try child.expect(text, from: .terminal, limit: limit)
  }

  /// Waits for a line of ASCII that is broken between words, as on a terminal of 80 columns.
  package func expect(line: String) throws(SupportError) {
    var rows = [""]
    for word in line.split(separator: " ") {
      let row = rows[rows.count - 1]
      if row.isEmpty {
        rows[rows.count - 1] = String(word)
      } else if row.count + 1 + word.count <= 80 {
        rows[rows.count - 1] = "\(row) \(word)"
      } else {
        rows.append(String(word))
      }
    }
    try expect(rows.joined(separator: "\r\n") + "\r\n")
  }

  /// Waits until the program has read all typed input, on a terminal in raw mode.
  public func waitUntilRead(limit: Duration = defaultLimit) throws(SupportError) {
    try Self.waitUntilRead(terminal.descriptor, limit: limit)
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
    get throws(SupportError) { try terminal.modes }
  }

  /// Resizes the terminal, which sends `SIGWINCH` to the program.
  public func resize(to size: Size) throws(SupportError) {
    try terminal.resize(to: size)
  }

  /// Closes the controlling side, as if the user closed the window: the program receives `SIGHUP`.
  public func hangUp(limit: Duration = defaultLimit) throws(SupportError) {
    terminal.hangUp()
    try child.releaseTerminal(limit: limit)
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
    package init(of descriptor: Int32) throws(SupportError) {
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

    /// Whether ^C and ^Z send signals.
    package var hasSignalKeys: Bool { local & tcflag_t(ISIG) != 0 }

    /// Whether read(2) returns 0 before anything is typed, as at the end of a file.
    package var hasNoMinimum: Bool { !isCanonical && characters[Int(VMIN)] == 0 }

    /// Returns the names of the flags that differ, `specialCharacters`, and `otherFlags` for all others.
    package func differences(from other: Modes) -> [String] {
      let names: [(String, KeyPath<Modes, UInt32>, CInt)] = [
        ("ICRNL", \.input, ICRNL), ("IXON", \.input, IXON), ("OPOST", \.output, OPOST),
        ("ONLCR", \.output, ONLCR), ("ECHO", \.local, ECHO), ("ICANON", \.local, ICANON),
        ("ISIG", \.local, ISIG), ("IEXTEN", \.local, IEXTEN), ("ECHOCTL", \.local, ECHOCTL),
        ("ECHOK", \.local, ECHOK),
      ]
      var found = names.filter { _, field, bit in
        (self[keyPath: field] ^ other[keyPath: field]) & tcflag_t(bit) != 0
      }.map(\.0)
      if characters != other.characters { found.append("specialCharacters") }
      return found.isEmpty && self != other ? ["otherFlags"] : found
    }
  }
}
