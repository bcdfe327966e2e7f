import TestSupport

@testable import FormworkFrontEnd

/// The rows of the keys' machine for sequences with Alt, and for late sequences.
extension KeyMachine {
  /// After `ESC O`, with Alt.
  static let singleShiftAltRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.singleShift(.three, .doubleEscape), .nothing),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.ground, .done(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x4D): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.singleShift(.empty, .escape), .notDone(.press(.escape))),
    .byte(0x0D): .to(.singleShift(.empty, .escape), .notDone(.press(.escape))),
    .byte(0x0A): .to(.singleShift(.empty, .escape), .notDone(.press(.escape))),
    .byte(0xA9): .to(.singleShift(.empty, .escape), .notDone(.press(.escape))),
    .paused: .to(.singleShift(.empty, .escape), .notDone(.press(.escape))),
    .discarded: .to(.singleShift(.empty, .late), .nothing),
  ]

  /// After `ESC O`, late.
  static let singleShiftLateRow: Row = [
    .byte(0x61): .to(.ground, .notDone(.release)),
    .byte(0x33): .to(.singleShift(.three, .late), .nothing),
    .byte(0x5B): .to(.ground, .notDone(.release)),
    .byte(0x7E): .to(.ground, .notDone(.release)),
    .byte(0x5C): .to(.ground, .notDone(.release)),
    .byte(0x4D): .to(.ground, .nothing),
    .byte(0x1B): .to(.ground, .notDone(.release)),
    .byte(0x0D): .to(.ground, .notDone(.release)),
    .byte(0x0A): .to(.ground, .notDone(.release)),
    .byte(0xA9): .to(.ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
    .discarded: .stays,
  ]

  /// After `ESC O 3`, with Alt.
  static let singleShiftNumberAltRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.singleShift(.thirtyThree, .doubleEscape), .nothing),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.ground, .done(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x4D): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.singleShift(.three, .escape), .notDone(.press(.escape))),
    .byte(0x0D): .to(.singleShift(.three, .escape), .notDone(.press(.escape))),
    .byte(0x0A): .to(.singleShift(.three, .escape), .notDone(.press(.escape))),
    .byte(0xA9): .to(.singleShift(.three, .escape), .notDone(.press(.escape))),
    .paused: .to(.singleShift(.three, .escape), .notDone(.press(.escape))),
    .discarded: .to(.singleShift(.three, .late), .nothing),
  ]

  /// After `ESC O 3`, late.
  static let singleShiftNumberLateRow: Row = [
    .byte(0x61): .to(.ground, .notDone(.release)),
    .byte(0x33): .to(.singleShift(.thirtyThree, .late), .nothing),
    .byte(0x5B): .to(.ground, .notDone(.release)),
    .byte(0x7E): .to(.ground, .notDone(.release)),
    .byte(0x5C): .to(.ground, .notDone(.release)),
    .byte(0x4D): .to(.ground, .nothing),
    .byte(0x1B): .to(.ground, .notDone(.release)),
    .byte(0x0D): .to(.ground, .notDone(.release)),
    .byte(0x0A): .to(.ground, .notDone(.release)),
    .byte(0xA9): .to(.ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
    .discarded: .stays,
  ]

  /// After `ESC [`, with Alt.
  static let sequenceAltRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.sequence(.three, .doubleEscape), .nothing),
    .byte(0x5B): .to(.consoleFunction(.doubleEscape), .nothing),
    .byte(0x7E): .to(.ground, .done(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x4D): .to(.sequence(.empty, .escape), .notDone(.press(.escape))),
    .byte(0x1B): .to(.sequence(.empty, .escape), .notDone(.press(.escape))),
    .byte(0x0D): .to(.sequence(.empty, .escape), .notDone(.press(.escape))),
    .byte(0x0A): .to(.sequence(.empty, .escape), .notDone(.press(.escape))),
    .byte(0xA9): .to(.sequence(.empty, .escape), .notDone(.press(.escape))),
    .paused: .to(.sequence(.empty, .escape), .notDone(.press(.escape))),
    .discarded: .to(.sequence(.empty, .late), .nothing),
  ]

  /// After `ESC [`, late.
  static let sequenceLateRow: Row = [
    .byte(0x61): .to(.ground, .notDone(.release)),
    .byte(0x33): .to(.sequence(.three, .late), .nothing),
    .byte(0x5B): .to(.consoleFunction(.late), .nothing),
    .byte(0x7E): .to(.ground, .notDone(.release)),
    .byte(0x5C): .to(.ground, .notDone(.release)),
    .byte(0x4D): .to(.mouse(.empty, .late), .nothing),
    .byte(0x1B): .to(.ground, .notDone(.release)),
    .byte(0x0D): .to(.ground, .notDone(.release)),
    .byte(0x0A): .to(.ground, .notDone(.release)),
    .byte(0xA9): .to(.ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
    .discarded: .stays,
  ]

  /// After `ESC [ 3`, with Alt.
  static let numberAltRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.sequence(.thirtyThree, .doubleEscape), .nothing),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.ground, .done(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x4D): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.sequence(.three, .escape), .notDone(.press(.escape))),
    .byte(0x0D): .to(.sequence(.three, .escape), .notDone(.press(.escape))),
    .byte(0x0A): .to(.sequence(.three, .escape), .notDone(.press(.escape))),
    .byte(0xA9): .to(.sequence(.three, .escape), .notDone(.press(.escape))),
    .paused: .to(.sequence(.three, .escape), .notDone(.press(.escape))),
    .discarded: .to(.sequence(.three, .late), .nothing),
  ]

  /// After `ESC [ 3`, late.
  static let numberLateRow: Row = [
    .byte(0x61): .to(.ground, .nothing),
    .byte(0x33): .to(.sequence(.thirtyThree, .late), .nothing),
    .byte(0x5B): .to(.ground, .notDone(.release)),
    .byte(0x7E): .to(.ground, .nothing),
    .byte(0x5C): .to(.ground, .notDone(.release)),
    .byte(0x4D): .to(.ground, .nothing),
    .byte(0x1B): .to(.ground, .notDone(.release)),
    .byte(0x0D): .to(.ground, .notDone(.release)),
    .byte(0x0A): .to(.ground, .notDone(.release)),
    .byte(0xA9): .to(.ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
    .discarded: .stays,
  ]

  /// After `ESC [ 2 0 0`, with Alt.
  static let pasteBeginAltRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.sequence(.pasteBeginAndThree, .doubleEscape), .nothing),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.sequence(.pasteBegin, .escape), .notDone(.press(.escape))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x4D): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.sequence(.pasteBegin, .escape), .notDone(.press(.escape))),
    .byte(0x0D): .to(.sequence(.pasteBegin, .escape), .notDone(.press(.escape))),
    .byte(0x0A): .to(.sequence(.pasteBegin, .escape), .notDone(.press(.escape))),
    .byte(0xA9): .to(.sequence(.pasteBegin, .escape), .notDone(.press(.escape))),
    .paused: .to(.sequence(.pasteBegin, .escape), .notDone(.press(.escape))),
    .discarded: .to(.sequence(.pasteBegin, .late), .nothing),
  ]

  /// After `ESC [ 2 0 0`, late.
  static let pasteBeginLateRow: Row = [
    .byte(0x61): .to(.ground, .nothing),
    .byte(0x33): .to(.sequence(.pasteBeginAndThree, .late), .nothing),
    .byte(0x5B): .to(.ground, .notDone(.release)),
    .byte(0x7E): .to(.paste(matched: 0), .done(.beginLatePaste)),
    .byte(0x5C): .to(.ground, .notDone(.release)),
    .byte(0x4D): .to(.ground, .nothing),
    .byte(0x1B): .to(.ground, .notDone(.release)),
    .byte(0x0D): .to(.ground, .notDone(.release)),
    .byte(0x0A): .to(.ground, .notDone(.release)),
    .byte(0xA9): .to(.ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
    .discarded: .stays,
  ]

  /// After `ESC [ [`, with Alt.
  static let consoleFunctionAltRow: Row = [
    .byte(0x61): .to(.ground, .done(.press(.unknown))),
    .byte(0x33): .to(.ground, .done(.press(.unknown))),
    .byte(0x5B): .to(.ground, .done(.press(.unknown))),
    .byte(0x7E): .to(.ground, .done(.press(.unknown))),
    .byte(0x5C): .to(.ground, .done(.press(.unknown))),
    .byte(0x4D): .to(.ground, .done(.press(.unknown))),
    .byte(0x1B): .to(.consoleFunction(.escape), .notDone(.press(.escape))),
    .byte(0x0D): .to(.consoleFunction(.escape), .notDone(.press(.escape))),
    .byte(0x0A): .to(.consoleFunction(.escape), .notDone(.press(.escape))),
    .byte(0xA9): .to(.consoleFunction(.escape), .notDone(.press(.escape))),
    .paused: .to(.consoleFunction(.escape), .notDone(.press(.escape))),
    .discarded: .to(.consoleFunction(.late), .nothing),
  ]

  /// After `ESC [ [`, late.
  static let consoleFunctionLateRow: Row = [
    .byte(0x61): .to(.ground, .notDone(.release)),
    .byte(0x33): .to(.ground, .notDone(.release)),
    .byte(0x5B): .to(.ground, .notDone(.release)),
    .byte(0x7E): .to(.ground, .notDone(.release)),
    .byte(0x5C): .to(.ground, .notDone(.release)),
    .byte(0x4D): .to(.ground, .notDone(.release)),
    .byte(0x1B): .to(.ground, .notDone(.release)),
    .byte(0x0D): .to(.ground, .notDone(.release)),
    .byte(0x0A): .to(.ground, .notDone(.release)),
    .byte(0xA9): .to(.ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
    .discarded: .stays,
  ]

  /// After `ESC [ M`, late.
  static let mouseLateRow: Row = [
    .byte(0x61): .to(.mouse(.numbers(0x61), .late), .nothing),
    .byte(0x33): .to(.mouse(.numbers(0x33), .late), .nothing),
    .byte(0x5B): .to(.mouse(.numbers(0x5B), .late), .nothing),
    .byte(0x7E): .to(.mouse(.numbers(0x7E), .late), .nothing),
    .byte(0x5C): .to(.mouse(.numbers(0x5C), .late), .nothing),
    .byte(0x4D): .to(.mouse(.numbers(0x4D), .late), .nothing),
    .byte(0x1B): .to(.ground, .notDone(.release)),
    .byte(0x0D): .to(.ground, .notDone(.release)),
    .byte(0x0A): .to(.ground, .notDone(.release)),
    .byte(0xA9): .to(.mouse(.numbers(0xA9), .late), .nothing),
    .paused: .to(.ground, .done(.release)),
    .discarded: .stays,
  ]

  /// Before the last number of a mouse report, late.
  static let mouseEndLateRow: Row = [
    .byte(0x61): .to(.ground, .nothing),
    .byte(0x33): .to(.ground, .nothing),
    .byte(0x5B): .to(.ground, .nothing),
    .byte(0x7E): .to(.ground, .nothing),
    .byte(0x5C): .to(.ground, .nothing),
    .byte(0x4D): .to(.ground, .nothing),
    .byte(0x1B): .to(.ground, .notDone(.release)),
    .byte(0x0D): .to(.ground, .notDone(.release)),
    .byte(0x0A): .to(.ground, .notDone(.release)),
    .byte(0xA9): .to(.ground, .nothing),
    .paused: .to(.ground, .done(.release)),
    .discarded: .stays,
  ]
}
