import TestSupport

@testable import FormworkFrontEnd

/// The rows of the keys' machine for sequences with Alt, and for late sequences.
extension KeyMachine {
  /// After `ESC O`, with Alt.
  static let singleShiftAltRow: Row = [
    .bytes(0x61, 0x5B, 0x7E, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.singleShift(.three, .doubleEscape), .nothing),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.singleShift(.empty, .escape), .notDone(.press(.escape))),
    .paused: .to(.singleShift(.empty, .escape), .notDone(.press(.escape))),
    .discarded: .to(.singleShift(.empty, .late), .nothing),
  ]

  /// After `ESC O`, late.
  static let singleShiftLateRow: Row = [
    .bytes(0x61, 0x5B, 0x7E, 0x5C, 0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.release)),
    .bytes(0x33): .to(.singleShift(.three, .late), .nothing),
    .bytes(0x4D): .to(.ground, .nothing),
    .paused: .to(.ground, .done(.release)),
  ]

  /// After `ESC O 3`, with Alt.
  static let singleShiftNumberAltRow: Row = [
    .bytes(0x61, 0x5B, 0x7E, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.singleShift(.thirtyThree, .doubleEscape), .nothing),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.singleShift(.three, .escape), .notDone(.press(.escape))),
    .paused: .to(.singleShift(.three, .escape), .notDone(.press(.escape))),
    .discarded: .to(.singleShift(.three, .late), .nothing),
  ]

  /// After `ESC O 3`, late.
  static let singleShiftNumberLateRow: Row = [
    .bytes(0x61, 0x5B, 0x7E, 0x5C, 0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.release)),
    .bytes(0x33): .to(.singleShift(.thirtyThree, .late), .nothing),
    .bytes(0x4D): .to(.ground, .nothing),
    .paused: .to(.ground, .done(.release)),
  ]

  /// After `ESC [`, with Alt.
  static let sequenceAltRow: Row = [
    .bytes(0x61, 0x7E, 0x5C): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.control(.three, .doubleEscape), .nothing),
    .bytes(0x5B): .to(.consoleFunction(.doubleEscape), .nothing),
    .bytes(0x4D, 0x1B, 0x0D, 0x0A, 0xA9): .to(
      .control(.empty, .escape), .notDone(.press(.escape))),
    .paused: .to(.control(.empty, .escape), .notDone(.press(.escape))),
    .discarded: .to(.control(.empty, .late), .nothing),
  ]

  /// After `ESC [`, late.
  static let sequenceLateRow: Row = [
    .bytes(0x61, 0x7E, 0x5C, 0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.release)),
    .bytes(0x33): .to(.control(.three, .late), .nothing),
    .bytes(0x5B): .to(.consoleFunction(.late), .nothing),
    .bytes(0x4D): .to(.mouse(.empty, .late), .nothing),
    .paused: .to(.ground, .done(.release)),
  ]

  /// After `ESC [ 3`, with Alt.
  static let numberAltRow: Row = [
    .bytes(0x61, 0x5B, 0x7E, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.control(.thirtyThree, .doubleEscape), .nothing),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.control(.three, .escape), .notDone(.press(.escape))),
    .paused: .to(.control(.three, .escape), .notDone(.press(.escape))),
    .discarded: .to(.control(.three, .late), .nothing),
  ]

  /// After `ESC [ 3`, late.
  static let numberLateRow: Row = [
    .bytes(0x61, 0x7E, 0x4D): .to(.ground, .nothing),
    .bytes(0x33): .to(.control(.thirtyThree, .late), .nothing),
    .bytes(0x5B, 0x5C, 0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
  ]

  /// After `ESC [ 2 0 0`, with Alt.
  static let pasteBeginAltRow: Row = [
    .bytes(0x61, 0x5B, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x33): .to(.control(.pasteBeginAndThree, .doubleEscape), .nothing),
    .bytes(0x7E, 0x1B, 0x0D, 0x0A, 0xA9): .to(
      .control(.pasteBegin, .escape), .notDone(.press(.escape))),
    .paused: .to(.control(.pasteBegin, .escape), .notDone(.press(.escape))),
    .discarded: .to(.control(.pasteBegin, .late), .nothing),
  ]

  /// After `ESC [ 2 0 0`, late.
  static let pasteBeginLateRow: Row = [
    .bytes(0x61, 0x4D): .to(.ground, .nothing),
    .bytes(0x33): .to(.control(.pasteBeginAndThree, .late), .nothing),
    .bytes(0x5B, 0x5C, 0x1B, 0x0D, 0x0A, 0xA9): .to(.ground, .notDone(.release)),
    .bytes(0x7E): .to(.paste(matched: 0), .done(.beginLatePaste)),
    .paused: .to(.ground, .done(.release)),
  ]

  /// After `ESC [ [`, with Alt.
  static let consoleFunctionAltRow: Row = [
    .bytes(0x61, 0x33, 0x5B, 0x7E, 0x5C, 0x4D): .to(.ground, .done(.press(.unknown))),
    .bytes(0x1B, 0x0D, 0x0A, 0xA9): .to(.consoleFunction(.escape), .notDone(.press(.escape))),
    .paused: .to(.consoleFunction(.escape), .notDone(.press(.escape))),
    .discarded: .to(.consoleFunction(.late), .nothing),
  ]

  /// After `ESC [ [`, late.
  static let consoleFunctionLateRow: Row = [
    .bytes(0x61, 0x33, 0x5B, 0x7E, 0x5C, 0x4D, 0x1B, 0x0D, 0x0A, 0xA9): .to(
      .ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
  ]

  /// After `ESC [ M`, late.
  static let mouseLateRow: Row = [
    .bytes(0x61): .to(.mouse(.numbers(0x61), .late), .nothing),
    .bytes(0x33): .to(.mouse(.numbers(0x33), .late), .nothing),
    .bytes(0x5B): .to(.mouse(.numbers(0x5B), .late), .nothing),
    .bytes(0x7E): .to(.mouse(.numbers(0x7E), .late), .nothing),
    .bytes(0x5C): .to(.mouse(.numbers(0x5C), .late), .nothing),
    .bytes(0x4D): .to(.mouse(.numbers(0x4D), .late), .nothing),
    .bytes(0x1B, 0x0D, 0x0A): .to(.ground, .notDone(.release)),
    .bytes(0xA9): .to(.mouse(.numbers(0xA9), .late), .nothing),
    .paused: .to(.ground, .done(.release)),
  ]

  /// Before the last number of a mouse report, late.
  static let mouseEndLateRow: Row = [
    .bytes(0x61, 0x33, 0x5B, 0x7E, 0x5C, 0x4D, 0xA9): .to(.ground, .nothing),
    .bytes(0x1B, 0x0D, 0x0A): .to(.ground, .notDone(.release)),
    .paused: .to(.ground, .done(.release)),
  ]
}
