import FormworkJSON
import FormworkMessages
import FormworkVocabulary

/// The violations of a validation.
final class ViolationReport {
  /// The keywords and names from the root to the current schema.
  var path: [String] = []
  private var entries: [Entry] = []

  struct Entry {
    let path: [String]
    let node: Int
    let keyword: Keyword
    let index: Int
    let reason: Message
  }

  /// Adds a violation by the value at an index.
  func add(_ keyword: Keyword, of node: Int, at index: Int, _ reason: Message) {
    let path = keyword.name.isEmpty ? path : path + [keyword.name]
    entries.append(Entry(path: path, node: node, keyword: keyword, index: index, reason: reason))
  }

  /// Removes all violations, and returns them.
  func take() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  func restore(_ entries: [Entry]) { self.entries = entries }

  /// Returns the violations in the order of the document.
  func violations(in evaluation: Evaluation) -> [SchemaViolation] {
    let document = evaluation.document
    let ordered = entries.enumerated().sorted {
      ($0.element.index, $0.offset) < ($1.element.index, $1.offset)
    }
    return ordered.map { _, entry in
      SchemaViolation(
        pointer: document.pointer(to: entry.index),
        place: document.place(at: entry.index),
        keywordPath: entry.path.map { "/" + $0.escapedForPointer }.joined(),
        keywordLocation: evaluation.graph.location(of: entry.keyword.index, in: entry.node),
        reason: entry.reason)
    }
  }

  /// The violations of a branch that does not match.
  struct Branch {
    let violations: [Entry]

    /// Whether the value itself is of a wrong kind, or lacks the constant that tells the branches apart.
    private let isOtherKind: Bool

    init(_ violations: [Entry], of index: Int) {
      self.violations = violations
      isOtherKind = violations.contains { entry in
        switch entry.keyword.rule {
        case .type, .never: entry.index == index
        case .choices(let choices): entry.index == index || choices.values.count == 1
        default: false
        }
      }
    }

    /// Whether fewer changes make the value match this branch than the other one.
    func isNearer(than other: Branch?) -> Bool {
      guard let other else { return true }
      if isOtherKind != other.isOtherKind { return other.isOtherKind }
      return violations.count < other.violations.count
    }
  }
}

extension Message {
  static func mismatch(_ types: TypeSet, _ value: JSONElement) -> Message {
    let names = types.names.map { Message.key("schema.kind", of: $0) }
    return .key(
      "schema.type", ["types": .list(names), "kind": .key("schema.kind", of: value.kindName)])
  }

  static func noChoice(_ values: [JSONElement]) -> Message {
    let shown = values.prefix(10).map { Message.verbatim($0.summary) }
    guard values.count > 1 else { return .key("schema.const", ["value": shown.first ?? ""]) }
    let more = values.count - shown.count
    guard more > 0 else { return .key("schema.enum", ["values": .list(shown)]) }
    return .key("schema.enum.cut", ["values": .list(shown)], count: more)
  }

  static func limit(_ kind: String, _ limit: ExactDecimal) -> Message {
    .key("schema", of: kind, ["limit": .verbatim("\(limit)")])
  }

  static func count(_ keyword: String, _ count: Int) -> Message {
    .key("schema", of: keyword, count: count)
  }

  static func pattern(_ keyword: Keyword, _ node: Int, _ graph: SchemaGraph) -> Message {
    let element = JSONElement(
      document: graph.nodes[node].element.document, index: keyword.index)
    return .key("schema.pattern", ["pattern": .verbatim(element.summary)])
  }

  static func equalItems(_ one: Int, _ other: Int) -> Message {
    .key("schema.uniqueItems", ["one": .number(one), "other": .number(other)])
  }

  static func missing(_ name: String, beside other: String?) -> Message {
    let shown = Message.verbatim(name.printable)
    guard let other else { return .key("schema.required", ["name": shown]) }
    return .key("schema.dependentRequired", ["name": shown, "other": .verbatim(other.printable)])
  }

  static func severalMatches(_ branches: [Int]) -> Message {
    .key("schema.oneOf.several", ["one": .number(branches[0]), "other": .number(branches[1])])
  }
}

extension JSONElement {
  /// The name of the value's kind.
  var kindName: String {
    switch kind {
    case .null: "null"
    case .true, .false: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// The value on one line, cut to a length for messages.
  var summary: String { node.text().printable }
}

extension Keyword.Content {
  /// Whether a text has the encoding and the type.
  func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isBase64 else { return isJSON(UnsafeRawBufferPointer(text)) }
    guard let bytes = [UInt8](base64: text) else { return false }
    return !isJSON || bytes.withUnsafeBytes(isJSON(_:))
  }

  private func isJSON(_ bytes: UnsafeRawBufferPointer) -> Bool {
    (try? JSONDocument(parsing: bytes)) != nil
  }
}

extension [UInt8] {
  /// Decodes base64 with padding; fails for other text.
  ///
  /// Source: RFC 4648, section 4.
  fileprivate init?(base64 text: UnsafeBufferPointer<UInt8>) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let digits = text.prefix { $0 != 0x3D }
    guard text.count % 4 == 0, text.count - digits.count <= 2,
      text[digits.endIndex...].allSatisfy({ $0 == 0x3D })
    else { return nil }
    self = []
    var bits = 0
    var count = 0
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
  }
}
