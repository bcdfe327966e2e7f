/// The bindings of libedit, as `bind` lists them.
struct BoundKeys {
  enum Match: Equatable {
    /// The keys are bound to a function, or to a text in quotes.
    case whole(String)
    case beginning
    case nothing
  }

  /// Adjacent characters with one function, for typed text or for the commands of vi.
  struct Single: Equatable {
    let characters: ClosedRange<Unicode.Scalar>
    let isCommand: Bool
    let function: String
  }

  private(set) var singles: [Single] = []

  /// The functions of keys of several characters, as libedit spells those.
  private(set) var sequences: [String: String] = [:]

  /// - Parameter listing: The output of `bind` in UTF-8. Text would be slow: this is done at each start.
  init(listing: [UInt8]) {
    var section = 0
    for line in listing.split(separator: UInt8(ascii: "\n")) {
      if line.first != Self.quote {
        section += 1
      } else if section == 1 || section == 2 {
        addSingle(line, isCommand: section == 2)
      } else {
        addSequence(line)
      }
    }
  }

  var leads: Set<Unicode.Scalar> {
    Set(sequences.keys.compactMap { Self.characters(spelledBy: $0)?.first })
  }

  func match(_ keys: [Unicode.Scalar]) -> Match {
    let spelled = keys.map(Self.spelled).joined()
    if let function = sequences[spelled] { return .whole(function) }
    return sequences.keys.contains { $0.utf8.starts(with: spelled.utf8) } ? .beginning : .nothing
  }

  /// Whether keys that are bound to texts lead back to themselves, which libedit would read without end.
  ///
  /// Keys that begin at the end of a text count, because another text may complete them.
  var hasLoop: Bool {
    let texts = sequences.filter { $0.value.hasPrefix("\"") && $0.value.count > 1 }
      .mapValues { String($0.dropFirst().dropLast()) }
    var next = texts.mapValues { text in
      texts.keys.filter { keys in
        text.contains(keys) || (1..<max(keys.count, 1)).contains { text.hasSuffix(keys.prefix($0)) }
      }
    }
    // Keys that lead to no others are on no loop.
    while let end = next.first(where: { !$0.value.contains { next[$0] != nil } }) {
      next[end.key] = nil
    }
    return !next.isEmpty
  }

  private static let quote = UInt8(ascii: "\"")
  private static let blank = UInt8(ascii: " ")

  /// Adds a line such as `"^[b"  ->  ed-prev-word`.
  private mutating func addSequence(_ line: ArraySlice<UInt8>) {
    // The keys end before the first quote with blanks and an arrow after it.
    for end in line.indices.dropFirst(2) where line[end] == Self.quote {
      let rest = line[(end + 1)...].drop { $0 == Self.blank }
      guard rest.starts(with: "->  ".utf8) else { continue }
      let keys = line[(line.startIndex + 1)..<end]
      sequences[String(decoding: keys, as: UTF8.self)] =
        String(decoding: rest.dropFirst(4), as: UTF8.self)
      return
    }
  }

  /// Adds a line such as `"a"  to "z"  ->  ed-insert`.
  private mutating func addSingle(_ line: ArraySlice<UInt8>, isCommand: Bool) {
    var rest = line
    guard let first = Self.key(in: &rest), let function = line.split(separator: Self.blank).last
    else { return }
    rest = rest.drop { $0 == Self.blank }
    var last = first
    if rest.starts(with: "to ".utf8) {
      rest = rest.dropFirst(3).drop { $0 == Self.blank }
      last = max(first, Self.key(in: &rest) ?? first)
    }
    let name = String(decoding: function, as: UTF8.self)
    singles.append(Single(characters: first...last, isCommand: isCommand, function: name))
  }

  /// Takes a key between quotes, which may be a quote itself.
  private static func key(in rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard rest.first == quote, let end = rest.dropFirst(2).firstIndex(of: quote) else { return nil }
    let key = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    let characters = characters(spelledBy: key)
    return characters?.count == 1 ? characters?.first : nil
  }

  static func characters(spelledBy keys: String) -> [Unicode.Scalar]? {
    var characters: [Unicode.Scalar] = []
    var rest = keys.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "^", let next = rest.popFirst() else {
        characters.append(scalar)
        continue
      }
      guard let control = next == "?" ? "\u{7F}" : Unicode.Scalar(next.value & ~0x40) else {
        return nil
      }
      characters.append(control)
    }
    return characters.isEmpty ? nil : characters
  }

  private static func spelled(_ key: Unicode.Scalar) -> String {
    switch key.value {
    case 0x7F: "^?"
    case 0..<0x20, 0x80..<0xA0: "^" + String(Unicode.Scalar(key.value | 0x40) ?? key)
    default: String(key)
    }
  }
}
