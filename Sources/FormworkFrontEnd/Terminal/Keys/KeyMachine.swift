/// A state machine that converts the bytes of a terminal to keys, one byte at a time.
///
/// Every control character is effective, whatever sequence it interrupts: a paste is the only state that
/// Enter and ^C do not leave. After an escape a control character is a key with Alt.
struct KeyMachine {
  enum State: Hashable {
    /// Between two keys.
    case ground
    /// After Enter, by its byte: the other byte of CR and LF belongs to the same Enter.
    case lineEnd(UInt8)
    /// Within a character. Leaves at its end, and on a byte that does not belong to it.
    case character(PartialScalar, isMeta: Bool)
    /// After an escape, which may be a key or begin a sequence.
    case escape
    /// After two escapes, which may be two keys, or Alt and the beginning of a sequence.
    case doubleEscape
    /// After an escape that counted as a key, because its rest was late. Leaves on the next byte.
    case lateEscape
    /// Within a sequence after an escape. Leaves at its end, and on a byte that does not belong to it.
    case sequence(Sequence, Lead)
    /// Within a string, such as a reply. Leaves on its terminator, and on each control character.
    case string
    /// Within a string, after an escape: its terminator, or another sequence.
    case stringEscape
    /// Within a paste, after some bytes of its possible end. Leaves on the end, and after a pause.
    case paste(matched: Int)
    /// Within a paste, after a line end, by its byte: the other one of CR and LF belongs to it.
    case pasteLineEnd(UInt8)
  }

  /// The received part of a sequence.
  enum Sequence: Hashable {
    /// After `ESC O`: one letter follows, possibly after digits.
    case singleShift(ControlSequence)
    /// After `ESC [`: the final byte follows, possibly after parameters.
    case control(ControlSequence)
    /// After `ESC [ [`, a function key of the Linux console: one letter follows.
    case consoleFunction
    /// After `ESC [ M`: three numbers of a mouse report follow.
    case mouse(OldMouseReport)

    /// The key if no byte follows: a letter with Alt, or the beginning of an unknown one.
    fileprivate var unfinishedKey: TerminalKey {
      if self == .singleShift(ControlSequence()) { return .meta("O") }
      return self == .control(ControlSequence()) ? .meta("[") : .unknown
    }
  }

  /// The escape before a sequence.
  enum Lead: Hashable {
    case escape
    /// Two escapes: Alt was pressed.
    case doubleEscape
    /// An escape that counted as a key, or discarded input: the sequence is not a key any more.
    ///
    /// If its bytes do not spell a key, they are typed text.
    case late
  }

  enum Event: Hashable {
    case byte(UInt8)
    /// No byte came for a while.
    case paused
    /// The input so far is dropped.
    case discarded
  }

  enum Action: Hashable {
    case nothing
    case type(Unicode.Scalar)
    case press(TerminalKey)
    case reportMalformed
    /// The bytes after a late lead were typed: apply them again.
    case release
    case beginPaste
    /// Begin a paste whose content is dropped.
    case beginLatePaste
    case collect(UInt8)
    /// Collect this number of bytes of ``KeyMachine/pasteEnd`` as content.
    case collectEnd(byteCount: Int)
    case endPaste
    /// End a paste whose end did not come.
    case cutPaste
  }

  struct Step: Hashable {
    var action = Action.nothing
    /// Whether the event is handled; otherwise it must be applied again.
    var isDone = true

    static var nothing: Step { Step() }
  }

  /// The end of a paste: `ESC [ 201 ~`.
  static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// Only ``apply(_:)`` and its parts set the state.
  var state = State.ground

  mutating func apply(_ event: Event) -> Step {
    switch (state, event) {
    case (.ground, .byte(let byte)):
      return begin(byte, isMeta: false)
    case (.lineEnd(let first), .byte(let byte)):
      state = .ground
      return Self.isLineEnd(first, byte) ? .nothing : begin(byte, isMeta: false)
    case (.character(let partial, let isMeta), .byte(let byte)):
      return advance(partial.appending(byte), isMeta: isMeta)
    case (.escape, .byte(let byte)):
      return advanceAfterEscape(byte)
    case (.doubleEscape, .byte(let byte)):
      // The first one is Alt before a sequence, otherwise a key.
      if beginSequence(byte, .doubleEscape) { return .nothing }
      return byte == 0x1B ? Step(action: .press(.escape)) : pressEscape(before: .escape)
    case (.lateEscape, .byte(let byte)):
      state = .ground
      return beginSequence(byte, .late) ? .nothing : begin(byte, isMeta: false)
    case (.sequence(let sequence, let lead), .byte(let byte)):
      return advance(sequence, byte, lead)
    case (.string, .byte(let byte)):
      return advanceInString(byte)
    case (.stringEscape, .byte(let byte)):
      return byte == UInt8(ascii: "\\") ? press(.unknown) : breakOff(to: .escape)
    case (.paste(let matched), .byte(let byte)):
      return advanceInPaste(byte, matched: matched)
    case (.pasteLineEnd(let first), .byte(let byte)):
      state = .paste(matched: 0)
      return Self.isLineEnd(first, byte) ? .nothing : advanceInPaste(byte, matched: 0)

    case (.ground, .paused), (.lineEnd, .paused), (.lateEscape, .paused):
      return leave(.nothing)
    case (.character, .paused):
      return leave(.reportMalformed)
    case (.escape, .paused):
      state = .lateEscape
      return Step(action: .press(.escape))
    case (.doubleEscape, .paused):
      state = .escape
      return Step(action: .press(.escape), isDone: false)
    case (.sequence(_, .late), .paused):
      return leave(.release)
    case (.sequence(let sequence, .doubleEscape), .paused):
      return pressEscape(before: .sequence(sequence, .escape))
    case (.sequence(let sequence, .escape), .paused):
      if case .mouse(let report) = sequence, let key = report.settled.key { return press(key) }
      state = .sequence(sequence, .late)
      return Step(action: .press(sequence.unfinishedKey))
    case (.string, .paused), (.stringEscape, .paused):
      return press(.unknown)
    case (.paste(let matched), .paused):
      // The beginning of the end may have come: its rest is late.
      state = Self.state(afterEndBytes: matched)
      return Step(action: .cutPaste)
    case (.pasteLineEnd, .paused):
      return leave(.cutPaste)

    case (.ground, .discarded), (.lineEnd, .discarded), (.lateEscape, .discarded),
      (.string, .discarded), (.stringEscape, .discarded), (.paste, .discarded),
      (.pasteLineEnd, .discarded):
      return .nothing
    case (.character, .discarded):
      return leave(.nothing)
    case (.escape, .discarded), (.doubleEscape, .discarded):
      state = .lateEscape
      return .nothing
    case (.sequence(let sequence, _), .discarded):
      state = .sequence(sequence, .late)
      return .nothing
    }
  }
}

extension KeyMachine.State {
  /// Whether the bytes so far may be typed text, because they follow a late lead.
  var isLate: Bool { if case .sequence(_, .late) = self { true } else { false } }
}

extension KeyMachine {
  mutating func begin(_ byte: UInt8, isMeta: Bool) -> Step {
    switch byte {
    case 0x1B:
      state = .escape
      return .nothing
    case 0x0A, 0x0D:
      state = .lineEnd(byte)
      return Step(action: .press(isMeta ? .meta("\n") : .enter))
    case 0..<0x20, 0x7F:
      return press(Self.key(control: byte))
    case 0x20..<0x7F:
      return type(Unicode.Scalar(byte), isMeta: isMeta)
    default:
      guard let partial = PartialScalar(lead: byte) else { return leave(.reportMalformed) }
      state = .character(partial, isMeta: isMeta)
      return .nothing
    }
  }

  mutating func advance(_ progress: PartialScalar.Progress, isMeta: Bool) -> Step {
    switch progress {
    case .partial(let partial):
      state = .character(partial, isMeta: isMeta)
      return .nothing
    case .whole(let scalar):
      return type(scalar, isMeta: isMeta)
    case .malformed:
      state = .ground
      return Step(action: .reportMalformed, isDone: false)
    }
  }

  /// Begins the sequence of `[` or `O` after an escape, and returns whether the byte is one of these.
  mutating func beginSequence(_ byte: UInt8, _ lead: Lead) -> Bool {
    switch byte {
    case UInt8(ascii: "["): state = .sequence(.control(ControlSequence()), lead)
    case UInt8(ascii: "O"): state = .sequence(.singleShift(ControlSequence()), lead)
    default: return false
    }
    return true
  }

  mutating func advanceAfterEscape(_ byte: UInt8) -> Step {
    if beginSequence(byte, .escape) { return .nothing }
    switch byte {
    case 0x1B:
      state = .doubleEscape
      return .nothing
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
      return .nothing
    case 0x09:
      // The console of Linux sends this for Shift and Tab.
      return press(.backTab)
    case 0x08, 0x7F:
      // Some terminals send ^H for Backspace: with Alt it is the same key.
      return press(.meta("\u{7F}"))
    case 0..<0x20 where byte != 0x0A && byte != 0x0D:
      return press(.meta(Unicode.Scalar(byte)))
    default:
      return begin(byte, isMeta: true)
    }
  }

  /// Reports the first of two escapes as a key, because it was not Alt.
  mutating func pressEscape(before next: State) -> Step {
    state = next
    return Step(action: .press(.escape), isDone: false)
  }

  private mutating func advance(_ sequence: Sequence, _ byte: UInt8, _ lead: Lead) -> Step {
    switch sequence {
    case .singleShift(let part): advance(afterSingleShift: part, byte, lead)
    case .control(let part): advance(part, byte, lead)
    case .consoleFunction: advanceInConsoleFunction(byte, lead)
    case .mouse(let report): advance(report, byte, lead)
    }
  }

  private mutating func advance(
    afterSingleShift sequence: ControlSequence, _ byte: UInt8, _ lead: Lead
  ) -> Step {
    switch byte {
    case 0x30...0x3B:
      var longer = sequence
      longer.append(byte)
      state = .sequence(.singleShift(longer), lead)
      return .nothing
    case 0x40..<0x7F:
      let key = sequence.singleShiftKey(final: byte)
      return press(key, lead, isSpelled: key != .unknown)
    default:
      return breakOff(lead, at: .singleShift(sequence))
    }
  }

  private mutating func advance(_ sequence: ControlSequence, _ byte: UInt8, _ lead: Lead) -> Step {
    switch byte {
    case UInt8(ascii: "$") where sequence.isNumber:
      return press(sequence.key(final: byte), lead, isSpelled: true)
    case 0x20..<0x40:
      var longer = sequence
      longer.append(byte)
      state = .sequence(.control(longer), lead)
      return .nothing
    case UInt8(ascii: "[") where sequence == ControlSequence():
      state = .sequence(.consoleFunction, lead)
      return .nothing
    case 0x40..<0x7F where lead == .doubleEscape && sequence.isNoKey(final: byte):
      return pressEscape(before: .sequence(.control(sequence), .escape))
    case UInt8(ascii: "M") where sequence == ControlSequence():
      state = .sequence(.mouse(OldMouseReport()), lead)
      return .nothing
    case UInt8(ascii: "~") where sequence == .pasteBegin:
      state = .paste(matched: 0)
      return Step(action: lead == .late ? .beginLatePaste : .beginPaste)
    case UInt8(ascii: "~") where sequence == .pasteEnd:
      // The end of a paste that was cut before.
      return leave(.nothing)
    case 0x40..<0x7F:
      let key = sequence.key(final: byte)
      return press(key, lead, isSpelled: key != .unknown || sequence.isSpelled(final: byte))
    default:
      return breakOff(lead, at: .control(sequence))
    }
  }

  mutating func advanceInConsoleFunction(_ byte: UInt8, _ lead: Lead) -> Step {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"):
      return press(.function(Int(byte - UInt8(ascii: "A")) + 1), lead, isSpelled: true)
    case 0x20..<0x7F:
      return press(.unknown, lead, isSpelled: false)
    default:
      return breakOff(lead, at: .consoleFunction)
    }
  }

  mutating func advance(_ report: OldMouseReport, _ byte: UInt8, _ lead: Lead) -> Step {
    if let longer = report.appending(byte) {
      if let key = longer.key { return press(key, lead, isSpelled: true) }
      state = .sequence(.mouse(longer), lead)
      return .nothing
    }
    guard let key = report.settled.key else {
      return breakOff(lead, at: .mouse(report))
    }
    var step = press(key, lead, isSpelled: true)
    step.isDone = false
    return step
  }

  mutating func advanceInString(_ byte: UInt8) -> Step {
    switch byte {
    case 0x07:
      return press(.unknown)
    case 0x1B:
      state = .stringEscape
      return .nothing
    case 0..<0x20, 0x7F:
      return breakOff()
    default:
      return .nothing
    }
  }

  mutating func advanceInPaste(_ byte: UInt8, matched: Int) -> Step {
    if byte == Self.pasteEnd[matched] {
      if matched + 1 == Self.pasteEnd.count { return leave(.endPaste) }
      state = .paste(matched: matched + 1)
      return .nothing
    }
    if matched > 0 {
      // A second end cannot have begun inside: only its first byte is an escape.
      state = .paste(matched: 0)
      return Step(action: .collectEnd(byteCount: matched), isDone: false)
    }
    guard byte == 0x0A || byte == 0x0D else { return Step(action: .collect(byte)) }
    state = .pasteLineEnd(byte)
    return Step(action: .collect(0x0A))
  }

  private mutating func type(_ scalar: Unicode.Scalar, isMeta: Bool) -> Step {
    leave(isMeta ? .press(.meta(scalar)) : .type(scalar))
  }

  mutating func press(_ key: TerminalKey) -> Step { leave(.press(key)) }

  /// Ends a sequence at its final byte; a sequence that terminals send was not typed.
  private mutating func press(_ key: TerminalKey, _ lead: Lead, isSpelled: Bool) -> Step {
    switch lead {
    case .escape: return press(key)
    case .doubleEscape: return press(key.withAlt)
    case .late where isSpelled: return leave(.nothing)
    case .late: return release()
    }
  }

  mutating func leave(_ action: Action) -> Step {
    state = .ground
    return Step(action: action)
  }

  mutating func breakOff(to next: State = .ground) -> Step {
    state = next
    return Step(action: .press(.unknown), isDone: false)
  }

  /// Ends a sequence at a foreign byte; after two escapes the second one continues.
  private mutating func breakOff(_ lead: Lead, at sequence: Sequence) -> Step {
    switch lead {
    case .escape: breakOff()
    case .doubleEscape: pressEscape(before: .sequence(sequence, .escape))
    case .late: release()
    }
  }

  private mutating func release() -> Step {
    state = .ground
    return Step(action: .release, isDone: false)
  }

  /// Whether two bytes are one line break: CR LF, or LF CR if the modes of the terminal exchange them.
  static func isLineEnd(_ first: UInt8, _ second: UInt8) -> Bool {
    (first, second) == (0x0D, 0x0A) || (first, second) == (0x0A, 0x0D)
  }

  /// Returns the state after the first bytes of ``pasteEnd``, if their rest is late.
  static func state(afterEndBytes count: Int) -> State {
    switch count {
    case 0: return .ground
    case 1: return .lateEscape
    default:
      var sequence = ControlSequence()
      for byte in pasteEnd[2..<count] { sequence.append(byte) }
      return .sequence(.control(sequence), .late)
    }
  }

  private static func key(control byte: UInt8) -> TerminalKey {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    default: .control(Unicode.Scalar(byte | 0x40))
    }
  }
}

/// An incomplete character in UTF-8.
///
/// It ends at the first byte that cannot continue it, so that the byte may begin another character: Unicode
/// Standard, section 3.9, table 3-7.
struct PartialScalar: Hashable {
  enum Progress: Equatable {
    case partial(PartialScalar)
    case whole(Unicode.Scalar)
    /// The byte does not belong to the character.
    case malformed
  }

  private var value: UInt32
  private var missing: Int
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Begins a character of two bytes or more.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (value, missing) = (UInt32(lead & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(lead & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(lead & 0x07), 3)
    default: return nil
    }
    // No overlong forms, no surrogates, nothing above U+10FFFF.
    switch lead {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
  }

  func appending(_ byte: UInt8) -> Progress {
    guard allowed.contains(byte) else { return .malformed }
    var next = self
    next.value = value << 6 | UInt32(byte & 0x3F)
    next.missing -= 1
    next.allowed = 0x80...0xBF
    if next.missing > 0 { return .partial(next) }
    return Unicode.Scalar(next.value).map { .whole($0) } ?? .malformed
  }
}
