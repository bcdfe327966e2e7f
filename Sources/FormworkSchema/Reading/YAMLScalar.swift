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
    case .string: try builder.string(text, at: place)
    case .null: try builder.null(at: place)
    case .bool(let bool): try builder.bool(bool, at: place)
    case .integer(let literal), .float(let literal): try builder.number(literal, at: place)
    case .based(let digits, let radix):
      guard digits.count <= limits.digitCount else {
        let fault = Message.key("json.tooManyDigits", count: limits.digitCount)
        throw JSONError(place: place, fault: fault, isLimit: true)
      }
      try builder.number(YAMLValue.decimal(digits, radix: radix), at: place)
    case .notFinite:
      throw JSONError(place: place, fault: .key("schema.yaml.notFinite"))
    }
  }

  /// Returns the resolved value, or throws if it does not fit the tag.
  func value(at place: JSONPlace) throws(JSONError) -> YAMLValue {
    guard let tag else { return isPlain ? YAMLValue(text) : .string }
    if tag == "!" || tag == Self.tagPrefix + "str" { return .string }
    let value = YAMLValue(text)
    let fitting: [String] =
      switch value {
      case .null: ["null"]
      case .bool: ["bool"]
      case .integer: ["int", "float"]
      case .based: ["int"]
      case .float, .notFinite: ["float"]
      case .string: []
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
  case null
  case bool(Bool)
  case integer([UInt8])
  case float([UInt8])

  /// A hexadecimal or octal number.
  case based(ArraySlice<UInt8>, radix: UInt64)

  /// An infinity or no number, for which JSON has no literal.
  case notFinite
  case string

  init(_ text: [UInt8]) {
    let word = text.count > 5 ? nil : Self.words[String(decoding: text, as: UTF8.self)]
    self = Self.number(text) ?? word ?? Self.based(text) ?? .string
  }

  private static let words: [String: YAMLValue] = {
    var words: [String: YAMLValue] = [:]
    for word in ["", "~", "null", "Null", "NULL"] { words[word] = .null }
    for word in ["true", "True", "TRUE"] { words[word] = .bool(true) }
    for word in ["false", "False", "FALSE"] { words[word] = .bool(false) }
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
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func next(isIn choices: String) -> ArraySlice<UInt8> {
      let found = rest.prefix(1).filter(choices.utf8.contains)
      rest = rest.dropFirst(found.count)
      return found[...]
    }
    func digits() -> ArraySlice<UInt8> {
      let found = rest.prefix(while: isDigit)
      rest = rest.dropFirst(found.count)
      return found
    }
    let sign = next(isIn: "+-")
    let whole = digits()
    let point = next(isIn: ".")
    let fraction = point.isEmpty ? [] : digits()
    let letter = next(isIn: "eE")
    let exponent = letter.isEmpty ? [] : next(isIn: "+-") + digits()
    guard rest.isEmpty, !whole.isEmpty || !fraction.isEmpty else { return nil }
    guard letter.isEmpty || exponent.last.map(isDigit) ?? false else { return nil }
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    var literal = sign.filter { $0 == UInt8(ascii: "-") }
    literal += significant.isEmpty ? [UInt8(ascii: "0")] : significant
    literal += (fraction.isEmpty ? [] : point + fraction) + letter + exponent
    return point.isEmpty && letter.isEmpty ? .integer(literal) : .float(literal)
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
