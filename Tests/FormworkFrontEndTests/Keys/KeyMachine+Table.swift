import TestSupport

@testable import FormworkFrontEnd

/// The table of the keys' machine, for some bytes; the rows are literals.
extension KeyMachine {
  typealias Row = Cell<State, Event, Step>.Row

  static let cells = Cell.cells(of: table, idle: .nothing)

  static let table: KeyValuePairs<State, Row> = [
    .ground: groundRow,
    .character(.accented, isMeta: false): characterRow,
    .escape: escapeRow,
    .lateEscape: lateEscapeRow,
    .singleShift(.empty): singleShiftRow,
    .sequence(.empty): sequenceRow,
    .sequence(.three): numberRow,
    .sequence(.pasteBegin): pasteBeginRow,
    .consoleFunction: consoleFunctionRow,
    .string: stringRow,
    .stringEscape: stringEscapeRow,
    .paste(matched: 0): pasteRow,
    .paste(matched: 1): pasteEscapeRow,
    .paste(matched: 5): pasteEndRow,
  ]

  /// An `a`, a digit, `[`, `~`, a backslash, Escape, Enter, a byte within a character, and a pause.
  static let events: [Event] = [
    .byte(0x61),
    .byte(0x33),
    .byte(0x5B),
    .byte(0x7E),
    .byte(0x5C),
    .byte(0x1B),
    .byte(0x0D),
    .byte(0xA9),
    .paused,
  ]

  /// Between two keys.
  static let groundRow: Row = [
    .byte(0x61): .to(.ground, .done(.type("a"))),
    .byte(0x33): .to(.ground, .done(.type("3"))),
    .byte(0x5B): .to(.ground, .done(.type("["))),
    .byte(0x7E): .to(.ground, .done(.type("~"))),
    .byte(0x5C): .to(.ground, .done(.type("\\"))),
    .byte(0x1B): .to(.escape, .nothing),
    .byte(0x0D): .to(.ground, .done(.press(.enter))),
    .byte(0xA9): .to(.ground, .done(.reportMalformed)),
    .paused: .stays,
  ]

  /// Within an é.
  static let characterRow: Row = [
    .byte(0x61): .to(.ground, .notDone(.reportMalformed)),
    .byte(0x33): .to(.ground, .notDone(.reportMalformed)),
    .byte(0x5B): .to(.ground, .notDone(.reportMalformed)),
    .byte(0x7E): .to(.ground, .notDone(.reportMalformed)),
    .byte(0x5C): .to(.ground, .notDone(.reportMalformed)),
    .byte(0x1B): .to(.ground, .notDone(.reportMalformed)),
    .byte(0x0D): .to(.ground, .notDone(.reportMalformed)),
    .byte(0xA9): .to(.ground, .done(.type("\u{E9}"))),
    .paused: .to(.ground, .done(.reportMalformed)),
  ]

  /// After an escape.
  static let escapeRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.meta("a")))),
    .byte(0x33): .to(.ground, .done(.press(.meta("3")))),
    .byte(0x5B): .to(.sequence(.empty), .nothing),
    .byte(0x7E): .to(.ground, .done(.press(.meta("~")))),
    .byte(0x5C): .to(.ground, .done(.press(.meta("\\")))),
    .byte(0x1B): .to(.escape, .done(.press(.escape))),
    .byte(0x0D): .to(.ground, .notDone(.press(.escape))),
    .byte(0xA9): .to(.ground, .done(.reportMalformed)),
    .paused: .to(.lateEscape, .done(.press(.escape))),
  ]

  /// After an escape that was taken for a key.
  static let lateEscapeRow: Row = [
    .byte(0x61): .to(.ground, .done(.type("a"))),
    .byte(0x33): .to(.ground, .done(.type("3"))),
    .byte(0x5B): .to(.sequence(.empty), .nothing),
    .byte(0x7E): .to(.ground, .done(.type("~"))),
    .byte(0x5C): .to(.ground, .done(.type("\\"))),
    .byte(0x1B): .to(.escape, .nothing),
    .byte(0x0D): .to(.ground, .done(.press(.enter))),
    .byte(0xA9): .to(.ground, .done(.reportMalformed)),
    .paused: .to(.ground, .nothing),
  ]

  /// After `ESC O`.
  static let singleShiftRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.singleShift(.three), .nothing),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.ground, .done(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.ground, .notDone(.press(.unknown))),
    .byte(0x0D): .to(.ground, .notDone(.press(.unknown))),
    .byte(0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.ground, .done(.press(.meta("O")))),
  ]

  /// After `ESC [`.
  static let sequenceRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.sequence(.three), .nothing),
    .byte(0x5B): .to(.consoleFunction, .nothing),
    .byte(0x7E): .to(.ground, .done(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.ground, .notDone(.press(.unknown))),
    .byte(0x0D): .to(.ground, .notDone(.press(.unknown))),
    .byte(0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.ground, .done(.press(.meta("[")))),
  ]

  /// After `ESC [ 3`.
  static let numberRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.sequence(.thirtyThree), .nothing),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.ground, .done(.press(.delete))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.ground, .notDone(.press(.unknown))),
    .byte(0x0D): .to(.ground, .notDone(.press(.unknown))),
    .byte(0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.ground, .done(.press(.unknown))),
  ]

  /// After `ESC [ 2 0 0`.
  static let pasteBeginRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.sequence(.pasteBeginAndThree), .nothing),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.paste(matched: 0), .done(.beginPaste)),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.ground, .notDone(.press(.unknown))),
    .byte(0x0D): .to(.ground, .notDone(.press(.unknown))),
    .byte(0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.ground, .done(.press(.unknown))),
  ]

  /// After `ESC [ [`.
  static let consoleFunctionRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.ground, .done(.press(.unknown))),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.ground, .done(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.ground, .notDone(.press(.unknown))),
    .byte(0x0D): .to(.ground, .notDone(.press(.unknown))),
    .byte(0xA9): .to(.ground, .notDone(.press(.unknown))),
    .paused: .to(.ground, .done(.press(.unknown))),
  ]

  /// Within a string.
  static let stringRow: Row = [
    .byte(0x61): .stays,
    .byte(0x33): .stays,
    .byte(0x5B): .stays,
    .byte(0x7E): .stays,
    .byte(0x5C): .stays,
    .byte(0x1B): .to(.stringEscape, .nothing),
    .byte(0x0D): .to(.ground, .notDone(.press(.unknown))),
    .byte(0xA9): .stays,
    .paused: .to(.ground, .done(.press(.unknown))),
  ]

  /// Within a string, after an escape.
  static let stringEscapeRow: Row = [
    .byte(0x61): .to(.escape, .notDone(.press(.unknown))),
    .byte(0x33): .to(.escape, .notDone(.press(.unknown))),
    .byte(0x5B): .to(.escape, .notDone(.press(.unknown))),
    .byte(0x7E): .to(.escape, .notDone(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.escape, .notDone(.press(.unknown))),
    .byte(0x0D): .to(.escape, .notDone(.press(.unknown))),
    .byte(0xA9): .to(.escape, .notDone(.press(.unknown))),
    .paused: .to(.ground, .done(.press(.unknown))),
  ]

  /// Within a paste.
  static let pasteRow: Row = [
    .byte(0x61): .to(.paste(matched: 0), .done(.collect(0x61))),
    .byte(0x33): .to(.paste(matched: 0), .done(.collect(0x33))),
    .byte(0x5B): .to(.paste(matched: 0), .done(.collect(0x5B))),
    .byte(0x7E): .to(.paste(matched: 0), .done(.collect(0x7E))),
    .byte(0x5C): .to(.paste(matched: 0), .done(.collect(0x5C))),
    .byte(0x1B): .to(.paste(matched: 1), .nothing),
    .byte(0x0D): .to(.paste(matched: 0), .done(.collect(0x0D))),
    .byte(0xA9): .to(.paste(matched: 0), .done(.collect(0xA9))),
    .paused: .stays,
  ]

  /// Within a paste, after an escape.
  static let pasteEscapeRow: Row = [
    .byte(0x61): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 1))),
    .byte(0x33): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 1))),
    .byte(0x5B): .to(.paste(matched: 2), .nothing),
    .byte(0x7E): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 1))),
    .byte(0x5C): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 1))),
    .byte(0x1B): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 1))),
    .byte(0x0D): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 1))),
    .byte(0xA9): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 1))),
    .paused: .stays,
  ]

  /// Within a paste, before the last byte of its end.
  static let pasteEndRow: Row = [
    .byte(0x61): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 5))),
    .byte(0x33): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 5))),
    .byte(0x5B): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 5))),
    .byte(0x7E): .to(.ground, .done(.endPaste)),
    .byte(0x5C): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 5))),
    .byte(0x1B): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 5))),
    .byte(0x0D): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 5))),
    .byte(0xA9): .to(.paste(matched: 0), .notDone(.collectEnd(byteCount: 5))),
    .paused: .stays,
  ]
}

extension KeyMachine.Step {
  static func done(_ action: KeyMachine.Action) -> Self { Self(action: action) }

  /// The byte has to be applied once more.
  static func notDone(_ action: KeyMachine.Action) -> Self { Self(action: action, isDone: false) }
}

extension PartialScalar {
  /// The first byte of an é.
  static let accented = PartialScalar(lead: 0xC3) ?? { preconditionFailure("no first byte") }()
}

extension ControlSequence {
  static let empty = ControlSequence()
  static let three = ControlSequence(first: 3)
  static let thirtyThree = ControlSequence(first: 33)
  static let pasteBeginAndThree = ControlSequence(first: 2003)
}
