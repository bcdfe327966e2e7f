/// Makes keys of the bytes that a terminal sends, one byte at a time.
///
/// Each control character gets through, whatever sequence it breaks off: there is no state but a
/// paste out of which Enter and ^C do not lead.
struct KeyMachine {
  enum State: Hashable {
    /// Between two keys.
    case ground
    /// Within a character. Leaves at its end, and on a byte that does not belong to it.
    case character(PartialScalar, isMeta: Bool)
    /// After an escape, which may be a key or begin a sequence.
    case escape
    /// After an escape that was taken for a key, since its rest did not come: on a slow link it may
    /// still. Leaves on the next byte.
    case lateEscape
    /// After `ESC O`: one letter follows, after digits perhaps.
    case singleShift(ControlSequence)
    /// After `ESC [`: leaves on the final byte.
    case sequence(ControlSequence)
    /// After `ESC [ [`, a function key of the Linux console: one letter follows.
    case consoleFunction
    /// Within a string, such as the answer to a question that another program asked. Leaves on its
    /// terminator, and on each control character.
    case string
    /// Within a string, after an escape: its terminator, or another sequence.
    case stringEscape
    /// Within a paste, after this many bytes of what may be its end. Leaves on its end alone.
    case paste(matched: Int)
  }

  enum Event: Hashable {
    case byte(UInt8)
    /// Nothing more came for a while.
    case paused
  }

  enum Action: Hashable {
    case nothing
    case type(Unicode.Scalar)
    case press(TerminalKey)
    case reportMalformed
    case beginPaste
    case collect(UInt8)
    /// These many bytes of ``KeyMachine/pasteEnd`` were no end, but content.
    case collectEnd(byteCount: Int)
    case endPaste
  }

  struct Step: Hashable {
    var action = Action.nothing
    /// Whether the event is done with; else it has to be applied once more.
    var isDone = true

    static var nothing: Step { Step() }
  }

  /// What ends a paste: `ESC [ 201 ~`.
  static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private(set) var state = State.ground

  mutating func apply(_ event: Event) -> Step {
    switch (state, event) {
    case (.ground, .paused), (.paste, .paused):
      return .nothing
    case (.ground, .byte(let byte)):
      return begin(byte, isMeta: false)
    case (.character(let partial, let isMeta), .byte(let byte)):
      return goOn(partial.appending(byte), isMeta: isMeta)
    case (.escape, .byte(let byte)):
      return goOnAfterEscape(byte)
    case (.lateEscape, .byte(let byte)):
      state = .ground
      return byte.beginsSequence ? goOnAfterEscape(byte) : begin(byte, isMeta: false)
    case (.singleShift(let sequence), .byte(let byte)):
      return goOnAfterSingleShift(sequence, byte)
    case (.sequence(let sequence), .byte(let byte)):
      return goOn(sequence, byte)
    case (.consoleFunction, .byte(let byte)):
      return goOnInConsoleFunction(byte)
    case (.string, .byte(let byte)):
      return goOnInString(byte)
    case (.stringEscape, .byte(let byte)):
      return byte == UInt8(ascii: "\\") ? press(.unknown) : breakOff(to: .escape)
    case (.paste(let matched), .byte(let byte)):
      return goOnInPaste(byte, matched: matched)
    case (.character, .paused):
      return leave(.reportMalformed)
    case (.escape, .paused):
      state = .lateEscape
      return Step(action: .press(.escape))
    case (.lateEscape, .paused):
      return leave(.nothing)
    case (.singleShift(let sequence), .paused):
      return press(sequence == ControlSequence() ? .meta("O") : .unknown)
    case (.sequence(let sequence), .paused):
      return press(sequence == ControlSequence() ? .meta("[") : .unknown)
    case (.consoleFunction, .paused), (.string, .paused), (.stringEscape, .paused):
      return press(.unknown)
    }
  }

  private mutating func begin(_ byte: UInt8, isMeta: Bool) -> Step {
    switch byte {
    case 0x1B:
      state = .escape
      return .nothing
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

  private mutating func goOn(_ progress: PartialScalar.Progress, isMeta: Bool) -> Step {
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

  private mutating func goOnAfterEscape(_ byte: UInt8) -> Step {
    switch byte {
    case 0x1B:
      // The first one was a key; this one may begin something.
      return Step(action: .press(.escape))
    case UInt8(ascii: "["):
      state = .sequence(ControlSequence())
      return .nothing
    case UInt8(ascii: "O"):
      state = .singleShift(ControlSequence())
      return .nothing
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
      return .nothing
    case 0x09:
      // The console of Linux sends it for Shift and Tab.
      return press(.backTab)
    case 0x08, 0x7F:
      // Some terminals send ^H for Backspace: with Alt it is the same key.
      return press(.meta("\u{7F}"))
    case 0..<0x20:
      state = .ground
      return Step(action: .press(.escape), isDone: false)
    default:
      return begin(byte, isMeta: true)
    }
  }

  private mutating func goOnAfterSingleShift(_ sequence: ControlSequence, _ byte: UInt8) -> Step {
    switch byte {
    case 0x30...0x3B:
      var longer = sequence
      longer.append(byte)
      state = .singleShift(longer)
      return .nothing
    case 0x40..<0x7F:
      return press(sequence.singleShiftKey(final: byte))
    default:
      return breakOff()
    }
  }

  private mutating func goOn(_ sequence: ControlSequence, _ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "$") where sequence.isNumber:
      return press(sequence.key(final: byte))
    case 0x20..<0x40:
      var longer = sequence
      longer.append(byte)
      state = .sequence(longer)
      return .nothing
    case UInt8(ascii: "[") where sequence == ControlSequence():
      state = .consoleFunction
      return .nothing
    case UInt8(ascii: "~") where sequence == .pasteBegin:
      state = .paste(matched: 0)
      return Step(action: .beginPaste)
    case 0x40..<0x7F:
      return press(sequence.key(final: byte))
    default:
      return breakOff()
    }
  }

  private mutating func goOnInConsoleFunction(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"):
      return press(.function(Int(byte - UInt8(ascii: "A")) + 1))
    default:
      return byte.isGraphic ? press(.unknown) : breakOff()
    }
  }

  private mutating func goOnInString(_ byte: UInt8) -> Step {
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

  private mutating func goOnInPaste(_ byte: UInt8, matched: Int) -> Step {
    if byte == Self.pasteEnd[matched] {
      if matched + 1 == Self.pasteEnd.count { return leave(.endPaste) }
      state = .paste(matched: matched + 1)
      return .nothing
    }
    if matched == 0 { return Step(action: .collect(byte)) }
    // No second end can have begun within: only the first byte of it is an escape.
    state = .paste(matched: 0)
    return Step(action: .collectEnd(byteCount: matched), isDone: false)
  }

  private mutating func type(_ scalar: Unicode.Scalar, isMeta: Bool) -> Step {
    leave(isMeta ? .press(.meta(scalar)) : .type(scalar))
  }

  private mutating func press(_ key: TerminalKey) -> Step { leave(.press(key)) }

  private mutating func leave(_ action: Action) -> Step {
    state = .ground
    return Step(action: action)
  }

  /// Ends a sequence at a byte that does not belong to it.
  private mutating func breakOff(to next: State = .ground) -> Step {
    state = next
    return Step(action: .press(.unknown), isDone: false)
  }

  private static func key(control byte: UInt8) -> TerminalKey {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    default: .control(Unicode.Scalar(byte | 0x40))
    }
  }
}

extension UInt8 {
  /// A character of ASCII that is seen, or a space.
  fileprivate var isGraphic: Bool { 0x20..<0x7F ~= self }

  /// Whether it makes a sequence of an escape that stands before it, and of other bytes behind it.
  var beginsSequence: Bool { self == UInt8(ascii: "[") || self == UInt8(ascii: "O") }
}
