import TestSupport

@testable import FormworkFrontEnd

/// The table of the keys' machine for selected bytes, in literals.
extension KeyMachine {
  /// Events with the same outcome.
  struct Events {
    let events: [Event]

    static let paused = Events(events: [.paused])
    static let discarded = Events(events: [.discarded])

    static func bytes(_ bytes: UInt8...) -> Events { Events(events: bytes.map { .byte($0) }) }
  }

  typealias Row = KeyValuePairs<Events, Cell<State, Event, Step>.Outcome>

  /// A state stays, without an action, at each event that its row does not name.
  static let cells = table.flatMap { from, row in
    let named = row.flatMap { events, outcome in events.events.map { ($0, outcome) } }
    let others = events.filter { event in !named.contains { $0.0 == event } }.map {
      ($0, Cell<State, Event, Step>.Outcome.stays)
    }
    return (named + others).flatMap { Cell.cells(of: [from: [$0: $1]], idle: Step.nothing) }
  }

  static let table: KeyValuePairs<State, Row> = [
    .ground: groundRow,
    .lineEnd(0x0D): returnRow,
    .lineEnd(0x0A): newlineRow,
    .character(.accented, isMeta: false): characterRow,
    .escape: escapeRow,
    .doubleEscape: doubleEscapeRow,
    .lateEscape: lateEscapeRow,
    .singleShift(.empty, .escape): singleShiftRow,
    .singleShift(.empty, .doubleEscape): singleShiftAltRow,
    .singleShift(.empty, .late): singleShiftLateRow,
    .singleShift(.three, .escape): singleShiftNumberRow,
    .singleShift(.three, .doubleEscape): singleShiftNumberAltRow,
    .singleShift(.three, .late): singleShiftNumberLateRow,
    .control(.empty, .escape): sequenceRow,
    .control(.empty, .doubleEscape): sequenceAltRow,
    .control(.empty, .late): sequenceLateRow,
    .control(.three, .escape): numberRow,
    .control(.three, .doubleEscape): numberAltRow,
    .control(.three, .late): numberLateRow,
    .control(.pasteBegin, .escape): pasteBeginRow,
    .control(.pasteBegin, .doubleEscape): pasteBeginAltRow,
    .control(.pasteBegin, .late): pasteBeginLateRow,
    .control(.pasteEnd, .escape): latePasteEndRow,
    .consoleFunction(.escape): consoleFunctionRow,
    .consoleFunction(.doubleEscape): consoleFunctionAltRow,
    .consoleFunction(.late): consoleFunctionLateRow,
    .mouse(.empty, .escape): mouseRow,
    .mouse(.empty, .late): mouseLateRow,
    .mouse(.twoNumbers, .escape): mouseEndRow,
    .mouse(.twoNumbers, .late): mouseEndLateRow,
    .mouse(.twoNumbersAndLead, .escape): mouseLeadRow,
    .string: stringRow,
    .stringEscape: stringEscapeRow,
    .paste(matched: 0): pasteRow,
    .pasteLineEnd(0x0D): pasteReturnRow,
    .pasteLineEnd(0x0A): pasteNewlineRow,
    .paste(matched: 1): pasteEscapeRow,
    .paste(matched: 5): pasteEndRow,
  ]

  // `a`, a digit, `[`, `~`, a backslash, `M`, Escape, both kinds of Enter, a byte inside a character,
  // a pause, and the end of the bytes that count.
  static let events: [Event] = [
    .byte(0x61),
    .byte(0x33),
    .byte(0x5B),
    .byte(0x7E),
    .byte(0x5C),
    .byte(0x4D),
    .byte(0x1B),
    .byte(0x0D),
    .byte(0x0A),
    .byte(0xA9),
    .paused,
    .discarded,
  ]

  /// Between two keys.
  static let groundRow: Row = [
    .bytes(0x61): .to(.ground, .done(.type("a"))),
    .bytes(0x33): .to(.ground, .done(.type("3"))),
    .bytes(0x5B): .to(.ground, .done(.type("["))),
    .bytes(0x7E): .to(.ground, .done(.type("~"))),
    .bytes(0x5C): .to(.ground, .done(.type("\\"))),
    .bytes(0x4D): .to(.ground, .done(.type("M"))),
    .bytes(0x1B): .to(.escape, .nothing),
    .bytes(0x0D): .to(.lineEnd(0x0D), .done(.press(.enter))),
    .bytes(0x0A): .to(.lineEnd(0x0A), .done(.press(.enter))),
    .bytes(0xA9): .to(.ground, .done(.reportMalformed)),
  ]

  /// After Enter that came as a carriage return.
  static let returnRow: Row = [
    .bytes(0x61): .to(.ground, .done(.type("a"))),
    .bytes(0x33): .to(.ground, .done(.type("3"))),
    .bytes(0x5B): .to(.ground, .done(.type("["))),
    .bytes(0x7E): .to(.ground, .done(.type("~"))),
    .bytes(0x5C): .to(.ground, .done(.type("\\"))),
    .bytes(0x4D): .to(.ground, .done(.type("M"))),
    .bytes(0x1B): .to(.escape, .nothing),
    .bytes(0x0D): .to(.lineEnd(0x0D), .done(.press(.enter))),
    .bytes(0x0A): .to(.ground, .nothing),
    .bytes(0xA9): .to(.ground, .done(.reportMalformed)),
    .paused: .to(.ground, .nothing),
  ]

  /// After Enter that came as a newline.
  static let newlineRow: Row = [
    .bytes(0x61): .to(.ground, .done(.type("a"))),
    .bytes(0x33): .to(.ground, .done(.type("3"))),
    .bytes(0x5B): .to(.ground, .done(.type("["))),
    .bytes(0x7E): .to(.ground, .done(.type("~"))),
    .bytes(0x5C): .to(.ground, .done(.type("\\"))),
    .bytes(0x4D): .to(.ground, .done(.type("M"))),
    .bytes(0x1B): .to(.escape, .nothing),
    .bytes(0x0D): .to(.ground, .nothing),
    .bytes(0x0A): .to(.lineEnd(0x0A), .done(.press(.enter))),
    .bytes(0xA9): .to(.ground, .done(.reportMalformed)),
    .paused: .to(.ground, .nothing),
  ]

  /// Within an é.
  static let characterRow: Row = [
    .bytes(0x61, 0x33, 0x5B, 0x7E, 0x5C, 0x4D, 0x1B, 0x0D, 0x0A): .to(
      .ground, .notDone(.reportMalformed)),
    .bytes(0xA9): .to(.ground, .done(.type("\u{E9}"))),
    .paused: .to(.ground, .done(.reportMalformed)),
    .discarded: .to(.ground, .nothing),
  ]

  /// After an escape.
  static let escapeRow: Row = [
    .bytes(0x61): .to(.ground, .done(.press(.meta("a")))),
    .bytes(0x33): .to(.ground, .done(.press(.meta("3")))),
    .bytes(0x5B): .to(.control(.empty, .escape), .nothing),
    .bytes(0x7E): .to(.ground, .done(.press(.meta("~")))),
    .bytes(0x5C): .to(.ground, .done(.press(.meta("\\")))),
    .bytes(0x4D): .to(.ground, .done(.press(.meta("M")))),
    .bytes(0x1B): .to(.doubleEscape, .nothing),
    .bytes(0x0D): .to(.lineEnd(0x0D), .done(.press(.meta("\n")))),
    .bytes(0x0A): .to(.lineEnd(0x0A), .done(.press(.meta("\n")))),
    .bytes(0xA9): .to(.ground, .done(.reportMalformed)),
    .paused: .to(.lateEscape, .done(.press(.escape))),
    .discarded: .to(.lateEscape, .nothing),
  ]

  /// After two escapes.
  static let doubleEscapeRow: Row = [
    .bytes(0x61, 0x33, 0x7E, 0x5C, 0x4D, 0x0D, 0x0A, 0xA9): .to(.escape, .notDone(.press(.escape))),
    .bytes(0x5B): .to(.control(.empty, .doubleEscape), .nothing),
    .bytes(0x1B): .to(.doubleEscape, .done(.press(.escape))),
    .paused: .to(.escape, .notDone(.press(.escape))),
    .discarded: .to(.lateEscape, .nothing),
  ]

  /// After an escape that was reported as a key.
  static let lateEscapeRow: Row = [
    .bytes(0x61): .to(.ground, .done(.type("a"))),
    .bytes(0x33): .to(.ground, .done(.type("3"))),
    .bytes(0x5B): .to(.control(.empty, .late), .nothing),
    .bytes(0x7E): .to(.ground, .done(.type("~"))),
    .bytes(0x5C): .to(.ground, .done(.type("\\"))),
    .bytes(0x4D): .to(.ground, .done(.type("M"))),
    .bytes(0x1B): .to(.escape, .nothing),
    .bytes(0x0D): .to(.lineEnd(0x0D), .done(.press(.enter))),
    .bytes(0x0A): .to(.lineEnd(0x0A), .done(.press(.enter))),
    .bytes(0xA9): .to(.ground, .done(.reportMalformed)),
    .paused: .to(.ground, .nothing),
  ]

  /// After `ESC O`.
  static let singleShiftRow: Row = [
    .bytes(0x61, 0x5B, 0x7E, 0x5C): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.singleShift(.three, .escape), .nothing),
    .bytes(0x4D): .to(.ground, .done(.press(.enter))),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.singleShift(.empty, .late), .done(.press(.meta("O")))),
    .discarded: .to(.singleShift(.empty, .late), .nothing),
  ]

  /// After `ESC O 3`.
  static let singleShiftNumberRow: Row = [
    .bytes(0x61, 0x5B, 0x7E, 0x5C): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.singleShift(.thirtyThree, .escape), .nothing),
    .bytes(0x4D): .to(.ground, .done(.press(.enter))),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.singleShift(.three, .late), .done(.press(.unknown))),
    .discarded: .to(.singleShift(.three, .late), .nothing),
  ]

  /// After `ESC [`.
  static let sequenceRow: Row = [
    .bytes(0x61, 0x7E, 0x5C): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.control(.three, .escape), .nothing),
    .bytes(0x5B): .to(.consoleFunction(.escape), .nothing),
    .bytes(0x4D): .to(.mouse(.empty, .escape), .nothing),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.control(.empty, .late), .done(.press(.meta("[")))),
    .discarded: .to(.control(.empty, .late), .nothing),
  ]

  /// After `ESC [ 3`.
  static let numberRow: Row = [
    .bytes(0x61, 0x5B, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.control(.thirtyThree, .escape), .nothing),
    .bytes(0x7E): .to(.ground, .done(.press(.delete))),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.control(.three, .late), .done(.press(.unknown))),
    .discarded: .to(.control(.three, .late), .nothing),
  ]

  /// After `ESC [ 2 0 0`.
  static let pasteBeginRow: Row = [
    .bytes(0x61, 0x5B, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.control(.pasteBeginAndThree, .escape), .nothing),
    .bytes(0x7E): .to(.paste(matched: 0), .done(.beginPaste)),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.control(.pasteBegin, .late), .done(.press(.unknown))),
    .discarded: .to(.control(.pasteBegin, .late), .nothing),
  ]

  /// After `ESC [ 2 0 1`, outside a paste.
  static let latePasteEndRow: Row = [
    .bytes(0x61, 0x5B, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.control(.pasteEndAndThree, .escape), .nothing),
    .bytes(0x7E): .to(.ground, .nothing),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.control(.pasteEnd, .late), .done(.press(.unknown))),
    .discarded: .to(.control(.pasteEnd, .late), .nothing),
  ]

  /// After `ESC [ [`.
  static let consoleFunctionRow: Row = [
    .bytes(0x61, 0x33, 0x5B, 0x7E, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.consoleFunction(.late), .done(.press(.unknown))),
    .discarded: .to(.consoleFunction(.late), .nothing),
  ]

  /// After `ESC [ M`.
  static let mouseRow: Row = [
    .bytes(0x61): .to(.mouse(.numbers(0x61), .escape), .nothing),
    .bytes(0x33): .to(.mouse(.numbers(0x33), .escape), .nothing),
    .bytes(0x5B): .to(.mouse(.numbers(0x5B), .escape), .nothing),
    .bytes(0x7E): .to(.mouse(.numbers(0x7E), .escape), .nothing),
    .bytes(0x5C): .to(.mouse(.numbers(0x5C), .escape), .nothing),
    .bytes(0x4D): .to(.mouse(.numbers(0x4D), .escape), .nothing),
    .bytes(0x1B, 0x0D, 0x0A): .to(.ground, .notDone(.press(.unknown))),
    .bytes(0xA9): .to(.mouse(.numbers(0xA9), .escape), .nothing),
    .paused: .to(.mouse(.empty, .late), .done(.press(.unknown))),
    .discarded: .to(.mouse(.empty, .late), .nothing),
  ]

  /// Before the last number of a mouse report.
  static let mouseEndRow: Row = [
    .bytes(0x61): .to(.ground, .done(.press(.click(row: 64)))),
    .bytes(0x33): .to(.ground, .done(.press(.click(row: 18)))),
    .bytes(0x5B): .to(.ground, .done(.press(.click(row: 58)))),
    .bytes(0x7E): .to(.ground, .done(.press(.click(row: 93)))),
    .bytes(0x5C): .to(.ground, .done(.press(.click(row: 59)))),
    .bytes(0x4D): .to(.ground, .done(.press(.click(row: 44)))),
    .bytes(0x1B, 0x0D, 0x0A): .to(.ground, .notDone(.press(.unknown))),
    .bytes(0xA9): .to(.ground, .done(.press(.click(row: 136)))),
    .paused: .to(.mouse(.twoNumbers, .late), .done(.press(.unknown))),
    .discarded: .to(.mouse(.twoNumbers, .late), .nothing),
  ]

  /// Before a possible second byte of the last number.
  static let mouseLeadRow: Row = [
    .bytes(0x61, 0x33, 0x5B, 0x7E, 0x5C, 0x4D, 0x1B, 0x0D, 0x0A): .to(
      .ground, .notDone(.press(.click(row: 161)))),
    .bytes(0xA9): .to(.ground, .done(.press(.click(row: 136)))),
    .paused: .to(.ground, .done(.press(.click(row: 161)))),
    .discarded: .to(.mouse(.twoNumbersAndLead, .late), .nothing),
  ]

  /// Within a string.
  static let stringRow: Row = [
    .bytes(0x1B): .to(.stringEscape, .nothing),
    .bytes(0x0D, 0x0A): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.ground, .done(.press(.unknown))),
  ]

  /// Within a string, after an escape.
  static let stringEscapeRow: Row = [
    .bytes(0x61, 0x33, 0x5B, 0x7E, 0x4D, 0x1B, 0x0D, 0x0A, 0xA9): .to(
      .escape, .notDone(.press(.unknown))),
    .bytes(0x5C): .to(.ground, .done(.press(.unknown))),
    .paused: .to(.ground, .done(.press(.unknown))),
  ]

  /// Within a paste.
  static let pasteRow: Row = [
    .bytes(0x61): .to(.paste(matched: 0), .done(.collect(0x61))),
    .bytes(0x33): .to(.paste(matched: 0), .done(.collect(0x33))),
    .bytes(0x5B): .to(.paste(matched: 0), .done(.collect(0x5B))),
    .bytes(0x7E): .to(.paste(matched: 0), .done(.collect(0x7E))),
    .bytes(0x5C): .to(.paste(matched: 0), .done(.collect(0x5C))),
    .bytes(0x4D): .to(.paste(matched: 0), .done(.collect(0x4D))),
    .bytes(0x1B): .to(.paste(matched: 1), .nothing),
    .bytes(0x0D): .to(.pasteLineEnd(0x0D), .done(.collect(0x0A))),
    .bytes(0x0A): .to(.pasteLineEnd(0x0A), .done(.collect(0x0A))),
    .bytes(0xA9): .to(.paste(matched: 0), .done(.collect(0xA9))),
    .paused: .to(.ground, .done(.cutPaste)),
  ]

  /// Within a paste, after a carriage return.
  static let pasteReturnRow: Row = [
    .bytes(0x61): .to(.paste(matched: 0), .done(.collect(0x61))),
    .bytes(0x33): .to(.paste(matched: 0), .done(.collect(0x33))),
    .bytes(0x5B): .to(.paste(matched: 0), .done(.collect(0x5B))),
    .bytes(0x7E): .to(.paste(matched: 0), .done(.collect(0x7E))),
    .bytes(0x5C): .to(.paste(matched: 0), .done(.collect(0x5C))),
    .bytes(0x4D): .to(.paste(matched: 0), .done(.collect(0x4D))),
    .bytes(0x1B): .to(.paste(matched: 1), .nothing),
    .bytes(0x0D): .to(.pasteLineEnd(0x0D), .done(.collect(0x0A))),
    .bytes(0x0A): .to(.paste(matched: 0), .nothing),
    .bytes(0xA9): .to(.paste(matched: 0), .done(.collect(0xA9))),
    .paused: .to(.ground, .done(.cutPaste)),
  ]

  /// Within a paste, after a newline.
  static let pasteNewlineRow: Row = [
    .bytes(0x61): .to(.paste(matched: 0), .done(.collect(0x61))),
    .bytes(0x33): .to(.paste(matched: 0), .done(.collect(0x33))),
    .bytes(0x5B): .to(.paste(matched: 0), .done(.collect(0x5B))),
    .bytes(0x7E): .to(.paste(matched: 0), .done(.collect(0x7E))),
    .bytes(0x5C): .to(.paste(matched: 0), .done(.collect(0x5C))),
    .bytes(0x4D): .to(.paste(matched: 0), .done(.collect(0x4D))),
    .bytes(0x1B): .to(.paste(matched: 1), .nothing),
    .bytes(0x0D): .to(.paste(matched: 0), .nothing),
    .bytes(0x0A): .to(.pasteLineEnd(0x0A), .done(.collect(0x0A))),
    .bytes(0xA9): .to(.paste(matched: 0), .done(.collect(0xA9))),
    .paused: .to(.ground, .done(.cutPaste)),
  ]

  /// Within a paste, after an escape.
  static let pasteEscapeRow: Row = [
    .bytes(0x61, 0x33, 0x7E, 0x5C, 0x4D, 0x1B, 0x0D, 0x0A, 0xA9): .to(
      .paste(matched: 0), .notDone(.collectEnd(byteCount: 1))),
    .bytes(0x5B): .to(.paste(matched: 2), .nothing),
    .paused: .to(.lateEscape, .done(.cutPaste)),
  ]

  /// Within a paste, before the last byte of its end.
  static let pasteEndRow: Row = [
    .bytes(0x61, 0x33, 0x5B, 0x5C, 0x4D, 0x1B, 0x0D, 0x0A, 0xA9): .to(
      .paste(matched: 0), .notDone(.collectEnd(byteCount: 5))),
    .bytes(0x7E): .to(.ground, .done(.endPaste)),
    .paused: .to(.control(.pasteEnd, .late), .done(.cutPaste)),
  ]
}

extension KeyMachine.State {
  static func singleShift(_ part: ControlSequence, _ lead: KeyMachine.Lead) -> Self {
    .sequence(.singleShift(part), lead)
  }

  static func control(_ part: ControlSequence, _ lead: KeyMachine.Lead) -> Self {
    .sequence(.control(part), lead)
  }

  static func consoleFunction(_ lead: KeyMachine.Lead) -> Self { .sequence(.consoleFunction, lead) }

  static func mouse(_ report: OldMouseReport, _ lead: KeyMachine.Lead) -> Self {
    .sequence(.mouse(report), lead)
  }
}

extension KeyMachine.Step {
  static func done(_ action: KeyMachine.Action) -> Self { Self(action: action) }

  /// The byte has to be applied again.
  static func notDone(_ action: KeyMachine.Action) -> Self { Self(action: action, isDone: false) }
}

extension PartialScalar {
  static let accented = PartialScalar(lead: 0xC3) ?? { preconditionFailure("no first byte") }()
}

extension ControlSequence {
  static let empty = ControlSequence()
  static let three = ControlSequence(first: 3)
  static let thirtyThree = ControlSequence(first: 33)
  static let pasteBeginAndThree = ControlSequence(first: 2003)
  static let pasteEndAndThree = ControlSequence(first: 2013)
}

extension OldMouseReport {
  static let empty = numbers()
  static let twoNumbers = numbers(0x20, 0x21)
  static let twoNumbersAndLead = numbers(0x20, 0x21, 0xC2)

  static func numbers(_ bytes: UInt8...) -> Self {
    bytes.reduce(OldMouseReport()) { $0.appending($1) ?? $0 }
  }
}

extension TerminalKey {
  /// A click of the left button in the first column.
  static func click(row: Int) -> Self {
    .mouse(MouseReport(.press(button: 0), row: row, column: 0))
  }
}
