import FormworkCore
package import FormworkHost
import FormworkSystem
import Glibc

/// An open file that an option names; `-` is standard input.
package struct InputFile: ~Copyable {
  package let descriptor: CInt
  private let name: Message
  private let refusal: String
  /// Whether the program has opened the file by its name, instead of inheriting it.
  private let isNamed: Bool

  /// Opens a file, and waits for the writer of a pipe; `refusal` is the key of the error's message.
  package init(
    _ path: String, refusal: String, timeout: Duration = .seconds(5)
  ) throws(ProgramFailure) {
    isNamed = path != "-"
    name = isNamed ? .path(path) : .key("file.standardInput")
    self.refusal = refusal
    // Opening a pipe would wait for a writer without a limit.
    descriptor =
      isNamed
      ? open(path.systemCString, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : STDIN_FILENO
    if descriptor < 0 { throw refused(.unreadable(.last)) }
    if kind == S_IFDIR { throw refused(.key("file.directory")) }
    guard isNamed else { return }
    if kind == S_IFIFO, !awaitWriter(to: path, for: timeout) {
      throw refused(.key("file.noWriter"))
    }
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0 else {
      throw refused(.unreadable(.last))
    }
  }

  /// Uses an inherited descriptor, and does not close a standard stream.
  package init(descriptor number: CInt, refusal: String) throws(ProgramFailure) {
    isNamed = false
    name = .key("file.descriptor", ["number": .number(Int(number))])
    self.refusal = refusal
    descriptor = number
    if fcntl(number, F_GETFD) < 0 { throw refused(.unreadable(.last)) }
    if kind == S_IFDIR { throw refused(.key("file.directory")) }
  }

  deinit { if isNamed || descriptor > STDERR_FILENO { close(descriptor) } }

  /// Whether others may read the file, unless it was inherited.
  package var isOpenToOthers: Bool { isNamed && status?.isOpenToOthers ?? true }

  /// Whether the file belongs to another user, unless it was inherited.
  package var belongsToOthers: Bool { isNamed && status.map { $0.st_uid != geteuid() } ?? true }

  private var kind: mode_t? { status.map { $0.st_mode & S_IFMT } }

  private var status: stat? { stat(of: descriptor) }

  /// Waits until a program writes to the pipe, because a script may start both at the same time.
  private func awaitWriter(to path: String, for timeout: Duration) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let deadline = SuspendingClock.now + timeout
    repeat {
      let left = SuspendingClock.now.duration(to: deadline)
      if poll(&entry, 1, left.wholeMilliseconds) > 0 { return true }
    } while SuspendingClock.now < deadline
    // A pipe hangs up only after its last writer has closed it. Once this writer has, only another
    // writer keeps the pipe from hanging up.
    let writer = open(path.systemCString, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    if writer >= 0 { close(writer) }
    return poll(&entry, 1, 0) == 0 || entry.revents & Int16(POLLIN) != 0
  }

  /// Returns the result of a closure with the bytes, which are wiped from memory afterwards.
  ///
  /// Byte order marks are left out. An error is the reason to refuse the file; for more bytes than the limit, that is
  /// `excess`. `waiting` is called before each part; false ends the reading with `EINTR`.
  package func read<Result>(
    limit: Int, excess: Message, waiting: (CInt) -> Bool = { _ in true },
    _ body: (UnsafeRawBufferPointer) throws(ProgramFailure) -> Result
  ) throws(ProgramFailure) -> Result {
    let storage = UnsafeMutableRawBufferPointer.allocate(
      byteCount: limit + ByteOrderMark.limit + 1, alignment: 1)
    var count = 0
    defer {
      UnsafeMutableRawBufferPointer(rebasing: storage[..<count]).wipe()
      storage.deallocate()
    }
    do {
      count = try storage.fill(from: descriptor) { descriptor throws(SystemError) in
        if !waiting(descriptor) { throw SystemError(code: EINTR) }
      }
    } catch {
      throw refused(.unreadable(error))
    }
    let all = UnsafeRawBufferPointer(rebasing: storage[..<count])
    if let encoding = ByteOrderMark.otherEncoding(of: all) {
      throw refused(.key("file.encoding", ["name": .verbatim(encoding)]))
    }
    let bytes = UnsafeRawBufferPointer(rebasing: all[ByteOrderMark.byteCount(in: all)...])
    if bytes.count > limit { throw refused(excess) }
    do throws(ProgramFailure) { return try body(bytes) } catch { throw refused(error.message) }
  }

  /// Ends an unfinished line of the user, so that the next output starts on its own line.
  package func endLine(after last: UInt8?) {
    guard let last, last != UInt8(ascii: "\n"), isatty(descriptor) == 1, isatty(STDERR_FILENO) == 1
    else { return }
    _ = Array("\n".utf8).withUnsafeBytes { $0.write(to: STDERR_FILENO) }
  }

  package func refused(_ reason: Message) -> ProgramFailure {
    ProgramFailure(usage: .key(refusal, ["file": name, "reason": reason]))
  }
}

extension Message {
  fileprivate static func unreadable(_ error: SystemError) -> Message {
    .key("file.unreadable", ["reason": Message(explaining: error)])
  }
}
