import CFormwork

/// Decodes what a terminal in raw mode sends, however it is split.
///
/// The caller reads bytes and hands them in; it asks for one input at a time, so that a key may change
/// which part of the front end gets the next one. A lone escape is told from the beginning of a sequence by time alone: where
/// nothing follows within ``patience``, call ``endSequence()``. The time that an escape is given is that of the environment
/// variable `ESCDELAY` in milliseconds, or half a second. The memory that bytes pass through is locked and wiped.
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
  /// What follows an escape that counted as a key: the rest of a sequence, or typed text.
  private let late = SecretBytes(isLocked: true)
  /// Whether a pause has to be applied once more.
  private var isPausePending = false
  private var paste = SecretBytes(isLocked: true)
  private var fate = PasteFate.taken

  private let escapeDelay: Duration
  private let now: () -> ContinuousClock.Instant
  /// The time at which ``patience`` has passed, once the caller has asked for it.
  private var deadline: ContinuousClock.Instant?

  /// The use of a paste that has begun.
  private enum PasteFate {
    case taken, tooLong, dropped, interrupted
  }

  /// Creates a decoder that is between two keys.
  public convenience init() { self.init(escapeDelay: .escapeDelay()) }

  /// - Parameters:
  ///   - escapeDelay: The time after which an escape by itself is a key.
  ///   - now: The clock.
  init(escapeDelay: Duration, now: @escaping () -> ContinuousClock.Instant = { .now }) {
    (self.escapeDelay, self.now) = (escapeDelay, now)
  }

  /// The time that is left for the rest of what has begun; `nil` between two keys.
  ///
  /// It is counted from the first call after the last byte: what else the caller waits for does not prolong it.
  public var patience: Duration? {
    guard let limit else { return nil }
    let now = now()
    let deadline = deadline ?? now.advanced(by: limit)
    self.deadline = deadline
    return max(.zero, now.duration(to: deadline))
  }

  /// The time for the rest, from the last byte on.
  private var limit: Duration? {
    switch machine.state {
    case .ground, .lineEnd: nil
    case .escape, .doubleEscape: escapeDelay
    // Its beginning may have been typed, as a letter with Alt.
    case .string, .stringEscape: shortPatience
    case .character, .singleShift, .sequence, .consoleFunction, .mouse:
      max(escapeDelay, .seconds(1))
    case .lateEscape: .seconds(2)
    case .paste, .pasteLineEnd: fate == .interrupted ? shortPatience : Self.pastePatience
    }
  }

  private var shortPatience: Duration { max(escapeDelay, .milliseconds(250)) }

  /// The time without a byte after which a paste is taken although its end has not come.
  package static let pastePatience = Duration.seconds(5)

  /// Whether an escape was the last byte: a key, or the beginning of one.
  public var isAtEscape: Bool { machine.state == .escape || machine.state == .doubleEscape }

  /// Whether a paste has begun and not ended.
  public var isWithinPaste: Bool {
    switch machine.state {
    case .paste, .pasteLineEnd: true
    case .ground, .lineEnd, .character, .escape, .doubleEscape, .lateEscape, .singleShift,
      .sequence, .consoleFunction, .mouse, .string, .stringEscape:
      false
    }
  }

  /// Whether the end of the paste that was given last did not come, so that something may be missing.
  public private(set) var isPasteCut = false

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
  ///
  /// The key that interrupts may have thrown the end of the paste away: then a short pause ends it.
  public func dropPaste(isInterrupted: Bool = false) {
    guard isWithinPaste else { return }
    paste.wipe()
    fate = isInterrupted ? .interrupted : .dropped
    deadline = nil
  }

  /// Drops what was typed so far, and what is still to come of a key or a paste that has begun.
  func discard() {
    while next() != nil {}
    _ = machine.apply(.discarded)
    (deadline, begunBytes) = (nil, [])
    late.wipe()
    dropPaste()
  }

  /// The next input, if it has come as a whole.
  public func next() -> TerminalInput? {
    if isPausePending { return endSequence() }
    while position < unread.byteCount {
      let byte = unread.withBytes { $0[position] }
      let state = machine.state
      let step = machine.apply(.byte(byte))
      deadline = nil
      if step.isDone {
        position += 1
        note(byte, after: state)
      }
      settleLate(step.action)
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
    let step = machine.apply(.paused)
    isPausePending = !step.isDone
    deadline = nil
    settleLate(step.action)
    return give(step.action) ?? (step.action == .release ? next() : nil)
  }

  /// Notes a byte, unless it belongs to a text.
  private func note(_ byte: UInt8, after state: KeyMachine.State) {
    if machine.state.isLate { return late.append(byte) }
    switch state {
    case .paste, .pasteLineEnd, .character(_, isMeta: false): return
    case .ground, .lineEnd, .lateEscape: if byte >= 0x20 && byte != 0x7F { return }
    case .character, .escape, .doubleEscape, .singleShift, .sequence, .consoleFunction, .mouse,
      .string, .stringEscape:
      break
    }
    if begunBytes.count <= Self.keyLimit { begunBytes.append(byte) }
  }

  /// Has what follows a late escape decoded again, as typed text, or forgets it.
  private func settleLate(_ action: KeyMachine.Action) {
    if late.isEmpty || machine.state.isLate { return }
    if action == .release { late.withBytes { unread.insert($0, at: position) } }
    late.wipe()
  }

  private func give(_ action: KeyMachine.Action) -> TerminalInput? {
    guard let input = perform(action) else {
      switch machine.state {
      case .ground, .lineEnd, .lateEscape, .paste, .pasteLineEnd: begunBytes = []
      case .character, .escape, .doubleEscape, .singleShift, .sequence, .consoleFunction, .mouse,
        .string, .stringEscape:
        break
      }
      return nil
    }
    if case .key(.escape) = input {
      // What stands behind it goes on.
      givenBytes = [0x1B]
      begunBytes = Array(begunBytes.dropFirst())
    } else {
      givenBytes = begunBytes.count > Self.keyLimit ? [] : begunBytes
      // Where one escape ends a key, it begins the next one.
      begunBytes = isAtEscape ? [0x1B] : []
    }
    return input
  }

  private func perform(_ action: KeyMachine.Action) -> TerminalInput? {
    switch action {
    case .nothing, .release:
      return nil
    case .type(let scalar):
      return .character(scalar)
    case .press(let key):
      return .key(key)
    case .reportMalformed:
      return .malformed
    case .beginPaste, .beginLatePaste:
      fate = action == .beginLatePaste ? .dropped : .taken
    case .collect(let byte):
      collect(byte)
    case .collectEnd(let byteCount):
      for byte in KeyMachine.pasteEnd.prefix(byteCount) { collect(byte) }
    case .endPaste:
      return endPaste(isCut: false)
    case .cutPaste:
      return endPaste(isCut: true)
    }
    return nil
  }

  private func collect(_ byte: UInt8) {
    guard fate == .taken else { return }
    if paste.byteCount < Self.pasteLimit { return paste.append(byte) }
    fate = .tooLong
    paste.wipe()
  }

  private func endPaste(isCut: Bool) -> TerminalInput? {
    isPasteCut = isCut
    switch fate {
    case .dropped, .interrupted: return nil
    case .tooLong: return .overlongPaste
    case .taken:
      let complete = paste
      paste = SecretBytes(isLocked: true)
      return .paste(complete)
    }
  }
}

extension Duration {
  /// The time after which an escape by itself is a key: `ESCDELAY` in milliseconds, at most 10 seconds, or
  /// half a second, which bears an ssh connection that stutters.
  ///
  /// - SeeAlso: ncurses(3X), "ESCDELAY".
  static func escapeDelay(_ environment: (String) -> String? = Environment.value) -> Duration {
    guard let digits = environment("ESCDELAY"), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let milliseconds = Int(digits)
    else { return .milliseconds(500) }
    return .milliseconds(min(milliseconds, 10_000))
  }
}
