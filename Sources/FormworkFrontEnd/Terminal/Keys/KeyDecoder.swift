import CFormwork

/// Decodes what a terminal in raw mode sends, however it is split.
///
/// The caller reads bytes and hands them in; it asks for one input at a time, so that a key may change
/// which part of the front end gets the next one. A lone escape is told from the beginning of a sequence by time alone: where
/// nothing follows within ``patience``, call ``endSequence()``. The memory that bytes pass through is
/// locked and wiped.
///
/// ``KeyReader`` has one, and does the reading. Both are asked only while no flush is awaited.
///
/// ```swift
/// keys.feed(bytes)  // what a read(2) gave
/// while !host.awaitsFlush, let typed = keys.next() { handle(typed) }
/// let mayRead = !host.awaitsFlush
/// let ready = try host.wait(forInput: mayRead, limit: mayRead ? keys.patience : nil)
/// if mayRead, ready.isEmpty, let typed = keys.endSequence() { handle(typed) }
/// ```
public final class KeyDecoder {
  /// The most bytes that a paste may have, but for a newline at its end.
  private static let pasteLimit = Int(FORMWORK_TEXT_LIMIT) + 2

  /// The most bytes of a key that are kept.
  private static let keyLimit = 64

  private var machine = KeyMachine()
  private var unread = SecretBytes(isLocked: true)
  /// How much of `unread` has been decoded.
  private var position = 0
  private var paste = SecretBytes(isLocked: true)
  private var isPasteTooLong = false
  private var isPasteDropped = false

  /// Makes a decoder that is between two keys.
  public init() {}

  /// How long the rest of what has begun may be on its way; `nil` between two keys, and in a paste,
  /// which may take its time.
  ///
  /// An escape may be a key of its own, so that little time is left to its rest; all else is none.
  public var patience: Duration? {
    switch machine.state {
    case .ground, .paste: nil
    case .escape: .milliseconds(60)
    // Its beginning may have been typed, as a letter with Alt.
    case .string, .stringEscape: .milliseconds(250)
    case .character, .lateEscape, .singleShift, .sequence, .consoleFunction: .seconds(1)
    }
  }

  /// Whether an escape was the last byte: a key, or the beginning of one.
  public var isAtEscape: Bool { machine.state == .escape }

  /// Whether a paste has begun and not ended.
  public var isWithinPaste: Bool {
    if case .paste = machine.state { true } else { false }
  }

  /// The bytes of the key that was given last, for a caller that has names for more keys.
  ///
  /// Empty for what is no key, and for one of more than 64 bytes.
  public var keyBytes: [UInt8] { givenBytes }
  private var givenBytes: [UInt8] = []

  /// The bytes of a key that has begun: never those of a text.
  private var begunBytes: [UInt8] = []

  /// Takes in bytes; the caller wipes its own copy.
  public func feed(_ bytes: UnsafeRawBufferPointer) {
    unread.append(bytes)
  }

  /// Drops a paste that has begun, and what is still to come of it: without its beginning, it would be keys.
  public func dropPaste() {
    guard isWithinPaste else { return }
    paste.wipe()
    isPasteDropped = true
  }

  /// The next input, if it has come as a whole.
  public func next() -> TerminalInput? {
    while position < unread.byteCount {
      let byte = unread.withBytes { $0[position] }
      let state = machine.state
      let step = machine.apply(.byte(byte))
      if step.isDone {
        position += 1
        note(byte, after: state)
      }
      if position == unread.byteCount {
        unread.wipe()
        position = 0
      }
      if let input = give(step.action) { return input }
    }
    return nil
  }

  /// What a sequence amounts to whose rest does not come.
  ///
  /// To be called once ``next()`` has nothing to give.
  public func endSequence() -> TerminalInput? {
    give(machine.apply(.paused).action)
  }

  /// Notes a byte, unless it belongs to a text.
  private func note(_ byte: UInt8, after state: KeyMachine.State) {
    switch state {
    case .paste, .character(_, isMeta: false): return
    case .lateEscape where byte.beginsSequence: begunBytes = [0x1B]
    case .ground, .lateEscape: if byte >= 0x20 && byte != 0x7F { return }
    case .character, .escape, .singleShift, .sequence, .consoleFunction, .string, .stringEscape:
      break
    }
    if begunBytes.count <= Self.keyLimit { begunBytes.append(byte) }
  }

  private func give(_ action: KeyMachine.Action) -> TerminalInput? {
    guard let input = perform(action) else {
      if isWithinPaste { begunBytes = [] }
      return nil
    }
    if case .key(.escape) = input {
      givenBytes = [0x1B]
    } else {
      givenBytes = begunBytes.count > Self.keyLimit ? [] : begunBytes
    }
    // Where one escape ends a key, it begins the next one.
    begunBytes = isAtEscape ? [0x1B] : []
    return input
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
      (isPasteTooLong, isPasteDropped) = (false, false)
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
    if isPasteDropped { return }
    if paste.byteCount == Self.pasteLimit {
      isPasteTooLong = true
      paste.wipe()
    }
    if !isPasteTooLong { paste.append(byte) }
  }

  private func endPaste() -> TerminalInput? {
    if isPasteDropped { return nil }
    if isPasteTooLong { return .overlongPaste }
    let complete = paste
    paste = SecretBytes(isLocked: true)
    return .paste(complete)
  }
}
