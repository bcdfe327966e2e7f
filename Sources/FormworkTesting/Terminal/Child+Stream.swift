import Glibc

extension Child {
  /// The source or the target of one of a program's three standard streams.
  public enum Stream: Equatable, Sendable {
    /// A pipe to or from the test.
    case pipe
    /// `/dev/null`.
    case nothing
    /// A file, which is read for input, and else created or emptied, and written.
    case file(String)
    /// A descriptor of the test, which stays open here.
    case descriptor(Int32)
    /// The pseudo-terminal of the program.
    case terminal

    /// Opens the descriptor for the program, and, for a pipe, the other end.
    ///
    /// The caller must close both. A terminal has neither: the program opens it itself.
    func open(forInput isInput: Bool) throws(SupportError) -> (program: Int32?, ours: Int32?) {
      switch self {
      case .pipe:
        let (reader, writer) = try Self.makePipe()
        return isInput ? (reader, writer) : (writer, reader)
      case .nothing:
        return (try checked("open /dev/null", Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)), nil)
      case .file(let path):
        let flags = isInput ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
        let file = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        return (try checked("open \(path)", file), nil)
      case .descriptor(let descriptor):
        // Above the three streams, so that none is overwritten before it is passed on.
        return (try checked("fcntl", fcntl(descriptor, F_DUPFD_CLOEXEC, 3)), nil)
      case .terminal:
        return (nil, nil)
      }
    }

    private static func makePipe() throws(SupportError) -> (reader: Int32, writer: Int32) {
      var ends: [Int32] = [-1, -1]
      try checked("pipe", Glibc.pipe(&ends))
      for end in ends { try checked("fcntl", fcntl(end, F_SETFD, FD_CLOEXEC)) }
      return (ends[0], ends[1])
    }
  }
}
