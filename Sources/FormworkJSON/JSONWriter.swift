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
      Self.write(elements, "[", "]", to: &text, level: level) { element, text, level in
        element.write(to: &text, level: level)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, level: level) { member, text, level in
        member.name.writeQuoted(to: &text)
        text += level == nil ? ":" : ": "
        member.node.write(to: &text, level: level)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], _ open: String, _ close: String, to text: inout String, level: Int?,
    item write: (Item, inout String, Int?) -> Void
  ) {
    text += open
    let inner = level.map { $0 + 1 }
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      write(item, &text, inner)
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
