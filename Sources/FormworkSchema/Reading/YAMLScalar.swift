import FormworkJSON
import FormworkMessages

/// A scalar as written, which the core schema or a tag resolves to a value.
struct YAMLScalar {
  static let tagPrefix = "tag:yaml.org,2002:"

  let text: [UInt8]
  let isPlain: Bool
  let tag: String?

  /// Adds the value to a document.
  func add(
    to builder: inout JSONDocumentBuilder, limits: JSONDocument.Limits, at place: JSONPlace
  ) throws(JSONError) {
    switch try value(at: place) {
    case .word(let kind): try builder.add(kind, kind == .string ? text : [], at: place)
    case .integer(let literal), .float(let literal): try builder.add(.number, literal, at: place)
    case .based(let digits, let radix):
      guard digits.count <= limits.digitCount else {
        throw .limit("json.tooManyDigits", limits.digitCount, at: place)
      }
      try builder.add(.number, YAMLValue.decimal(digits, radix: radix), at: place)
    case .notFinite:
      throw JSONError(place: place, fault: .key("schema.yaml.notFinite"))
    }
  }

  /// Returns the resolved value, or throws if it does not fit the tag.
  func value(at place: JSONPlace) throws(JSONError) -> YAMLValue {
    guard let tag else { return isPlain ? YAMLValue(text) : .word(.string) }
    if tag == "!" || tag == Self.tagPrefix + "str" { return .word(.string) }
    let value = YAMLValue(text)
    let fitting: [String] =
      switch value {
      case .word(.null): ["null"]
      case .word(.true), .word(.false): ["bool"]
      case .integer: ["int", "float"]
      case .based: ["int"]
      case .float, .notFinite: ["float"]
      case .word: []
      }
    guard fitting.contains(where: { tag == Self.tagPrefix + $0 }) else {
      throw .unfitting(tag, at: place)
    }
    return value
  }
}

/// The value of a plain scalar in the core schema, with numbers as literals of JSON.
///
/// Source: YAML 1.2.2, section 10.3.2.
enum YAMLValue: Equatable {
  /// Null, a truth value, or a string, which is the text.
  case word(JSONKind)
  case integer([UInt8])
  case float([UInt8])

  /// A hexadecimal or octal number.
  case based(ArraySlice<UInt8>, radix: UInt64)

  /// An infinity or no number, for which JSON has no literal.
  case notFinite

  init(_ text: [UInt8]) {
    let word = text.count > 5 ? nil : Self.words[String(decoding: text, as: UTF8.self)]
    self = Self.number(text) ?? word ?? Self.based(text) ?? .word(.string)
  }

  private static let words: [String: YAMLValue] = {
    var words: [String: YAMLValue] = [:]
    for word in ["", "~", "null", "Null", "NULL"] { words[word] = .word(.null) }
    for word in ["true", "True", "TRUE"] { words[word] = .word(.true) }
    for word in ["false", "False", "FALSE"] { words[word] = .word(.false) }
    for word in [".inf", ".Inf", ".INF"] {
      for sign in ["", "+", "-"] { words[sign + word] = .notFinite }
    }
    for word in [".nan", ".NaN", ".NAN"] { words[word] = .notFinite }
    return words
  }()

  private static func based(_ text: [UInt8]) -> YAMLValue? {
    let digits = text.dropFirst(2)
    for (prefix, known) in [("0x", "0123456789abcdefABCDEF"), ("0o", "01234567")]
    where text.starts(with: prefix.utf8) && !digits.isEmpty
      && digits.allSatisfy(known.utf8.contains)
    {
      return .based(digits, radix: prefix == "0x" ? 16 : 8)
    }
    return nil
  }

  private static func number(_ text: [UInt8]) -> YAMLValue? {
    var rest = text[...]
    let isNegative = rest.remove("-")
    if !isNegative { _ = rest.remove("+") }
    let whole = rest.removeDigits()
    let hasPoint = rest.remove(".")
    let fraction = rest.removeDigits()
    let exponent = rest
    if rest.remove("e") || rest.remove("E") {
      if !rest.remove("-") { _ = rest.remove("+") }
      guard !rest.removeDigits().isEmpty else { return nil }
    }
    guard rest.isEmpty, !whole.isEmpty || !fraction.isEmpty else { return nil }
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    var literal = Array(isNegative ? "-".utf8 : "".utf8)
    literal += significant.isEmpty ? [UInt8(ascii: "0")] : significant
    if !fraction.isEmpty { literal += [UInt8(ascii: ".")] + fraction }
    literal += exponent
    return hasPoint || !exponent.isEmpty ? .float(literal) : .integer(literal)
  }

  /// Returns the decimal digits of a number in another base.
  static func decimal(_ digits: ArraySlice<UInt8>, radix: UInt64) -> [UInt8] {
    // Seven digits at a time, because a limb times 16^7 fits 64 bits. The first limb is the lowest.
    let base: UInt64 = 1_000_000_000
    var limbs: [UInt64] = [0]
    var rest = digits
    while !rest.isEmpty {
      let part = String(decoding: rest.prefix(7), as: UTF8.self)
      rest = rest.dropFirst(7)
      let factor = part.utf8.reduce(1) { product, _ in product * radix }
      var carry = UInt64(part, radix: Int(radix)) ?? 0
      for index in limbs.indices {
        (carry, limbs[index]) = (limbs[index] * factor + carry)
          .quotientAndRemainder(dividingBy: base)
      }
      if carry > 0 { limbs.append(carry) }
    }
    // The base has one digit more than a limb, and so keeps the zeros of the limb.
    let padded = limbs.reversed().map { String(base + $0).dropFirst() }.joined()
    let significant = padded.utf8.drop { $0 == UInt8(ascii: "0") }
    return significant.isEmpty ? [UInt8(ascii: "0")] : Array(significant)
  }
}
