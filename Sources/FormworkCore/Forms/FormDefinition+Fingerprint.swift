extension FormDefinition {
  /// A number that differs where what can be kept in a draft differs: by the names and the kinds of
  /// the parts, and by the options.
  ///
  /// The same in each run and on each machine. Labels and rules are not in it: what was entered is
  /// judged anew wherever it is used.
  public var fingerprint: UInt64 {
    var hash = StableHash()
    hash.combine(name)
    hash.combine(items)
    return hash.value
  }
}

extension StableHash {
  /// Takes in what is entered into some items; a group of them is no part.
  fileprivate mutating func combine(_ items: [FormItem]) {
    for item in items {
      switch item {
      case .field(let field): if !field.isLeftOutOfDrafts { combine(field) }
      case .section(let section): combine(section)
      case .group(_, _, let items): combine(items)
      case .note: break
      }
    }
  }

  private mutating func combine(_ field: FieldSpecification) {
    combine(field.id.rawValue)
    combine(field.kind.name)
    combine(field.kind.options.count)
    for option in field.kind.options { combine(option.value) }
  }

  private mutating func combine(_ section: SectionSpecification) {
    combine(section.id.rawValue)
    combine(section.isOptional ? "optional" : "section")
    // The number behind tells where it ends.
    switch section.body {
    case .object(let items):
      combine("object")
      combine(items)
    case .list(let list):
      combine("list")
      combine(list.item)
    case .alternatives(let options):
      combine("alternatives")
      for option in options { combine(option) }
    case .deferred(let body): combine(body.name)
    }
    combine(-1)
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
    case .raw: "raw"
    case .toggle: "toggle"
    case .choice: "choice"
    case .choices: "choices"
    }
  }
}
