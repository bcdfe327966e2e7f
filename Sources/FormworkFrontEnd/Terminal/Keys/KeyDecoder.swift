import CFormwork
import Glibc

/// Decodes the bytes of a terminal in raw mode, in parts of any size.
///
/// The caller passes bytes to the decoder, and takes one input at a time, so that a key may decide which
/// part of the front end receives the next one. Only time distinguishes a single escape from the beginning
/// of a sequence: if nothing follows within ``timeout``, call ``endSequence()``. The time of an escape is
/// the environment variable `ESCDELAY` in milliseconds, or half a second. The memory for bytes is locked
/// and wiped.
///
/// ``KeyReader`` contains a decoder, reads for it, and shows the loop. Use both only while no flush is awaited.
public final class KeyDecoder {
  /// The maximum size of a paste in bytes, except for a newline at its end.
  private static let pasteLimit = Int(FORMWORK_TEXT_LIMIT) + 2

  private static let keyLimit = 64
  private var machine = KeyMachine()
  private var unread = SecretBytes(isLocked: true)
  /// The number of decoded bytes of `unread`.
  private var position = 0
  /// The bytes after an escape that counted as a key: the rest of a sequence, or typed text.
  private let late = SecretBytes(isLocked: true)
  /// Whether to apply a pause again.
  private var isPausePending = false
  private var paste = SecretBytes(isLocked: true)
  private var pasteStatus = PasteStatus.taken
  private let escapeDelay: Duration
  private let now: () -> ContinuousClock.Instant
  /// The time at which ``timeout`` ends, after the caller has read it.
  private var deadline: ContinuousClock.Instant?

  private enum PasteStatus {
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

  /// The time left for the rest of an incomplete input; `nil` between two keys.
  ///
  /// The time starts with the first call after the last byte: other waits of the caller do not extend it.
  public var timeout: Duration? {
    guard let limit else { return nil }
    let now = now()
    let deadline = deadline ?? now.advanced(by: limit)
    self.deadline = deadline
    return max(.zero, now.duration(to: deadline))
  }

  /// The time limit for the rest, from the last byte on.
  private var limit: Duration? {
    switch machine.state {
    case .ground, .lineEnd: nil
    case .escape, .doubleEscape: escapeDelay
    // The beginning may have been typed, as a letter with Alt.
    case .string, .stringEscape: shortTimeout
    case .character, .sequence: max(escapeDelay, .seconds(1))
    case .lateEscape: .seconds(2)
    case .paste, .pasteLineEnd: pasteStatus == .interrupted ? shortTimeout : Self.pasteTimeout
    }
  }

  private var shortTimeout: Duration { max(escapeDelay, .milliseconds(250)) }

  /// The time without a byte after which a paste without an end is delivered.
  package static let pasteTimeout = Duration.seconds(5)

  /// Whether an escape was the last byte: a key, or the beginning of a key.
  public var isAtEscape: Bool { machine.state == .escape || machine.state == .doubleEscape }

  /// Whether a paste has begun and not ended.
  public var isWithinPaste: Bool {
    if case .pasteLineEnd = machine.state { return true }
    return if case .paste = machine.state { true } else { false }
  }

  /// Whether the last paste was delivered without its end, so that something may be missing.
  public private(set) var isPasteCut = false

  /// The bytes of the last key, for a caller that has names for more keys.
  ///
  /// Empty for other inputs, and for a key of more than 64 bytes.
  public private(set) var keyBytes: [UInt8] = []

  /// The bytes of a key that has begun, but never those of a text.
  private var begunBytes: [UInt8] = []

  /// Adds bytes; the caller wipes its own copy.
  public func feed(_ bytes: UnsafeRawBufferPointer) {
    unread.append(bytes)
  }

  /// Drops a paste that has begun, including the part that has not arrived.
  ///
  /// Without its beginning, the rest would be read as keys. The interrupt key may have discarded the end of
  /// the paste in the terminal: then a short pause ends it.
  public func dropPaste(isInterrupted: Bool = false) {
    guard isWithinPaste else { return }
    paste.wipe()
    pasteStatus = isInterrupted ? .interrupted : .dropped
    deadline = nil
  }

  /// Drops all input so far, and the rest of a key or paste that has begun.
  func discard() {
    while next() != nil {}
    _ = machine.apply(.discarded)
    (deadline, begunBytes) = (nil, [])
    late.wipe()
    dropPaste()
  }

  /// Returns the next complete input, if any.
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

  /// Returns the input for a sequence whose rest does not come, after ``next()`` has returned `nil`.
  public func endSequence() -> TerminalInput? {
    let step = machine.apply(.paused)
    isPausePending = !step.isDone
    deadline = nil
    settleLate(step.action)
    return give(step.action) ?? (step.action == .release ? next() : nil)
  }

  /// Stores a byte, unless it belongs to a text.
  private func note(_ byte: UInt8, after state: KeyMachine.State) {
    if machine.state.isLate { return late.append(byte) }
    switch state {
    case .paste, .pasteLineEnd, .character(_, isMeta: false): return
    case .ground, .lineEnd, .lateEscape: if byte >= 0x20 && byte != 0x7F { return }
    case .character, .escape, .doubleEscape, .sequence, .string, .stringEscape: break
    }
    if begunBytes.count <= Self.keyLimit { begunBytes.append(byte) }
  }

  /// Decodes the bytes after a late escape again, as typed text, or drops them.
  private func settleLate(_ action: KeyMachine.Action) {
    if late.isEmpty || machine.state.isLate { return }
    if action == .release { late.withBytes { unread.insert($0, at: position) } }
    late.wipe()
  }

  private func give(_ action: KeyMachine.Action) -> TerminalInput? {
    guard let input = perform(action) else {
      switch machine.state {
      case .ground, .lineEnd, .lateEscape, .paste, .pasteLineEnd: begunBytes = []
      case .character, .escape, .doubleEscape, .sequence, .string, .stringEscape: break
      }
      return nil
    }
    if case .key(.escape) = input {
      // The bytes after it continue a key.
      keyBytes = [0x1B]
      begunBytes = Array(begunBytes.dropFirst())
    } else {
      keyBytes = begunBytes.count > Self.keyLimit ? [] : begunBytes
      // An escape that ends one key begins the next one.
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
      pasteStatus = action == .beginLatePaste ? .dropped : .taken
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
    guard pasteStatus == .taken else { return }
    if paste.byteCount < Self.pasteLimit { return paste.append(byte) }
    pasteStatus = .tooLong
    paste.wipe()
  }

  private func endPaste(isCut: Bool) -> TerminalInput? {
    isPasteCut = isCut
    switch pasteStatus {
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
  /// Returns the time of an escape: `ESCDELAY` in milliseconds, at most 10 seconds, or half a second.
  ///
  /// - SeeAlso: ncurses(3X), "ESCDELAY".
  static func escapeDelay(_ environment: (String) -> String? = Environment.value) -> Duration {
    guard let digits = environment("ESCDELAY"), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let milliseconds = Int(digits)
    else { return .milliseconds(500) }
    return .milliseconds(min(milliseconds, 10_000))
  }
}

/// Reads and decodes the keys of a terminal in raw mode.
///
/// The reader reads one byte at a time, except in a paste: the rest stays in the terminal for the program
/// that reads after this front end. It opens the terminal again for itself, and never blocks.
/// ``TerminalModes`` sets the modes for it.
///
/// While ``HostConnection/awaitsFlush`` is true, the front end must handle no key, not even a key that was
/// read before or an Escape whose time has passed: keys after an answer are meant for the next picture.
///
/// ```swift
/// while !host.awaitsFlush, let typed = reader.keys.next() { handle(typed) }
/// let mayRead = !host.awaitsFlush
/// let ready = try host.wait(forInput: mayRead, limit: mayRead ? reader.keys.timeout : nil)
/// // Handle the host first: it may have a message about the last entry.
/// if ready.contains(.messages) { continue }
/// if ready.contains(.input) {
///   if try reader.fill() == 0 { host.post(.quit) }
/// } else if ready.isEmpty, let typed = reader.keys.endSequence() {
///   handle(typed)
/// }
/// ```
public final class KeyReader {
  /// The decoder, from which the caller takes the inputs.
  public let keys = KeyDecoder()

  private let descriptor: Int32
  private let reader: InputReader

  /// Creates a reader of a terminal, whose descriptor it does not own.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
    reader = InputReader(descriptor: descriptor, isTerminal: true)
  }

  /// Drops all unused input, including the rest of a key or paste that has not ended.
  public func discard() {
    // Reading instead of flushing: the terminal may hold a part of a key or paste whose rest comes later.
    for _ in 0..<Self.discardLimit {
      keys.discard()
      guard let count = try? fill(), count > 0 else { return }
    }
    keys.discard()
    tcflush(descriptor, TCIFLUSH)
  }

  /// The maximum number of reads in ``discard()``, for a terminal that never runs empty.
  private static let discardLimit = 65_536

  /// Reads once, without waiting.
  ///
  /// - Returns: The number of bytes; 0 at the end, or `nil` if none are available.
  /// - Throws: An error of read(2); a terminal whose other side is closed counts as the end instead.
  public func fill() throws(SystemError) -> Int? {
    let most = keys.isWithinPaste ? 4096 : 1
    return try withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { chunk in
      Result { () throws(SystemError) in
        let count = try reader.read(into: chunk)
        let typed = UnsafeMutableRawBufferPointer(rebasing: chunk[..<(count ?? 0)])
        keys.feed(UnsafeRawBufferPointer(typed))
        // The bytes may be part of a secret.
        typed.wipe()
        return count
      }
    }.get()
  }
}

/// The decoded input of a terminal.
public enum TerminalInput {
  /// A typed character, but not C0 or DEL, which are keys.
  case character(Unicode.Scalar)
  /// A key.
  case key(TerminalKey)
  /// The content of a bracketed paste, with a newline for each line end that the terminal sent.
  case paste(SecretBytes)
  /// A bracketed paste that exceeds the text limit, which was skipped.
  case overlongPaste
  /// Bytes that are not UTF-8, which were skipped.
  case malformed
}

/// A key that is not a character of a text.
public enum TerminalKey: Hashable, Sendable {
  /// Enter: a carriage return or a newline.
  case enter
  /// Backspace: DEL or ^H.
  case backspace
  /// Tab, which is also ^I.
  case tab
  /// Shift and Tab.
  case backTab
  /// Escape as a single key.
  case escape
  /// A further control character, by the key pressed with Control: `"C"` for ^C.
  case control(Unicode.Scalar)
  /// A key pressed with Alt, after an escape; Backspace is always DEL, and Enter a newline.
  case meta(Unicode.Scalar)
  /// An arrow.
  case up, down, left, right
  /// Left or right with Control or Alt.
  case wordLeft, wordRight
  /// A key of the block above the arrows.
  case home, end, insert, delete, pageUp, pageDown
  /// A function key by its number: 1 for F1, at most 12.
  case function(Int)
  /// An event of the mouse, if a front end has enabled its reports (SGR, mode 1006).
  case mouse(MouseReport)
  /// An escape sequence with another meaning, or an incomplete one.
  case unknown
}

extension TerminalKey {
  var withAlt: TerminalKey { ControlSequence.modified(self, by: 3) }
}
