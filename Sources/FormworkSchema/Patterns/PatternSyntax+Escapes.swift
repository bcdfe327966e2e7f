/// Escapes and character classes.
extension PatternSyntax {
  enum Escape { case assertion, reference, characters }

  /// A member of a character class: a code point, or a set in PCRE2's syntax for the inside of a class.
  private enum Member {
    case codePoint(UInt32)
    case set(String)
  }

  static let any = "."
  static let never = "[^\\x{0}-\\x{10FFFF}]"

  /// A character that ends no line.
  ///
  /// Source: ECMA-262, clause 12.3.
  static let dot = "[^\\n\\r\\x{2028}\\x{2029}]"

  /// White space and ends of lines.
  ///
  /// Source: ECMA-262, clauses 12.2 and 12.3.
  private static let space =
    "\\t-\\r\\x20\\xA0\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}"
    + "\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}"
  private static let noSpace =
    "\\x00-\\x08\\x0E-\\x1F!-\\x9F\\xA1-\\x{167F}\\x{1681}-\\x{1FFF}"
    + "\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}"
    + "\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}"

  /// The characters of words that ignore case.
  ///
  /// Source: ECMA-262, clause 22.2.2.9.3.
  private static let foldedWord = "\\w\\x{17F}\\x{212A}"
  private static let noFoldedWord =
    "\\x00-/:-@\\[-\\^`{-\\x{17E}\\x{180}-\\x{2129}"
    + "\\x{212B}-\\x{10FFFF}"

  // PCRE2 10.42 forgets the characters above U+00FF of \D and \W in a class with a property.
  private static let noDigit = "\\x00-/:-\\x{10FFFF}"
  private static let noWord = "\\x00-/:-@\\[-\\^`{-\\x{10FFFF}"

  private var ignoresCase: Bool { groups[current].flags.contains("i") }

  /// Returns a code point in PCRE2's syntax, inside and outside of classes.
  static func literal(_ codePoint: UInt32) -> String {
    guard let scalar = Unicode.Scalar(codePoint) else { return never }
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "\u{80}"...: return String(scalar)
    default: return "\\x{\(String(codePoint, radix: 16))}"
    }
  }

  // MARK: Escapes

  /// Reads an escape outside of a class, after the backslash.
  mutating func escape() throws(PatternError) -> Escape {
    let offset = index - 1
    switch next {
    case "b", "B":
      emit(boundary(isNegated: next == "B"))
      index += 1
      return .assertion
    case "k":
      index += 1
      guard let name = skip("<") ? groupName() : nil else { throw .syntax(.groupName, at: offset) }
      references.append((name, 0, offset))
      refer(to: namedCaptures[name] ?? [], from: offset)
      return .reference
    case let digit? where "1"..."9" ~= digit:
      let number = Int(digits() ?? "") ?? .max
      references.append((nil, number, offset))
      refer(to: [number], from: offset)
      return .reference
    default:
      switch try member(from: offset, isInClass: false) {
      case .codePoint(let codePoint): emit(Self.literal(codePoint))
      case .set(let set): emit("[\(set)]")
      }
      return .characters
    }
  }

  private func boundary(isNegated: Bool) -> String {
    guard ignoresCase else { return isNegated ? "\\B" : "\\b" }
    let word = "[\(Self.foldedWord)]"
    return isNegated
      ? "(?:(?<=\(word))(?=\(word))|(?<!\(word))(?!\(word)))"
      : "(?:(?<=\(word))(?!\(word))|(?<!\(word))(?=\(word)))"
  }

  /// Reads an escape that stands for characters, after the backslash.
  private mutating func member(
    from offset: Int, isInClass: Bool
  ) throws(PatternError) -> Member {
    guard let letter = next else { throw .syntax(.escape, at: offset) }
    index += 1
    switch letter {
    case "d": return .set("\\d")
    case "D": return .set(isInClass ? Self.noDigit : "\\D")
    case "w": return .set(ignoresCase ? Self.foldedWord : "\\w")
    case "W": return .set(ignoresCase ? Self.noFoldedWord : isInClass ? Self.noWord : "\\W")
    case "s": return .set(Self.space)
    case "S": return .set(Self.noSpace)
    case "p", "P": return .set(try property(isNegated: letter == "P", from: offset))
    case "b" where isInClass: return .codePoint(8)
    case "-" where isInClass: return .codePoint(letter.value)
    case "t": return .codePoint(9)
    case "n": return .codePoint(10)
    case "v": return .codePoint(11)
    case "f": return .codePoint(12)
    case "r": return .codePoint(13)
    case "0":
      if let next, "0"..."9" ~= next { break }
      return .codePoint(0)
    case "c":
      guard let letter = next, letter.properties.isAlphabetic, letter.isASCII else { break }
      index += 1
      return .codePoint(letter.value % 32)
    case "x":
      guard let codePoint = hexadecimal(count: 2) else { break }
      return .codePoint(codePoint)
    case "u": return .codePoint(try unicodeEscape(from: offset))
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
      return .codePoint(letter.value)
    default: break
    }
    throw .syntax(.escape, at: offset)
  }

  private mutating func hexadecimal(count: Int) -> UInt32? {
    let digits = scalars[index...].prefix(count).filter(\.properties.isASCIIHexDigit)
    guard digits.count == count else { return nil }
    index += count
    return digits.reduce(0) { $0 << 4 | UInt32(Character($1).hexDigitValue ?? 0) }
  }

  /// Reads the escape of a code point after `\u`; two halves of a surrogate pair are one code point.
  private mutating func unicodeEscape(from offset: Int) throws(PatternError) -> UInt32 {
    if skip("{") {
      var codePoint: UInt32 = 0
      let start = index
      while let digit = hexadecimal(count: 1) {
        codePoint = codePoint << 4 | digit
        guard codePoint <= 0x10FFFF else { throw .syntax(.codePoint, at: offset) }
      }
      guard index > start, skip("}") else { throw .syntax(.escape, at: offset) }
      return codePoint
    }
    guard let unit = hexadecimal(count: 4) else { throw .syntax(.escape, at: offset) }
    let end = index
    if 0xD800...0xDBFF ~= unit, skip("\\u"), let other = hexadecimal(count: 4),
      0xDC00...0xDFFF ~= other
    {
      return 0x10000 + (unit - 0xD800) << 10 + (other - 0xDC00)
    }
    index = end
    return unit
  }

  private mutating func property(
    isNegated: Bool, from offset: Int
  ) throws(PatternError) -> String {
    guard skip("{"), let end = scalars[index...].firstIndex(of: "}") else {
      throw .syntax(.property, at: offset)
    }
    let name = String(String.UnicodeScalarView(scalars[index..<end]))
    guard let property = PatternProperty.translate(name) else {
      throw .syntax(.property, at: offset)
    }
    index = end + 1
    // ECMAScript compares the folded characters of the property, PCRE2 does not.
    if ignoresCase || PatternProperty.differing.contains(property) { refuse(part(from: offset)) }
    let translated = "\\\(isNegated ? "P" : "p"){\(property)}"
    properties[translated] = part(from: offset)
    return translated
  }

  /// Reads the name of a group and `>` after `<`.
  mutating func groupName() -> String? {
    var name = String.UnicodeScalarView()
    while !skip(">") {
      let offset = index
      guard var scalar = next else { return nil }
      index += 1
      if scalar == "\\" {
        guard skip("u"), let codePoint = try? unicodeEscape(from: offset),
          let escaped = Unicode.Scalar(codePoint)
        else { return nil }
        scalar = escaped
      }
      let isPart =
        scalar == "$" || scalar == "_" || scalar.properties.isIDStart
        || !name.isEmpty
          && (scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}")
      guard isPart else { return nil }
      name.append(scalar)
    }
    return name.isEmpty ? nil : String(name)
  }

  // MARK: Classes

  /// Reads a class after its bracket.
  mutating func characterClass() throws(PatternError) {
    let start = index - 1
    let isNegated = skip("^")
    var content = ""
    while !skip("]") {
      let offset = index
      let low = try classMember(of: start)
      // A hyphen at the end is a character.
      guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
        content += Self.written(low)
        continue
      }
      index += 1
      let high = try classMember(of: start)
      guard case .codePoint(let first) = low, case .codePoint(let last) = high else {
        throw .syntax(.rangeOfSets, at: offset)
      }
      guard first <= last else { throw .syntax(.rangeOrder, at: offset) }
      content += Self.range(first, last)
    }
    if content.isEmpty {
      emit(isNegated ? Self.any : Self.never)
    } else {
      emit(isNegated ? "[^\(content)]" : "[\(content)]")
    }
  }

  private mutating func classMember(of start: Int) throws(PatternError) -> Member {
    guard let scalar = next else { throw .syntax(.openClass, at: start) }
    index += 1
    return scalar == "\\" ? try member(from: index - 1, isInClass: true) : .codePoint(scalar.value)
  }

  private static func written(_ member: Member) -> String {
    switch member {
    case .codePoint(let codePoint): range(codePoint, codePoint)
    case .set(let set): set
    }
  }

  /// Returns a range without surrogates, which may not be an end of it in PCRE2.
  private static func range(_ first: UInt32, _ last: UInt32) -> String {
    let first = 0xD800...0xDFFF ~= first ? 0xE000 : first
    let last = 0xD800...0xDFFF ~= last ? 0xD7FF : last
    if first > last { return "" }
    return first == last ? literal(first) : "\(literal(first))-\(literal(last))"
  }
}
