import FormworkCore
import FormworkJSON
import FormworkSystem

// Source: RFC 3986, appendix A, "Collected ABNF for URI"; RFC 3987, section 2.2, "ABNF for IRI References and IRIs".
extension TextSlice {
  /// Whether the text is an identifier with a scheme, which is a URI if it is in ASCII.
  var isIRI: Bool {
    var rest = self
    return rest.removeScheme() && rest.isRelativePart
  }

  /// Whether the text is an identifier with a scheme, or relative to another one.
  var isIRIReference: Bool {
    // A colon in the first segment ends a scheme.
    isIRI || !prefix { !"/?#".utf8.contains($0) }.contains(0x3A) && isRelativePart
  }

  /// Removes a scheme and the colon after it from the beginning; returns whether it was there.
  private mutating func removeScheme() -> Bool {
    var rest = self
    let scheme = rest.removePrefix { $0.isASCIIAlphanumeric || $0 == "+" || $0 == "-" || $0 == "." }
    guard scheme.first.map({ Unicode.Scalar($0).isASCIILetter }) == true, rest.remove(":")
    else { return false }
    self = rest
    return true
  }

  private var isRelativePart: Bool {
    var rest = self
    let fragment = rest.removeSuffix(after: "#")
    let query = rest.removeSuffix(after: "?")
    guard fragment.isComponent(\.isQueryText),
      query.isComponent({ $0.isQueryText || $0.isPrivateUse })
    else { return false }
    if rest.starts(with: "//".utf8) {
      rest.removeFirst(2)
      let authority = rest.removePrefix { $0 != "/" }
      guard authority.isAuthority else { return false }
    }
    return rest.isComponent { $0.isQueryText && $0 != "?" }
  }

  /// Removes the first such character and the text after it, and returns that text.
  private mutating func removeSuffix(after ascii: Unicode.Scalar) -> TextSlice {
    let end = firstIndex { Unicode.Scalar($0) == ascii } ?? endIndex
    defer { self = self[..<end] }
    return self[end...].dropFirst()
  }

  private var isAuthority: Bool {
    var rest = self
    if let at = firstIndex(of: 0x40) {
      guard self[..<at].isComponent({ $0.isNameText || $0 == ":" }) else { return false }
      rest = self[(at + 1)...]
    }
    if rest.remove("[") {
      let literal = rest.removePrefix { $0 != "]" }
      guard literal.string.isIPv6Address || literal.isFutureAddress, rest.remove("]")
      else { return false }
    } else {
      guard rest.removePrefix(while: { $0 != ":" }).isComponent(\.isNameText) else { return false }
    }
    return rest.isEmpty || rest.remove(":") && rest.consists(of: \.isASCIIDigit)
  }

  /// Whether the text is an IP address of a later version, such as `v7.a:b`.
  private var isFutureAddress: Bool {
    var rest = self
    return rest.remove(letter: "v")
      && !rest.removePrefix(while: \.properties.isASCIIHexDigit).isEmpty
      && rest.remove(".") && !rest.isEmpty && rest.consists { $0.isNameText || $0 == ":" }
  }

  /// Whether all characters are included, of other scripts, or part of an encoded byte.
  func isComponent(_ isIncluded: (Unicode.Scalar) -> Bool) -> Bool {
    var rest = self
    while let scalar = rest.removeScalar() {
      if scalar == "%" {
        guard rest.remove(where: \.properties.isASCIIHexDigit),
          rest.remove(where: \.properties.isASCIIHexDigit)
        else { return false }
      } else {
        guard isIncluded(scalar) || scalar.isInternational else { return false }
      }
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether a host or the name of a user may contain the character.
  fileprivate var isNameText: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "&"...".", "_", "~", "!", "$", ";", "=": true
    default: false
    }
  }

  /// Whether a query or a fragment may contain the character.
  fileprivate var isQueryText: Bool {
    isNameText || self == ":" || self == "@" || self == "/" || self == "?"
  }

  /// Whether an IRI may contain the character, which is not one of ASCII.
  ///
  /// Source: RFC 3987, section 2.2, `ucschar`.
  var isInternational: Bool {
    switch value {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0x10000...0xDFFFF, 0xE1000...0xEFFFF: value & 0xFFFF <= 0xFFFD
    default: false
    }
  }

  /// Whether the query of an IRI may also contain the character.
  ///
  /// Source: RFC 3987, section 2.2, `iprivate`.
  var isPrivateUse: Bool {
    (0xE000...0xF8FF).contains(value) || value >= 0xF0000 && value & 0xFFFF <= 0xFFFD
  }
}
