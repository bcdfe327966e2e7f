/// Makes keys of the bytes that a terminal sends, one byte at a time.
///
/// Each control character gets through, whatever sequence it breaks off: there is no state but a
/// paste out of which Enter and ^C do not lead. After an escape it is a key with Alt.
struct KeyMachine {
  enum State: Hashable {
    /// Between two keys.
    case ground
    /// After Enter, by its byte. If the other byte of CR and LF comes next, it belongs to the same Enter.
    case lineEnd(UInt8)
    /// Within a character. Leaves at its end, and on a byte that does not belong to it.
    case character(PartialScalar, isMeta: Bool)
    /// After an escape, which may be a key or begin a sequence.
    case escape
    /// After two escapes, which may be two keys, or Alt and the beginning of a sequence.
    case doubleEscape
    /// After an escape that counted as a key, since its rest did not come: on a slow link it may
    /// still. Leaves on the next byte.
    case lateEscape
    /// After `ESC O`: one letter follows, after digits perhaps.
    case singleShift(ControlSequence, Lead)
    /// After `ESC [`: leaves on the final byte.
    case sequence(ControlSequence, Lead)
    /// After `ESC [ [`, a function key of the Linux console: one letter follows.
    case consoleFunction(Lead)
    /// After `ESC [ M`: three numbers of a mouse report follow.
    case mouse(OldMouseReport, Lead)
    /// Within a string, such as the answer to a question that another program asked. Leaves on its
    /// terminator, and on each control character.
    case string
    /// Within a string, after an escape: its terminator, or another sequence.
    case stringEscape
    /// Within a paste, after this many bytes of what may be its end. Leaves on its end, and if nothing
    /// comes for long.
    case paste(matched: Int)
    /// Within a paste, after a line end, by its byte: the other one of CR and LF belongs to it.
    case pasteLineEnd(UInt8)
  }

  /// The escape before a sequence.
  enum Lead: Hashable {
    case escape
    /// Two escapes: Alt was held down.
    case doubleEscape
    /// An escape that counted as a key, or what was discarded: the sequence is no key any more. What comes
    /// of it is typed text if it does not spell a key.
    case late
  }

  enum Event: Hashable {
    case byte(UInt8)
    /// Nothing more came for a while.
    case paused
    /// What was typed so far is for nobody.
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
    /// These many bytes of ``KeyMachine/pasteEnd`` were no end, but content.
    case collectEnd(byteCount: Int)
    case endPaste
    /// End a paste whose end did not come.
    case cutPaste
  }

  struct Step: Hashable {
    var action = Action.nothing
    /// Whether the event is done with; else it has to be applied once more.
    var isDone = true

    static var nothing: Step { Step() }
  }

  /// What ends a paste: `ESC [ 201 ~`.
  static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// Set by ``apply(_:)`` and its parts alone.
  var state = State.ground

  mutating func apply(_ event: Event) -> Step {
    switch (state, event) {
    case (.ground, .byte(let byte)):
      return begin(byte, isMeta: false)
    case (.lineEnd(let first), .byte(let byte)):
      state = .ground
      return Self.isLineEnd(first, byte) ? .nothing : begin(byte, isMeta: false)
    case (.character(let partial, let isMeta), .byte(let byte)):
      return goOn(partial.appending(byte), isMeta: isMeta)
    case (.escape, .byte(let byte)):
      return goOnAfterEscape(byte)
    case (.doubleEscape, .byte(let byte)):
      return goOnAfterDoubleEscape(byte)
    case (.lateEscape, .byte(let byte)):
      state = .ground
      return beginSequence(byte, .late) ? .nothing : begin(byte, isMeta: false)
    case (.singleShift(let sequence, let lead), .byte(let byte)):
      return goOnAfterSingleShift(sequence, byte, lead)
    case (.sequence(let sequence, let lead), .byte(let byte)):
      return goOn(sequence, byte, lead)
    case (.consoleFunction(let lead), .byte(let byte)):
      return goOnInConsoleFunction(byte, lead)
    case (.mouse(let report, let lead), .byte(let byte)):
      return goOn(report, byte, lead)
    case (.string, .byte(let byte)):
      return goOnInString(byte)
    case (.stringEscape, .byte(let byte)):
      return byte == UInt8(ascii: "\\") ? press(.unknown) : breakOff(to: .escape)
    case (.paste(let matched), .byte(let byte)):
      return goOnInPaste(byte, matched: matched)
    case (.pasteLineEnd(let first), .byte(let byte)):
      state = .paste(matched: 0)
      return Self.isLineEnd(first, byte) ? .nothing : goOnInPaste(byte, matched: 0)

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
    case (.singleShift(_, .late), .paused), (.sequence(_, .late), .paused),
      (.consoleFunction(.late), .paused), (.mouse(_, .late), .paused):
      return leave(.release)
    case (.singleShift(let sequence, .doubleEscape), .paused):
      return pressEscape(before: .singleShift(sequence, .escape))
    case (.sequence(let sequence, .doubleEscape), .paused):
      return pressEscape(before: .sequence(sequence, .escape))
    case (.consoleFunction(.doubleEscape), .paused):
      return pressEscape(before: .consoleFunction(.escape))
    case (.mouse(let report, .doubleEscape), .paused):
      return pressEscape(before: .mouse(report, .escape))
    case (.singleShift(let sequence, .escape), .paused):
      state = .singleShift(sequence, .late)
      return Step(action: .press(sequence == ControlSequence() ? .meta("O") : .unknown))
    case (.sequence(let sequence, .escape), .paused):
      state = .sequence(sequence, .late)
      return Step(action: .press(sequence == ControlSequence() ? .meta("[") : .unknown))
    case (.consoleFunction(.escape), .paused):
      state = .consoleFunction(.late)
      return Step(action: .press(.unknown))
    case (.mouse(let report, .escape), .paused):
      if let key = report.settled.key { return press(key) }
      state = .mouse(report, .late)
      return Step(action: .press(.unknown))
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
    case (.singleShift(let sequence, _), .discarded):
      state = .singleShift(sequence, .late)
      return .nothing
    case (.sequence(let sequence, _), .discarded):
      state = .sequence(sequence, .late)
      return .nothing
    case (.consoleFunction, .discarded):
      state = .consoleFunction(.late)
      return .nothing
    case (.mouse(let report, _), .discarded):
      state = .mouse(report, .late)
      return .nothing
    }
  }
}

extension KeyMachine.State {
  /// Whether the bytes so far may be typed text: they follow a late lead.
  var isLate: Bool {
    switch self {
    case .singleShift(_, .late), .sequence(_, .late), .consoleFunction(.late), .mouse(_, .late):
      true
    case .ground, .lineEnd, .character, .escape, .doubleEscape, .lateEscape, .singleShift,
      .sequence, .consoleFunction, .mouse, .string, .stringEscape, .paste, .pasteLineEnd:
      false
    }
  }
}
