import Glibc

extension Child {
  /// What stands behind one of a program's three standard streams.
  public enum Stream: Equatable, Sendable {
    /// A pipe whose other end is the test's.
    case pipe
    /// `/dev/null`.
    case nothing
    /// A file: read where it is for input, else made or emptied, and written.
    case file(String)
    /// A descriptor of the test's own, which stays open here.
    case descriptor(Int32)
    /// The pseudo-terminal that the program is started on.
    case terminal

    /// The descriptor that the program gets, and, of a pipe, the one that stays here.
    ///
    /// Both are to be closed by the caller. A terminal has neither: the program opens it itself.
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
