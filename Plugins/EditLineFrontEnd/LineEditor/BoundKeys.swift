/// What libedit lists of its keys, by what `bind` alone writes.
///
/// - SeeAlso: editrc(5), `bind`.
struct BoundKeys {
  /// What some keys in a row are.
  enum Match: Equatable {
    /// They are bound to a function, or to a text in quotes.
    case whole(String)
    /// Keys that are bound begin like that.
    case beginning
    case nothing
  }

  /// Keys of their own that lie side by side, for what is typed or for vi's commands.
  struct Single: Equatable {
    let characters: ClosedRange<Unicode.Scalar>
    let isCommand: Bool
    let function: String
  }

  private(set) var singles: [Single] = []

  /// The keys of several characters, as libedit writes them, with their functions.
  private(set) var sequences: [String: String] = [:]

  /// What those keys begin with.
  private(set) var leads: Set<Unicode.Scalar> = []

  /// - Parameter listing: What libedit wrote, in UTF-8. It is read by bytes: this is done at each start.
  init(listing: [UInt8]) {
    var section = 0
    for line in listing.split(separator: UInt8(ascii: "\n")) {
      guard line.first == Self.quote else {
        section += 1
        continue
      }
      switch section {
      case 1, 2: addSingle(line, isCommand: section == 2)
      default: addSequence(line)
      }
    }
  }

  /// What keys in a row are.
  func match(_ keys: [Unicode.Scalar]) -> Match {
    let spelled = keys.map(Self.spelled).joined()
    if let function = sequences[spelled] { return .whole(function) }
    return sequences.keys.contains { $0.utf8.starts(with: spelled.utf8) } ? .beginning : .nothing
  }

  /// Whether keys that are bound to a text lead to themselves by it, directly or over others: libedit
  /// would read on in such a text for ever.
  ///
  /// Keys that a text only begins with its end count, since another text may go on with them.
  var hasLoop: Bool {
    let texts = sequences.filter { $0.value.hasPrefix("\"") && $0.value.count > 1 }
      .mapValues { String($0.dropFirst().dropLast()) }
    let next = texts.mapValues { text in
      texts.keys.filter { keys in
        text.contains(keys) || (1..<max(keys.count, 1)).contains { text.hasSuffix(keys.prefix($0)) }
      }
    }
    return texts.keys.contains { start in
      var (reached, rest) = (Set<String>(), next[start] ?? [])
      while let keys = rest.popLast() {
        if reached.insert(keys).inserted { rest += next[keys] ?? [] }
      }
      return reached.contains(start)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let blank = UInt8(ascii: " ")

  /// Adds a line such as `"^[b"  ->  ed-prev-word`.
  private mutating func addSequence(_ line: ArraySlice<UInt8>) {
    // A quote, blanks and an arrow: the first such is the end of the keys.
    for end in line.indices.dropFirst(2) where line[end] == Self.quote {
      let rest = line[(end + 1)...].drop { $0 == Self.blank }
      guard rest.starts(with: "->  ".utf8) else { continue }
      let keys = String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self)
      if let first = Self.characters(spelledBy: keys)?.first { leads.insert(first) }
      sequences[keys] = String(decoding: rest.dropFirst(4), as: UTF8.self)
      return
    }
  }

  /// Adds a line such as `"a"  to "z"  ->  ed-insert`.
  private mutating func addSingle(_ line: ArraySlice<UInt8>, isCommand: Bool) {
    var rest = line
    guard let first = Self.key(in: &rest),
      let function = line.split(separator: Self.blank).last
    else { return }
    rest = rest.drop { $0 == Self.blank }
    var last = first
    if rest.starts(with: "to ".utf8) {
      rest = rest.dropFirst(3).drop { $0 == Self.blank }
      last = Self.key(in: &rest) ?? first
    }
    guard first <= last else { return }
    singles.append(
      Single(
        characters: first...last, isCommand: isCommand,
        function: String(decoding: function, as: UTF8.self)))
  }

  /// Takes a key between quotes, which may be a quote itself.
  private static func key(in rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard rest.first == quote, let end = rest.dropFirst(2).firstIndex(of: quote) else { return nil }
    let key = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    let characters = characters(spelledBy: key)
    return characters?.count == 1 ? characters?.first : nil
  }

  /// The keys that libedit writes like that.
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

  /// A key as libedit writes it.
  private static func spelled(_ key: Unicode.Scalar) -> String {
    switch key.value {
    case 0x7F: "^?"
    case 0..<0x20, 0x80..<0xA0: "^" + String(Unicode.Scalar(key.value | 0x40) ?? key)
    default: String(key)
    }
  }
}
