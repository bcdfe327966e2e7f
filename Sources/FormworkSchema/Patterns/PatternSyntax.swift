/// A reader of regular expressions in Unicode mode, and their translation for PCRE2.
///
/// The translation expects the options UTF, DOTALL and MATCH_UNSET_BACKREF. Its groups capture only if the pattern has
/// references. Surrogates do not occur in a text of UTF-8 and never match.
///
/// Source: ECMA-262, 16th edition, clause 22.2.
struct PatternSyntax {
  /// The pattern for PCRE2, which has the same meaning if there is no obstacle.
  private(set) var translation: [UInt8] = []

  /// The first reason why the translation cannot be used.
  var obstacle: PatternError?

  /// All groups in the order of their beginnings; the first one is the whole pattern.
  var groups = [PatternGroup()]

  /// The index of the innermost open group.
  var current = 0

  /// The indices of the capturing groups, whose numbers count from 1.
  var captures: [Int] = []

  /// The numbers of the capturing groups by name.
  var namedCaptures: [String: [Int]] = [:]

  /// The references by name or by number, with their offsets.
  var references: [(name: String?, number: Int, offset: Int)] = []

  /// The parts of the pattern by the properties that they are translated to.
  var properties: [String: String] = [:]

  /// The greatest number of repetitions that are not optional.
  var greatestMinimum = 0

  let scalars: [Unicode.Scalar]
  var index = 0
  private let hasReferences: Bool

  /// Reads a pattern.
  init(_ source: String) throws(PatternError) {
    scalars = Array(source.unicodeScalars)
    hasReferences = zip(scalars, scalars.dropFirst()).contains {
      $0 == "\\" && ("1"..."9" ~= $1 || $1 == "k")
    }
    while let scalar = next {
      switch scalar {
      case "(": try open()
      case ")": try close()
      case "|":
        index += 1
        emit("|")
        groups[current].beginAlternative()
      default: try term()
      }
    }
    guard current == 0 else { throw .syntax(.openGroup, at: groups[current].offset) }
    try checkReferences()
  }

  // MARK: Reading

  /// The next scalar.
  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Skips a text if it is next; returns whether it was.
  mutating func skip(_ text: String) -> Bool {
    guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  /// Returns the part of the pattern from an offset to the current position.
  func part(from offset: Int) -> String {
    String(String.UnicodeScalarView(scalars[offset..<index]))
  }

  // MARK: Writing

  mutating func emit(_ text: String) { translation.append(contentsOf: text.utf8) }

  /// Notes a part of the pattern that cannot be translated.
  mutating func refuse(_ part: String) { obstacle = obstacle ?? .untranslatable(part) }

  // MARK: Terms

  private mutating func term() throws(PatternError) {
    let offset = index
    let flags = groups[current].flags
    index += 1
    switch scalars[offset] {
    case "^": return emit(flags.contains("m") ? "(?<!\(Self.dot))" : "^")
    case "$": return emit(flags.contains("m") ? "(?!\(Self.dot))" : "\\z")
    case "*", "+", "?", "{": throw .syntax(.quantifier, at: offset)
    case "}", "]": throw .syntax(.bracket, at: offset)
    case ".": emit(flags.contains("s") ? Self.any : Self.dot)
    case "[": try characterClass()
    case "\\":
      switch try escape() {
      case .assertion: return
      case .reference: return try quantify(mayBeEmpty: true)
      case .characters: break
      }
    case let scalar: emit(Self.literal(scalar.value))
    }
    try quantify(mayBeEmpty: false)
  }

  /// Reads the quantifier of an atom, which is the group if there is one.
  private mutating func quantify(
    mayBeEmpty: Bool, group: Int? = nil
  ) throws(PatternError) {
    let offset = index
    var repeats = 1...1
    if skip("*") {
      repeats = 0...(.max)
    } else if skip("+") {
      repeats = 1...(.max)
    } else if skip("?") {
      repeats = 0...1
    } else if skip("{") {
      repeats = try numbers(from: offset)
    }
    if index > offset { _ = skip("?") }
    emit(part(from: offset))
    greatestMinimum = max(greatestMinimum, repeats.lowerBound)
    if mayBeEmpty && repeats.lowerBound < repeats.upperBound { groups[current].hasEmptyLoop = true }
    if !mayBeEmpty && repeats.lowerBound > 0 { groups[current].mayBeEmptySoFar = false }
    if let group { groups[group].repeats = repeats }
  }

  private mutating func numbers(from offset: Int) throws(PatternError) -> ClosedRange<Int> {
    let minimum = digits()
    let hasMaximum = skip(",")
    let maximum = hasMaximum ? digits() : minimum
    guard let minimum, skip("}") else { throw .syntax(.quantifierNumbers, at: offset) }
    if let maximum, (minimum.count, minimum) > (maximum.count, maximum) {
      throw .syntax(.quantifierOrder, at: offset)
    }
    let repeats = (Int(minimum) ?? .max)...(maximum.flatMap { Int($0) } ?? .max)
    // Source: pcre2pattern(3), "Repetition".
    if repeats.lowerBound > 65_535 || maximum != nil && repeats.upperBound > 65_535 {
      refuse(part(from: offset))
    }
    return repeats
  }

  /// Reads decimal digits and returns them without leading zeros.
  mutating func digits() -> String? {
    let offset = index
    while let next, "0"..."9" ~= next { index += 1 }
    guard index > offset else { return nil }
    let digits = part(from: offset).drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
  }

  // MARK: Groups

  private mutating func open() throws(PatternError) {
    var group = PatternGroup(offset: index, parent: current, in: groups[current])
    index += 1
    if skip("?") {
      if skip("<=") || skip("<!") {
        group.kind = .lookbehind
      } else if skip("=") {
        group.kind = .lookahead
      } else if skip("!") {
        group.kind = .negativeLookahead
      } else if skip("<") {
        try name(&group)
      } else {
        try flags(of: &group)
      }
    } else {
      captures.append(groups.count)
    }
    switch group.kind {
    case .lookahead, .negativeLookahead, .lookbehind: emit(part(from: group.offset))
    case .plain where captures.last == groups.count && hasReferences: emit("(")
    case .plain:
      let isFolding = group.flags.contains("i")
      let wasFolding = groups[current].flags.contains("i")
      emit(isFolding == wasFolding ? "(?:" : isFolding ? "(?i:" : "(?-i:")
    }
    // PCRE2 refuses deeper groups too; to know it here bounds the analysis of references.
    if group.depth > 250 { obstacle = obstacle ?? .tooComplex }
    current = groups.count
    groups.append(group)
  }

  private mutating func name(_ group: inout PatternGroup) throws(PatternError) {
    guard let name = groupName() else { throw .syntax(.groupName, at: group.offset) }
    // Earlier groups of the name exclude each other, so the last one stands for all.
    if let last = namedCaptures[name]?.last, !areExclusive(group, groups[captures[last - 1]]) {
      throw .syntax(.doubleName, at: group.offset)
    }
    captures.append(groups.count)
    namedCaptures[name, default: []].append(captures.count)
  }

  /// Reads flags such as `i-s:`, or none before the colon.
  private mutating func flags(of group: inout PatternGroup) throws(PatternError) {
    var seen: Set<Unicode.Scalar> = []
    var isRemoving = false
    let start = index
    while !skip(":") {
      if !isRemoving && skip("-") {
        isRemoving = true
        continue
      }
      guard let flag = next, "ims".unicodeScalars.contains(flag), seen.insert(flag).inserted else {
        throw .syntax(.group, at: group.offset)
      }
      index += 1
      if isRemoving { group.flags.remove(flag) } else { group.flags.insert(flag) }
    }
    guard !isRemoving || index - start > 2 else { throw .syntax(.group, at: group.offset) }
  }

  private mutating func close() throws(PatternError) {
    guard current > 0 else { throw .syntax(.bracket, at: index) }
    index += 1
    emit(")")
    let closed = current
    groups[closed].end()
    let group = groups[closed]
    current = group.parent
    if group.hasEmptyLoop { groups[current].hasEmptyLoop = true }
    if group.kind == .plain {
      try quantify(mayBeEmpty: group.mayBeEmpty, group: closed)
      if groups[closed].repeats.upperBound > 1, let part = group.uncertainReference { refuse(part) }
    }
    groups[current].uncertainReference =
      groups[current].uncertainReference
      ?? group.uncertainReference
  }
}
