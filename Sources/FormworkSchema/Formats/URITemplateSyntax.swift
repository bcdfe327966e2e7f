import FormworkCore
import FormworkJSON

// Source: RFC 6570, section 2, "Syntax", with erratum 6937, which allows the apostrophe.
extension TextSlice {
  /// Whether the text is a template of URIs, such as `/users/{id}{?page,size}`.
  var isURITemplate: Bool {
    var rest = self
    while !rest.isEmpty {
      let literal = rest.removePrefix { $0 != "{" }
      guard literal.isComponent({ $0.isTemplateLiteral || $0.isPrivateUse }) else { return false }
      if rest.remove("{"), !rest.removeExpression() { return false }
    }
    return true
  }

  /// Removes an operator, variables and the closing brace from the beginning.
  private mutating func removeExpression() -> Bool {
    // The last five operators are reserved for extensions.
    if let first, "+#./;?&=,!@|".utf8.contains(first) { removeFirst() }
    repeat {
      guard removeVariable() else { return false }
    } while remove(",")
    return remove("}")
  }

  private mutating func removeVariable() -> Bool {
    repeat {
      guard removeNamePart() else { return false }
    } while remove(".")
    if remove("*") || !remove(":") { return true }
    let length = removeDigits()
    return (1...4).contains(length.count) && length.first != 0x30
  }

  /// Removes the part of a variable's name up to a dot; returns whether it was there and valid.
  private mutating func removeNamePart() -> Bool {
    let part = removePrefix { $0.isASCIIAlphanumeric || $0 == "_" || $0 == "%" }
    return !part.isEmpty && part.isComponent { $0 != "%" }
  }
}

extension Unicode.Scalar {
  fileprivate var isTemplateLiteral: Bool {
    ("!"..."~").contains(self) && !"\"%<>\\^`{|}".unicodeScalars.contains(self)
  }
}
