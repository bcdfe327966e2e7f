/// A control sequence (`ESC [`) as far as it has come.
///
/// However long it is, it takes no more memory than this.
///
/// - SeeAlso: ECMA-48, section 5.4; "XTerm Control Sequences", of Moy and others.
struct ControlSequence: Equatable {
  /// What a terminal puts before what is pasted, but for the final `~`.
  static let pasteBegin = ControlSequence(number: 200)

  /// The only parameter; 0 where there is none.
  private(set) var number = 0
  /// Whether it is more than a final byte after one parameter: modifiers, private sequences.
  private(set) var isElaborate = false

  /// Takes in a byte that stands before the final one.
  mutating func append(_ byte: UInt8) {
    guard case 0x30...0x39 = byte, number < 1000 else {
      isElaborate = true
      return
    }
    number = number * 10 + Int(byte - 0x30)
  }

  /// The key that the sequence stands for, with its final byte.
  func key(final: UInt8) -> TerminalKey {
    if isElaborate { return .unknown }
    if final == UInt8(ascii: "~") { return numberedKey }
    return number <= 1 ? Self.key(letter: final) : .unknown
  }

  /// The key of a letter after `ESC [` or `ESC O`.
  static func key(letter: UInt8) -> TerminalKey {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "Z"): .backTab
    default: .unknown
    }
  }

  private var numberedKey: TerminalKey {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    default: .unknown
    }
  }
}
