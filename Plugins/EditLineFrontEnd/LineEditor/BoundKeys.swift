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

  /// A key of its own, for what is typed or for vi's commands.
  struct Single: Equatable {
    let character: Unicode.Scalar
    let isCommand: Bool
    let function: String
  }

  private(set) var singles: [Single] = []

  /// The keys of several characters, as libedit writes them, with their functions.
  private(set) var sequences: [String: String] = [:]

  private var beginnings: Set<String> = []

  /// What those keys begin with.
  private(set) var leads: Set<Unicode.Scalar> = []

  init(listing: String) {
    var section = 0
    for line in listing.split(separator: "\n") {
      guard line.first == "\"" else {
        section += 1
        continue
      }
      switch section {
      case 1, 2: singles += Self.singles(in: line, isCommand: section == 2)
      default: addSequence(line)
      }
    }
  }

  /// What keys in a row are.
  func match(_ keys: [Unicode.Scalar]) -> Match {
    let spelled = keys.map(Self.spelled).joined()
    if let function = sequences[spelled] { return .whole(function) }
    return beginnings.contains(spelled) ? .beginning : .nothing
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

  private mutating func addSequence(_ line: Substring) {
    let scalars = Array(line.unicodeScalars.dropFirst())
    // A quote, blanks and an arrow: the first such is the end of the keys.
    for (end, scalar) in scalars.enumerated() where scalar == "\"" {
      let rest = String(String.UnicodeScalarView(scalars[(end + 1)...])).drop { $0 == " " }
      guard end > 0, rest.hasPrefix("->  ") else { continue }
      let keys = scalars[..<end]
      if let first = Self.characters(spelledBy: String(String.UnicodeScalarView(keys)))?.first {
        leads.insert(first)
      }
      sequences[String(String.UnicodeScalarView(keys))] = String(rest.dropFirst(4))
      for count in 1..<keys.count {
        beginnings.insert(String(String.UnicodeScalarView(keys.prefix(count))))
      }
      return
    }
  }

  /// The keys of a line such as `"a"  to "z"    ->  ed-insert`.
  private static func singles(in line: Substring, isCommand: Bool) -> [Single] {
    var rest = line.unicodeScalars[...]
    guard let function = line.split(separator: " ").last, let first = key(in: &rest) else {
      return []
    }
    let after = rest.drop { $0 == " " }
    var last = first
    if after.starts(with: "to ".unicodeScalars) {
      rest = after.dropFirst(3).drop { $0 == " " }
      last = key(in: &rest) ?? first
    }
    guard first <= last else { return [] }
    return (first.value...last.value).compactMap(Unicode.Scalar.init).map {
      Single(character: $0, isCommand: isCommand, function: String(function))
    }
  }

  /// A key between quotes.
  private static func key(in rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard rest.popFirst() == "\"", var key = rest.popFirst() else { return nil }
    if key == "^", let next = rest.first, rest.dropFirst().first == "\"" {
      rest.removeFirst()
      key = next == "?" ? "\u{7F}" : Unicode.Scalar(next.value & ~0x40) ?? next
    }
    return rest.popFirst() == "\"" ? key : nil
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
