import CFormwork

/// Decodes what a terminal in raw mode sends, however it is split.
///
/// The caller reads and hands in bytes; it takes one input at a time, so that a key may change who
/// gets the next one. A lone escape is told from the beginning of a sequence by time alone: where
/// nothing follows for, say, 50 ms while ``isWithinSequence``, call ``endSequence()``. The memory
/// that bytes pass through is locked and wiped.
public final class KeyDecoder {
  /// The most bytes that a paste may have, but for a newline at its end.
  private static let pasteLimit = Int(FORMWORK_TEXT_LIMIT) + 2

  private var machine = KeyMachine()
  private var unread = SecretBytes(isLocked: true)
  /// How much of `unread` has been decoded.
  private var position = 0
  private var paste = SecretBytes(isLocked: true)
  private var isPasteTooLong = false

  /// Makes a decoder that is between two keys.
  public init() {}

  /// Whether a sequence or a character has begun, so that its rest should come at once.
  ///
  /// A paste may take its time.
  public var isWithinSequence: Bool {
    switch machine.state {
    case .ground, .paste: false
    case .character, .escape, .singleShift, .sequence, .consoleFunction, .string, .stringEscape:
      true
    }
  }

  /// Takes in bytes; the caller wipes its own copy.
  public func feed(_ bytes: UnsafeRawBufferPointer) {
    unread.append(bytes)
  }

  /// The next input, if it has come as a whole.
  public func next() -> TerminalInput? {
    while position < unread.byteCount {
      let step = machine.apply(.byte(unread.withBytes { $0[position] }))
      if step.isDone { position += 1 }
      if let input = perform(step.action) { return input }
    }
    unread.wipe()
    position = 0
    return nil
  }

  /// What a sequence amounts to whose rest does not come.
  ///
  /// To be called once ``next()`` has nothing to give.
  public func endSequence() -> TerminalInput? {
    perform(machine.apply(.paused).action)
  }

  /// Takes out the bytes that have not been decoded, for another reader to go on with.
  public func takeUnread() -> SecretBytes {
    let rest = SecretBytes(isLocked: true)
    unread.withBytes { rest.append(UnsafeRawBufferPointer(rebasing: $0[position...])) }
    unread.wipe()
    position = 0
    return rest
  }

  private func perform(_ action: KeyMachine.Action) -> TerminalInput? {
    switch action {
    case .nothing:
      return nil
    case .type(let scalar):
      return .character(scalar)
    case .press(let key):
      return .key(key)
    case .reportMalformed:
      return .malformed
    case .beginPaste:
      isPasteTooLong = false
    case .collect(let byte):
      collect(byte)
    case .collectEnd(let byteCount):
      for byte in KeyMachine.pasteEnd.prefix(byteCount) { collect(byte) }
    case .endPaste:
      return endPaste()
    }
    return nil
  }

  private func collect(_ byte: UInt8) {
    if paste.byteCount == Self.pasteLimit {
      isPasteTooLong = true
      paste.wipe()
    }
    if !isPasteTooLong { paste.append(byte) }
  }

  private func endPaste() -> TerminalInput {
    if isPasteTooLong { return .overlongPaste }
    let complete = paste
    paste = SecretBytes(isLocked: true)
    return .paste(complete)
  }
}
