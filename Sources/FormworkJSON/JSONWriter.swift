import FormworkVocabulary

extension JSONNode {
  /// Returns the document on one line, or indented by two spaces per level.
  ///
  /// Characters that could control a terminal are escaped.
  public func text(isPretty: Bool = false) -> String {
    var text = ""
    write(to: &text, level: isPretty ? 0 : nil)
    return text
  }

  private func write(to text: inout String, level: Int?) {
    switch value {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .number(let number): text += number.description
    case .string(let string): string.writeQuoted(to: &text)
    case .array(let elements):
      Self.write(elements.map { (nil, $0) }, "[", "]", to: &text, level: level)
    case .object(let members):
      Self.write(members.map { ($0.name, $0.node) }, "{", "}", to: &text, level: level)
    }
  }

  private static func write(
    _ items: [(name: String?, node: JSONNode)], _ open: String, _ close: String,
    to text: inout String, level: Int?
  ) {
    text += open
    let inner = level.map { $0 + 1 }
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      if let name = item.name {
        name.writeQuoted(to: &text)
        text += level == nil ? ":" : ": "
      }
      item.node.write(to: &text, level: inner)
    }
    if let level, !items.isEmpty { text += "\n" + String(repeating: "  ", count: level) }
    text += close
  }
}

extension String {
  fileprivate func writeQuoted(to text: inout String) {
    text += "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.steersTerminals:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
