/// The received part of a control sequence (`ESC [`), in memory that does not grow.
///
/// - SeeAlso: ECMA-48, section 5.4; "XTerm Control Sequences", of Moy and others.
struct ControlSequence: Hashable {
  /// The sequence before a paste, without the final `~`.
  static let pasteBegin = ControlSequence(first: 200)
  /// The sequence after a paste, without the final `~`.
  static let pasteEnd = ControlSequence(first: 201)

  /// The first parameter; `nil` before its first digit.
  private(set) var first: Int?
  /// The second parameter; values from 1 to 16 stand for modifier keys.
  private(set) var modifiers: Int?
  /// Whether the sequence is a mouse report in SGR mode.
  private(set) var isMouse = false
  /// The third parameter, which only mouse reports have.
  private(set) var row: Int?
  /// Whether the sequence has more parts: a fourth parameter, or private characters.
  private(set) var isElaborate = false

  private var number: Int { first ?? 0 }

  /// Whether the sequence has only a number before its final byte.
  var isNumber: Bool { number > 0 && modifiers == nil && !isElaborate }

  mutating func append(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39 where (row ?? modifiers ?? number) < 1000:
      let digit = Int(byte - 0x30)
      if let row {
        self.row = row * 10 + digit
      } else if let modifiers {
        self.modifiers = modifiers * 10 + digit
      } else {
        first = number * 10 + digit
      }
    case UInt8(ascii: ";") where modifiers == nil:
      modifiers = 0
    case UInt8(ascii: ";") where row == nil:
      row = 0
    case UInt8(ascii: "<") where self == ControlSequence():
      isMouse = true
    default:
      isElaborate = true
    }
  }

  /// Whether the sequence is a mouse report or a mark of a paste, which do not combine with Alt.
  func isNoKey(final: UInt8) -> Bool {
    switch final {
    case UInt8(ascii: "M"): self == ControlSequence() || isMouse || row != nil
    case UInt8(ascii: "m"): isMouse
    case UInt8(ascii: "~"): self == .pasteBegin || self == .pasteEnd
    default: false
    }
  }

  /// Whether a terminal may send such a sequence, with or without a meaning here.
  ///
  /// Users hardly ever type a parameter and a final byte after `[`.
  func isSpelled(final: UInt8) -> Bool {
    guard self != ControlSequence() else { return false }
    return switch final {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"):
      true
    default: false
    }
  }

  /// Returns the key for the sequence after `ESC [`, with its final byte.
  ///
  /// rxvt ends sequences with Shift by `$`, and those with Control by `^` or `@`. It uses small letters for
  /// arrows with Shift.
  func key(final: UInt8) -> TerminalKey {
    if isElaborate { return .unknown }
    if isMouse || row != nil { return mouseKey(final) }
    switch final {
    case UInt8(ascii: "~"): return Self.modified(numberedKey, by: modifiers ?? 1)
    case UInt8(ascii: "$"): return Self.modified(numberedKey, by: 2)
    case UInt8(ascii: "^"), UInt8(ascii: "@"): return Self.modified(numberedKey, by: 5)
    case UInt8(ascii: "c") where self == ControlSequence(): return .right
    case UInt8(ascii: "d") where self == ControlSequence(): return .left
    default: return letterKey(final)
    }
  }

  /// Returns the key for the sequence after `ESC O`, with its final byte.
  ///
  /// Small letters are arrows with Control in rxvt.
  func singleShiftKey(final: UInt8) -> TerminalKey {
    switch final {
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "c"): .wordRight
    case UInt8(ascii: "d"): .wordLeft
    default: isElaborate || row != nil ? .unknown : letterKey(final)
    }
  }

  /// Returns the report in SGR mode, or in the mode of rxvt (1015), which has the numbers of old reports.
  private func mouseKey(_ final: UInt8) -> TerminalKey {
    let isRelease = isMouse && final == UInt8(ascii: "m")
    let code = isMouse ? number : number - 32
    guard isRelease || final == UInt8(ascii: "M"), let column = modifiers, let row, code >= 0,
      column > 0, row > 0
    else { return .unknown }
    return .mouse(MouseReport(code: code, isRelease: isRelease, row: row - 1, column: column - 1))
  }

  /// Returns the key of a letter; xterm sends the modifiers as the second parameter, or alone.
  private func letterKey(_ letter: UInt8) -> TerminalKey {
    if modifiers != nil && number > 1 { return .unknown }
    let key: TerminalKey =
      switch letter {
      case UInt8(ascii: "A"): .up
      case UInt8(ascii: "B"): .down
      case UInt8(ascii: "C"): .right
      case UInt8(ascii: "D"): .left
      case UInt8(ascii: "F"): .end
      case UInt8(ascii: "H"): .home
      case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter - UInt8(ascii: "P")) + 1)
      case UInt8(ascii: "Z"): .backTab
      default: .unknown
      }
    return Self.modified(key, by: modifiers ?? max(number, 1))
  }

  private var numberedKey: TerminalKey {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: .unknown
    }
  }

  /// Returns a key with modifiers, given as 1 plus 1 for Shift, 2 for Alt, 4 for Control and 8 for Meta.
  static func modified(_ key: TerminalKey, by modifiers: Int) -> TerminalKey {
    guard 1...16 ~= modifiers else { return .unknown }
    let isShiftAtMost = modifiers <= 2
    switch key {
    case .left: return isShiftAtMost ? .left : .wordLeft
    case .right: return isShiftAtMost ? .right : .wordRight
    case .home, .end, .wordLeft, .wordRight: return key
    case .delete, .backTab: return isShiftAtMost ? key : .unknown
    default: return modifiers == 1 ? key : .unknown
    }
  }
}
