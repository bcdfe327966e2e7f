import CFormwork
import Glibc

/// Reads a descriptor by lines of bytes.
///
/// A line that is longer than a text of the contract may be is read to its end and reported; it is
/// never cut. A byte order mark of UTF-8 before the first line of a pipe or a file is dropped. The memory that
/// lines pass through is wiped.
///
/// ```swift
/// let input = LineInput(descriptor: host.inputDescriptor)
/// guard try host.wait(for: input).contains(.input) else { return }
/// switch try input.next() {
/// case .line(let line, _): host.post(.commit(node, .secret(line)))
/// case .tooLong: output.write("too long: nothing was taken\n")
/// case .pending: break
/// case .ended: host.post(.quit)
/// }
/// ```
public final class LineInput {
  /// What one reading gave.
  public enum Reading {
    /// A line, without its newline; one at the end of the input may not have been terminated.
    case line(SecretBytes, isTerminated: Bool)
    /// A line of more bytes than the limit, which was skipped.
    case tooLong
    /// No whole line yet.
    case pending
    /// The input has ended; at a terminal it may go on, for a ^D reads like that.
    case ended
  }

  /// The longest line in bytes, without its end.
  public static let limit = Int(FORMWORK_TEXT_LIMIT)

  /// The most bytes of a line that are skipped: a longer one may have no end, and what is behind it is
  /// not read.
  static let skipLimit = 4 << 20

  private let descriptor: Int32
  private let reader: InputReader

  /// Whether no byte may be taken beyond the line that is asked for: what is typed ahead at a terminal
  /// may be for another front end.
  ///
  /// Enter is a carriage return there if it was typed before canonical mode was on.
  private let isTerminal: Bool
  private let acceptsCarriageReturns: Bool
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
  private var unread = 0..<0
  private var line = SecretBytes()
  private var isTooLong = false
  private var skippedCount = 0

  /// Whether a line was taken: what comes before the first one may be a byte order mark.
  private var hasTakenLine = false

  /// Makes a reader of a descriptor, which it does not own.
  ///
  /// - Parameters:
  ///   - descriptor: A terminal in canonical mode, a pipe or a file.
  ///   - acceptsCarriageReturns: Whether a carriage return before a newline is part of the line's
  ///     end, as in files from other systems.
  public init(descriptor: Int32, acceptsCarriageReturns: Bool = false) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    reader = InputReader(descriptor: descriptor, isTerminal: isTerminal)
    self.acceptsCarriageReturns = acceptsCarriageReturns
  }

  deinit {
    chunk.wipe()
    chunk.deallocate()
  }

  /// Whether bytes were read that no line has taken yet: poll the descriptor only if there are none.
  public var hasUnread: Bool { !unread.isEmpty }

  /// Takes the next line out of what was read; where nothing is left of that, reads once.
  ///
  /// - Throws: What read(2) fails with, other than `EINTR` and `EAGAIN`.
  public func next() throws(SystemError) -> Reading {
    // What was read may end within a line: whether there is more, the caller has to poll first.
    if hasUnread { return takeLine() ?? .pending }
    if skippedCount > Self.skipLimit { return .ended }
    switch try fill() {
    case nil: return .pending
    case 0: return finish()
    default: return takeLine() ?? (skippedCount > Self.skipLimit ? .tooLong : .pending)
    }
  }

  /// Drops what was typed at a terminal and not taken yet, lines that are not finished too: it was
  /// meant for a prompt that is gone.
  ///
  /// Of a pipe or a file nothing is dropped: it was not typed at a prompt.
  ///
  /// - Returns: Whether there was something to drop.
  @discardableResult
  public func discardTyping() -> Bool {
    // In the background that would stop the process.
    guard [-1, getpgrp()].contains(tcgetpgrp(descriptor)) else { return false }
    let waiting = waitingByteCount
    guard tcflush(descriptor, TCIFLUSH) == 0 else { return false }
    defer {
      UnsafeMutableRawBufferPointer(rebasing: chunk[unread]).wipe()
      unread = 0..<0
      line.wipe()
      isTooLong = false
    }
    return waiting > 0 || hasUnread || !line.isEmpty || isTooLong
  }

  /// How many bytes wait in the terminal.
  ///
  /// In canonical mode a terminal counts whole lines alone, so it leaves that mode for a moment.
  /// - SeeAlso: termios(3), "Canonical and noncanonical mode".
  private var waitingByteCount: Int32 {
    var found = termios()
    guard isTerminal, tcgetattr(descriptor, &found) == 0 else { return 0 }
    var raw = found
    raw.c_lflag &= ~tcflag_t(ICANON)
    let isCanonical = raw.c_lflag != found.c_lflag
    if isCanonical { tcsetattr(descriptor, TCSANOW, &raw) }
    // What is on its way through the kernel arrives before poll(2) answers.
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, 0)
    var count: Int32 = 0
    if ioctl(descriptor, UInt(FIONREAD), &count) != 0 { count = 0 }
    // Nothing may be left when canonical mode begins: it would be a line by itself.
    tcflush(descriptor, TCIFLUSH)
    if isCanonical { tcsetattr(descriptor, TCSANOW, &found) }
    return count
  }

  /// The line that the chunk completes, or `nil` where it holds no newline; then it is used up.
  private func takeLine() -> Reading? {
    let isEnd = { [isTerminal] (byte: UInt8) in byte == 0x0A || isTerminal && byte == 0x0D }
    guard let newline = chunk[unread].firstIndex(where: isEnd) else {
      keep(unread)
      unread = 0..<0
      return nil
    }
    keep(unread.lowerBound..<newline)
    unread = newline + 1..<unread.upperBound
    return completeLine(isTerminated: true)
  }

  /// Adds a part of the chunk to the line.
  ///
  /// Bytes above the limit may be a carriage return and a byte order mark.
  private func keep(_ range: Range<Int>) {
    if line.byteCount + range.count > Self.limit + 1 + ByteOrderMark.limit {
      isTooLong = true
      line.wipe()
    }
    let part = UnsafeMutableRawBufferPointer(rebasing: chunk[range])
    if isTooLong { skippedCount += range.count } else { line.append(UnsafeRawBufferPointer(part)) }
    part.wipe()
  }

  private func completeLine(isTerminated: Bool) -> Reading {
    let complete = line
    line = SecretBytes()
    defer { (isTooLong, skippedCount, hasTakenLine) = (false, 0, true) }
    if !isTerminal, !hasTakenLine {
      complete.remove(0..<complete.withBytes { ByteOrderMark.byteCount(in: $0) })
      if complete.isEmpty, !isTerminated, !isTooLong { return .ended }
    }
    if acceptsCarriageReturns, isTerminated, complete.withBytes({ $0.last == 0x0D }) {
      complete.removeLast()
    }
    if isTooLong || complete.byteCount > Self.limit { return .tooLong }
    return .line(complete, isTerminated: isTerminated)
  }

  private func finish() -> Reading {
    line.isEmpty && !isTooLong ? .ended : completeLine(isTerminated: false)
  }

  /// Reads once; the number of bytes, 0 at the end, `nil` where there is nothing now.
  private func fill() throws(SystemError) -> Int? {
    let room = UnsafeMutableRawBufferPointer(rebasing: chunk[..<(isTerminal ? 1 : chunk.count)])
    let count = try reader.read(into: room)
    if let count { unread = 0..<count }
    return count
  }
}
