import CFormwork
import Glibc

/// Reads a descriptor by lines of bytes.
///
/// A line that exceeds the text limit of the contract is read to its end and reported; it is never cut. A
/// byte order mark of UTF-8 before the first line of a pipe or a file is dropped. The memory for lines is
/// wiped.
///
/// ```swift
/// let input = LineInput(descriptor: host.inputDescriptor)
/// guard try host.wait(for: input).contains(.input) else { return }
/// switch try input.next() {
/// case .line(let line, _): host.post(.commit(node, .secret(line)))
/// case .tooLong: output.write("too long: the line was ignored\n")
/// case .pending: break
/// case .ended: host.post(.quit)
/// }
/// ```
public final class LineInput {
  /// The result of reading.
  public enum Reading {
    /// A line without its newline, which the last line of the input may lack.
    case line(SecretBytes, isTerminated: Bool)
    /// A line above the limit, which was skipped.
    case tooLong
    /// No complete line yet.
    case pending
    /// The end of the input; a terminal may continue after it, because ^D causes it too.
    case ended
  }

  /// The maximum size of a line in bytes, without its end.
  public static let limit = Int(FORMWORK_TEXT_LIMIT)

  /// The maximum number of skipped bytes of a line: a longer line may be endless, and ends the input.
  static let skipLimit = 4 << 20

  package let descriptor: Int32
  private let limits: (line: Int, skipping: Int)
  private let reader: InputReader

  /// Whether to read no byte beyond the requested line: the rest may be for another front end.
  ///
  /// On a terminal, Enter is a carriage return if it was typed before canonical mode was on.
  private let isTerminal: Bool
  private let acceptsCarriageReturns: Bool
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
  private var unread = 0..<0
  private var line = SecretBytes()
  private var isTooLong = false
  private var skippedCount = 0

  /// Whether a line was read; a byte order mark may come only before the first line.
  private var hasTakenLine = false

  /// Creates a reader of a descriptor, which it does not own.
  ///
  /// - Parameters:
  ///   - descriptor: A terminal in canonical mode, a pipe or a file.
  ///   - acceptsCarriageReturns: Whether a carriage return before a newline is part of the end of a line,
  ///     as in files from other systems.
  public convenience init(descriptor: Int32, acceptsCarriageReturns: Bool = false) {
    self.init(
      descriptor: descriptor, acceptsCarriageReturns: acceptsCarriageReturns,
      limits: (Self.limit, Self.skipLimit))
  }

  /// Creates a reader with other limits of a line, and of the skipped bytes of a longer one.
  package init(
    descriptor: Int32, acceptsCarriageReturns: Bool = false, limits: (line: Int, skipping: Int)
  ) {
    (self.descriptor, self.limits) = (descriptor, limits)
    isTerminal = isatty(descriptor) == 1
    reader = InputReader(descriptor: descriptor, isTerminal: isTerminal)
    self.acceptsCarriageReturns = acceptsCarriageReturns
  }

  deinit {
    chunk.wipe()
    chunk.deallocate()
  }

  /// Whether unused bytes are left: poll the descriptor only if there are none.
  public var hasUnread: Bool { !unread.isEmpty }

  /// Returns the next line from the unused bytes; without any, reads once.
  ///
  /// - Throws: An error of read(2) other than `EINTR` and `EAGAIN`.
  public func next() throws(SystemError) -> Reading {
    // The unused bytes may end within a line: the caller must poll before the next reading.
    if hasUnread { return takeLine() ?? .pending }
    if skippedCount > limits.skipping { return .ended }
    switch try fill() {
    case nil: return .pending
    case 0: return line.isEmpty && !isTooLong ? .ended : completeLine(isTerminated: false)
    default: return takeLine() ?? (skippedCount > limits.skipping ? .tooLong : .pending)
    }
  }

  /// Drops all unread text typed at a terminal, including unfinished lines.
  ///
  /// The text was meant for an earlier prompt. Nothing is dropped from a pipe or a file, because it was not
  /// typed at a prompt.
  ///
  /// - Returns: Whether any text was dropped.
  @discardableResult
  public func discardTyping() -> Bool {
    // In the background this call would stop the process.
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

  /// The number of bytes that wait in the terminal.
  ///
  /// In canonical mode a terminal counts only complete lines, so this leaves canonical mode briefly.
  /// - SeeAlso: termios(3), "Canonical and noncanonical mode".
  private var waitingByteCount: Int32 {
    var found = termios()
    guard isTerminal, tcgetattr(descriptor, &found) == 0 else { return 0 }
    var raw = found
    raw.c_lflag &= ~tcflag_t(ICANON)
    let isCanonical = raw.c_lflag != found.c_lflag
    if isCanonical { tcsetattr(descriptor, TCSANOW, &raw) }
    // Bytes in the kernel arrive before poll(2) returns.
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, 0)
    var count: Int32 = 0
    if ioctl(descriptor, UInt(FIONREAD), &count) != 0 { count = 0 }
    // Bytes left at the start of canonical mode would become a line of their own.
    tcflush(descriptor, TCIFLUSH)
    if isCanonical { tcsetattr(descriptor, TCSANOW, &found) }
    return count
  }

  /// Returns the line that the chunk completes; `nil` if it contains no newline and is used up.
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
    if line.byteCount + range.count > limits.line + 1 + ByteOrderMark.limit {
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
      complete.truncate(to: complete.byteCount - 1)
    }
    if isTooLong || complete.byteCount > limits.line { return .tooLong }
    return .line(complete, isTerminated: isTerminated)
  }

  /// Reads once; returns the number of bytes, 0 at the end, or `nil` if none are available.
  private func fill() throws(SystemError) -> Int? {
    let room = UnsafeMutableRawBufferPointer(rebasing: chunk[..<(isTerminal ? 1 : chunk.count)])
    let count = try reader.read(into: room)
    if let count { unread = 0..<count }
    return count
  }
}
