import FormworkVocabulary

extension JSONNode {
  /// Returns the document on one line, or indented by two spaces per level.
  ///
  /// Characters that could control a terminal are escaped.
  public func text(isPretty: Bool = false) -> String {
    var text: [UInt8] = []
    write(to: &text, level: isPretty ? 0 : nil)
    return String(decoding: text, as: UTF8.self)
  }

  private func write(to text: inout [UInt8], level: Int?) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let bool): text += (bool ? "true" : "false").utf8
    case .number(let number): text += number.description.utf8
    case .string(let string): string.writeQuoted(to: &text)
    case .array(let elements):
      text.writeList("[", "]", elements, level: level) { $1.write(to: &$0, level: $2) }
    case .object(let members):
      text.writeList("{", "}", members, level: level) { text, member, level in
        member.name.writeQuoted(to: &text)
        text += (level == nil ? ":" : ": ").utf8
        member.node.write(to: &text, level: level)
      }
    }
  }
}

extension [UInt8] {
  /// Writes the items of an array or object.
  fileprivate mutating func writeList<Item>(
    _ open: String, _ close: String, _ items: [Item], level: Int?,
    _ write: (inout [UInt8], Item, _ level: Int?) -> Void
  ) {
    self += open.utf8
    let inner = level.map { $0 + 1 }
    for index in items.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      if let inner { breakLine(inner) }
      write(&self, items[index], inner)
    }
    if let level, !items.isEmpty { breakLine(level) }
    self += close.utf8
  }

  private mutating func breakLine(_ level: Int) {
    self += "\n".utf8
    self += repeatElement(UInt8(ascii: " "), count: 2 * level)
  }
}

extension String {
  /// Writes the text as one of JSON.
  package func writeQuoted(to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    defer { text.append(UInt8(ascii: "\"")) }
    // Most texts have nothing to escape.
    let isWritten = utf8.withContiguousStorageIfAvailable { bytes in
      let isPlain = bytes.allSatisfy {
        (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      if isPlain { text.append(contentsOf: bytes) }
      return isPlain
    }
    if isWritten == true { return }
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\"".utf8
      case "\\": text += "\\\\".utf8
      case "\n": text += "\\n".utf8
      case "\r": text += "\\r".utf8
      case "\t": text += "\\t".utf8
      // YAML does not allow these two.
      case "\u{FFFE}", "\u{FFFF}",
        _ where scalar.steersTerminals:
        let digits = String(scalar.value, radix: 16)
        text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default: text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
