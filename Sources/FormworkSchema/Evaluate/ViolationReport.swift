import FormworkJSON
import FormworkMessages
import FormworkVocabulary

/// The violations of a validation.
final class ViolationReport {
  /// The keywords and names from the root to the current schema.
  var path: [String] = []
  private var found: [Key: Entry] = [:]
  private var count = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The identity of a violation, which may be found in several ways.
  struct Key: Hashable {
    let keyword: ObjectIdentifier
    let index: Int
    let missing: [String]
  }

  struct Entry {
    /// The number of violations that were found before this one.
    let number: Int
    let path: [String]
    let node: Int
    let keyword: Keyword
    let index: Int
    let reason: Message
  }

  /// Whether no more violations are wanted.
  var isFull: Bool { found.count >= limit }

  /// Adds a violation by the value at an index.
  func add(
    _ keyword: Keyword, of node: Int, at index: Int, _ missing: [String], _ reason: () -> Message
  ) {
    let key = Key(keyword: ObjectIdentifier(keyword), index: index, missing: missing)
    guard !isFull, found[key] == nil else { return }
    let path = keyword.name.isEmpty ? path : path + [keyword.name]
    found[key] = Entry(
      number: count, path: path, node: node, keyword: keyword, index: index, reason: reason())
    count += 1
  }

  /// Removes all violations, and returns them.
  func take() -> [Key: Entry] {
    defer { found = [:] }
    return found
  }

  func restore(_ found: [Key: Entry], adding others: [Key: Entry]) {
    self.found = found
    self.found.merge(others) { known, _ in known }
  }

  /// Returns the violations in the order of the document, each with the pointer of its value.
  func faults(in document: JSONDocument) -> [(entry: Entry, pointer: String, reason: Message)] {
    let ordered = found.values.sorted { ($0.index, $0.number) < ($1.index, $1.number) }
    var pointers = JSONPointerCursor(document)
    return ordered.prefix(limit).map { entry in
      let pointer = pointers.pointer(to: entry.index)
      return (entry, pointer, pointers.name.map { .name($0, entry.reason) } ?? entry.reason)
    }
  }

  /// Returns the violations in the order of the document, with the places of values and keywords.
  func violations(in evaluation: Evaluation) -> [SchemaViolation] {
    var places = JSONPlaceCursor()
    var last: (index: Int, place: JSONPlace)?
    return faults(in: evaluation.document).map { entry, pointer, reason in
      if last?.index != entry.index {
        last = (entry.index, places.place(at: entry.index, in: evaluation.document))
      }
      return SchemaViolation(
        pointer: pointer, place: last?.place ?? .start,
        keywordPath: entry.path.map { "/" + $0.escapedForPointer }.joined(),
        keywordLocation: evaluation.graph.location(of: entry.keyword.index, in: entry.node),
        reason: reason)
    }
  }

  /// The violations of a branch that does not match.
  struct Branch {
    let violations: [Key: Entry]

    /// Whether the value itself is of a wrong kind, or lacks the constant that tells the branches apart.
    private let isOtherKind: Bool

    init(_ violations: [Key: Entry], of index: Int) {
      self.violations = violations
      isOtherKind = violations.values.contains { entry in
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
    let words = ["types": Message.list(names), "kind": .key("schema.kind", of: value.kindName)]
    return names.count == 1 ? .key("schema.type.one", words) : .key("schema.type", words)
  }

  static func noChoice(_ values: [JSONElement]) -> Message {
    let shown = values.prefix(10).map(\.summary)
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

  static func pattern(_ pattern: Pattern) -> Message {
    .key("schema.pattern", ["pattern": .quoted(pattern.source)])
  }

  /// Returns JSON text on one line, cut to a length for messages.
  static func quoted(_ text: String) -> Message {
    .verbatim(JSONNode(.string(String(text.unicodeScalars.prefix(65)))).text().printable)
  }

  /// Returns a message about the name of a member.
  static func name(_ name: String, _ fault: Message) -> Message {
    .key("schema.name", ["name": .verbatim(name.printable), "fault": fault])
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
  var kindName: String { bool == nil ? "\(kind)" : "boolean" }

  /// The value on one line, cut to a length for messages, or the kind of a long one.
  var summary: Message {
    if let string { return .quoted(string) }
    let isLong = document.index(after: index) - index > 100
    return isLong ? .key("schema.kind", of: kindName) : .verbatim(node.text().printable)
  }
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
