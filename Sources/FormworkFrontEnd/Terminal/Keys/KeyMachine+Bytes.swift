/// The bytes of each state.
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

  mutating func goOn(_ progress: PartialScalar.Progress, isMeta: Bool) -> Step {
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

  /// Begins what `[` or `O` begins after an escape; whether it is one of these.
  mutating func beginSequence(_ byte: UInt8, _ lead: Lead) -> Bool {
    switch byte {
    case UInt8(ascii: "["): state = .sequence(ControlSequence(), lead)
    case UInt8(ascii: "O"): state = .singleShift(ControlSequence(), lead)
    default: return false
    }
    return true
  }

  mutating func goOnAfterEscape(_ byte: UInt8) -> Step {
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
      // The console of Linux sends it for Shift and Tab.
      return press(.backTab)
    case 0x08, 0x7F:
      // Some terminals send ^H for Backspace: with Alt it is the same key.
      return press(.meta("\u{7F}"))
    case 0x0A, 0x0D:
      return begin(byte, isMeta: true)
    case 0..<0x20:
      return press(.meta(Unicode.Scalar(byte)))
    default:
      return begin(byte, isMeta: true)
    }
  }

  /// The first of two escapes is Alt before a sequence, and else a key.
  mutating func goOnAfterDoubleEscape(_ byte: UInt8) -> Step {
    if beginSequence(byte, .doubleEscape) { return .nothing }
    if byte == 0x1B { return Step(action: .press(.escape)) }
    return pressEscape(before: .escape)
  }

  /// Gives the first of two escapes as a key: it was not Alt.
  mutating func pressEscape(before next: State) -> Step {
    state = next
    return Step(action: .press(.escape), isDone: false)
  }

  mutating func goOnAfterSingleShift(
    _ sequence: ControlSequence, _ byte: UInt8, _ lead: Lead
  ) -> Step {
    switch byte {
    case 0x30...0x3B:
      var longer = sequence
      longer.append(byte)
      state = .singleShift(longer, lead)
      return .nothing
    case 0x40..<0x7F:
      let key = sequence.singleShiftKey(final: byte)
      return press(key, lead, isSpelled: key != .unknown)
    default:
      return breakOff(lead, without: .singleShift(sequence, .escape))
    }
  }

  mutating func goOn(
    _ sequence: ControlSequence, _ byte: UInt8, _ lead: Lead
  ) -> Step {
    switch byte {
    case UInt8(ascii: "$") where sequence.isNumber:
      return press(sequence.key(final: byte), lead, isSpelled: true)
    case 0x20..<0x40:
      var longer = sequence
      longer.append(byte)
      state = .sequence(longer, lead)
      return .nothing
    case UInt8(ascii: "[") where sequence == ControlSequence():
      state = .consoleFunction(lead)
      return .nothing
    case 0x40..<0x7F where lead == .doubleEscape && sequence.isNoKey(final: byte):
      return pressEscape(before: .sequence(sequence, .escape))
    case UInt8(ascii: "M") where sequence == ControlSequence():
      state = .mouse(OldMouseReport(), lead)
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
      return breakOff(lead, without: .sequence(sequence, .escape))
    }
  }

  mutating func goOnInConsoleFunction(_ byte: UInt8, _ lead: Lead) -> Step {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"):
      return press(.function(Int(byte - UInt8(ascii: "A")) + 1), lead, isSpelled: true)
    case 0x20..<0x7F:
      return press(.unknown, lead, isSpelled: false)
    default:
      return breakOff(lead, without: .consoleFunction(.escape))
    }
  }

  mutating func goOn(_ report: OldMouseReport, _ byte: UInt8, _ lead: Lead) -> Step {
    if let longer = report.appending(byte) {
      if let key = longer.key { return press(key, lead, isSpelled: true) }
      state = .mouse(longer, lead)
      return .nothing
    }
    guard let key = report.settled.key else {
      return breakOff(lead, without: .mouse(report, .escape))
    }
    var step = press(key, lead, isSpelled: true)
    step.isDone = false
    return step
  }

  mutating func goOnInString(_ byte: UInt8) -> Step {
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

  mutating func goOnInPaste(_ byte: UInt8, matched: Int) -> Step {
    if byte == Self.pasteEnd[matched] {
      if matched + 1 == Self.pasteEnd.count { return leave(.endPaste) }
      state = .paste(matched: matched + 1)
      return .nothing
    }
    if matched > 0 {
      // No second end can have begun within: only the first byte of it is an escape.
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

  /// Ends a sequence at its final byte; if a terminal sends such a sequence, nobody has typed it.
  private mutating func press(_ key: TerminalKey, _ lead: Lead, isSpelled: Bool) -> Step {
    switch lead {
    case .escape: return press(key)
    case .doubleEscape: return press(key.withAlt)
    case .late where isSpelled: return leave(.nothing)
    case .late: return breakOff(.late, without: .ground)
    }
  }

  mutating func leave(_ action: Action) -> Step {
    state = .ground
    return Step(action: action)
  }

  /// Ends a sequence at a byte that does not belong to it.
  mutating func breakOff(to next: State = .ground) -> Step {
    state = next
    return Step(action: .press(.unknown), isDone: false)
  }

  /// Ends a sequence at a byte that does not belong to it; after two escapes it goes on after the second one.
  private mutating func breakOff(_ lead: Lead, without single: State) -> Step {
    switch lead {
    case .escape: return breakOff()
    case .doubleEscape: return pressEscape(before: single)
    case .late:
      state = .ground
      return Step(action: .release, isDone: false)
    }
  }

  /// Whether two bytes are one line end: CR LF, or LF CR where the terminal's modes exchange them.
  static func isLineEnd(_ first: UInt8, _ second: UInt8) -> Bool {
    (first, second) == (0x0D, 0x0A) || (first, second) == (0x0A, 0x0D)
  }

  /// The state after the first bytes of ``pasteEnd``, if their rest is late.
  static func state(afterEndBytes count: Int) -> State {
    switch count {
    case 0: return .ground
    case 1: return .lateEscape
    default:
      var sequence = ControlSequence()
      for byte in pasteEnd[2..<count] { sequence.append(byte) }
      return .sequence(sequence, .late)
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
