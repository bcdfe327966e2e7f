import Glibc

/// Reads what a person types at a terminal in raw mode, and decodes it.
///
/// A byte at a time, but for what is pasted: the rest stays with the terminal, for the program that reads it
/// after this front end. It reads through an opening of its own, and waits for nothing. ``TerminalModes`` has keys come.
///
/// While ``HostConnection/awaitsFlush`` no key is for the front end, neither one that was read already nor an Escape whose
/// time has passed: what is typed behind an answer is for what the host shows next.
///
/// ```swift
/// while !host.awaitsFlush, let typed = reader.keys.next() { handle(typed) }
/// let mayRead = !host.awaitsFlush
/// let ready = try host.wait(forInput: mayRead, limit: mayRead ? reader.keys.patience : nil)
/// // The host comes first: it may have something to say about what is entered.
/// if ready.contains(.messages) { continue }
/// if ready.contains(.input) {
///   if try reader.fill() == 0 { host.post(.quit) }
/// } else if ready.isEmpty, let typed = reader.keys.endSequence() {
///   handle(typed)
/// }
/// ```
public final class KeyReader {
  /// What the bytes amount to; the caller takes it out.
  public let keys = KeyDecoder()

  private let descriptor: Int32
  private let reader: InputReader

  /// Makes a reader of a terminal, whose descriptor it does not own.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    reader = InputReader(descriptor: descriptor, isTerminal: true)
  }

  /// Drops what was typed and not used, with all of a key or a paste that has not ended.
  public func discard() {
    // It is read, and not flushed: a part of a key or of a paste may be at the terminal, and the rest come later.
    for _ in 0..<Self.discardLimit {
      keys.discard()
      guard let count = try? fill(), count > 0 else { return }
    }
    keys.discard()
    tcflush(descriptor, TCIFLUSH)
  }

  /// The most readings of ``discard()``: a terminal that never runs dry would be read for ever.
  private static let discardLimit = 65_536

  /// Reads once what there is, and does not wait.
  ///
  /// - Returns: The number of bytes; 0 at the end, `nil` where there is nothing now.
  /// - Throws: What read(2) fails with, but for a terminal whose other side is gone: that is the end.
  public func fill() throws(SystemError) -> Int? {
    let most = keys.isWithinPaste ? 4096 : 1
    return try withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { chunk in
      Result { () throws(SystemError) in
        let count = try reader.read(into: chunk)
        let typed = UnsafeMutableRawBufferPointer(rebasing: chunk[..<(count ?? 0)])
        keys.feed(UnsafeRawBufferPointer(typed))
        // It may be a part of a secret.
        typed.wipe()
        return count
      }
    }.get()
  }
}
