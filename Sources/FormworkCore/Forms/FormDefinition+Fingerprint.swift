extension FormDefinition {
  /// A number that differs where what can be kept in a draft differs: by the names and the kinds of
  /// the fields, and by the options.
  ///
  /// The same in each run and on each machine. Labels and rules are not in it: what was entered is
  /// judged anew wherever it is used.
  public var fingerprint: UInt64 {
    var hash = StableHash()
    hash.combine(name)
    for field in fields where !field.isLeftOutOfDrafts {
      hash.combine(field.id.rawValue)
      hash.combine(field.kind.name)
      hash.combine(field.kind.options.count)
      for option in field.kind.options { hash.combine(option.value) }
    }
    return hash.value
  }
}

/// The hash FNV-1a in 64 bits.
///
/// Source: Fowler, Noll, Vo, Eastlake: The FNV Non-Cryptographic Hash Algorithm.
private struct StableHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Takes in a text, its length first: no two rows of texts look alike.
  mutating func combine(_ text: String) {
    combine(text.utf8.count)
    for byte in text.utf8 { combine(byte) }
  }

  mutating func combine(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      combine(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}

extension FieldKind {
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .textArea: "textArea"
    case .secret: "secret"
    case .wholeNumber: "wholeNumber"
    case .decimal: "decimal"
    case .dateTime(let format): format.rawValue
    case .webAddress: "webAddress"
    case .toggle: "toggle"
    case .choice: "choice"
    case .choices: "choices"
    }
  }
}
