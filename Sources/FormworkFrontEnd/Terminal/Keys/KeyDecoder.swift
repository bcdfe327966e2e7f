import CFormwork
import Glibc

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

/// What a terminal sends, decoded.
public enum TerminalInput {
  /// A character that was typed.
  ///
  /// Never C0 or DEL, which are keys.
  case character(Unicode.Scalar)
  /// Another key.
  case key(TerminalKey)
  /// The content of a bracketed paste, with a newline for each line end that the terminal sent.
  case paste(SecretBytes)
  /// A bracketed paste of more bytes than a text may have, which was skipped.
  case overlongPaste
  /// Bytes that are no UTF-8, which were skipped.
  case malformed
}

/// A key that is no character of a text.
public enum TerminalKey: Hashable, Sendable {
  /// Enter: a carriage return or a newline.
  case enter
  /// Backspace: DEL or ^H.
  case backspace
  /// Tab, which is also ^I.
  case tab
  /// Shift and Tab.
  case backTab
  /// Escape by itself.
  case escape
  /// Another control character, by the key that is held down with Control: `"C"` for ^C.
  case control(Unicode.Scalar)
  /// A character after an escape: the key was held down with Alt. Backspace is DEL and Enter a newline, whatever the
  /// terminal sends.
  case meta(Unicode.Scalar)
  /// An arrow.
  case up, down, left, right
  /// Left or right with Control or Alt.
  case wordLeft, wordRight
  /// A key of the block above the arrows.
  case home, end, insert, delete, pageUp, pageDown
  /// A function key by its number: 1 for F1, at most 12.
  case function(Int)
  /// What the mouse did, where a front end has switched its reports on (SGR, mode 1006).
  case mouse(MouseReport)
  /// An escape sequence of another meaning, or one that broke off.
  case unknown
}

extension TerminalKey {
  /// The key with Alt held down as well.
  var withAlt: TerminalKey { ControlSequence.modified(self, by: 3) }
}
