package import FormworkJSON

/// A compiled schema object, whose subschemas are the indices of other nodes.
package struct SchemaNode: Sendable {
  /// The schema in its document.
  package let element: JSONElement

  /// The index of the resource that contains the schema.
  let resource: Int

  /// The keywords for values of all kinds.
  package var general: [Keyword] = []

  /// The keywords for numbers.
  package var numbers: [Keyword] = []

  /// The keywords for strings.
  package var strings: [Keyword] = []

  /// The keywords for arrays.
  package var arrays: [Keyword] = []

  /// The keywords for objects.
  package var objects: [Keyword] = []

  /// The keywords that apply other schemas to the same value.
  package var applicators: [Keyword] = []

  /// The schema for items and members that no other keyword has evaluated.
  package var unevaluated: [Keyword] = []
}

/// A keyword of a schema with its place.
package final class Keyword: Sendable {
  /// The name, such as `minLength`.
  package let name: String

  /// The index of the keyword's value in the document of the schema.
  let index: Int

  /// The effect of the keyword.
  package let rule: Rule

  init(name: String, index: Int, rule: Rule) {
    self.name = name
    self.index = index
    self.rule = rule
  }

  package enum Rule: Sendable {
    /// Refuses every value: the schema `false`.
    case never
    case type(TypeSet)
    case choices(Choices)
    // Exact numbers are stored indirectly, because they are larger than all other values.
    indirect case multiple(of: ExactDecimal)
    indirect case bound(Bound, ExactDecimal)
    case count(Count, minimum: Int?, maximum: Int?)
    case pattern(Pattern)
    case format(Format)
    case content(Content)
    case unique
    case items(ItemRules)
    case contains(Int, minimum: Int, maximum: Int?)
    case members(MemberRules)
    case names(Int)
    case required(NameTable)
    case dependencies([Dependency])
    case all([Int])
    case any([Int])
    case one([Int])
    case not(Int)
    case condition(if: Int, then: Int?, else: Int?)
    case reference(Int)
    case dynamicReference(Int, anchor: String)
    case unevaluated(Int, of: JSONKind)
  }

  package enum Bound: Sendable { case minimum, exclusiveMinimum, maximum, exclusiveMaximum }

  package enum Count: Sendable { case codePoints, items, members }

  /// The values of `contentMediaType` and `contentEncoding` that draft 7 may assert.
  package struct Content: Sendable {
    package let isJSON: Bool
    package let isBase64: Bool
  }
}

/// The allowed kinds of a value.
package struct TypeSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let null = TypeSet(rawValue: 1)
  package static let boolean = TypeSet(rawValue: 2)
  package static let number = TypeSet(rawValue: 4)
  package static let integer = TypeSet(rawValue: 8)
  package static let string = TypeSet(rawValue: 16)
  package static let array = TypeSet(rawValue: 32)
  package static let object = TypeSet(rawValue: 64)

  static let all: [(name: String, set: TypeSet)] = [
    ("null", .null), ("boolean", .boolean), ("number", .number), ("integer", .integer),
    ("string", .string), ("array", .array), ("object", .object),
  ]

  /// Creates the set of one kind; fails for an unknown name.
  package init?(named name: String) {
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind.set
  }

  /// The names of the kinds.
  package var names: [String] { Self.all.filter { contains($0.set) }.map(\.name) }
}

/// The values of `const` or `enum`, by their hashes.
package final class Choices: Sendable {
  /// The values in order.
  package let values: [JSONElement]
  private let indices: [Int: [Int]]

  init(_ values: [JSONElement]) {
    self.values = values
    indices = Dictionary(grouping: values.indices) { values[$0].valueHash }
  }

  func contains(_ value: JSONElement) -> Bool {
    (indices[value.valueHash] ?? []).contains { values[$0].hasSameValue(as: value) }
  }
}

/// The schemas of `prefixItems`, or of `items` in older drafts, and of the items after them.
package final class ItemRules: Sendable {
  /// The schemas of the first items.
  package let first: [Int]

  /// The schema of the other items.
  package let rest: Int?

  /// The keywords of the first and of the other items.
  let names: (first: String, rest: String)

  init(first: [Int], rest: Int?, names: (first: String, rest: String)) {
    self.first = first
    self.rest = rest
    self.names = names
  }
}

/// The schemas of members, by name, by pattern, and of all others.
package final class MemberRules: Sendable {
  /// The names with own schemas.
  package let names: NameTable

  /// The schemas of the names.
  package let named: [Int]

  /// Schemas of the members whose names match a pattern.
  package let patterns: [(source: String, pattern: Pattern, node: Int)]

  /// The schema of the other members.
  package let rest: Int?

  init(
    _ names: [String], _ named: [Int],
    _ patterns: [(source: String, pattern: Pattern, node: Int)], rest: Int?
  ) {
    self.names = NameTable(names)
    self.named = named
    self.patterns = patterns
    self.rest = rest
  }
}

/// The effect of the presence of a member.
package final class Dependency: Sendable {
  /// The name of the member.
  package let name: String

  /// The names that are required with it.
  package let required: NameTable

  /// The schema that the object has to match.
  package let node: Int?

  init(name: String, names: [String], node: Int?) {
    self.name = name
    required = NameTable(names)
    self.node = node
  }
}

/// A set of names that is searched by the hashes of a document's names.
package final class NameTable: Sendable {
  /// The names in order.
  package let names: [String]
  private let hashes: [UInt32]

  /// The indices of names plus one by their hashes, with linear probing; 0 for free slots.
  private let slots: [Int32]

  init(_ names: [String]) {
    self.names = names
    hashes = names.map {
      var name = $0
      return name.withUTF8(JSONDocument.hash(of:))
    }
    var capacity = 4
    while capacity < names.count * 2 { capacity *= 2 }
    var slots = [Int32](repeating: 0, count: capacity)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(hash) & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = Int32(index + 1)
    }
    self.slots = slots
  }

  /// Returns the index of a name; `nil` if it is not in the set.
  func index(of text: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int? {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot] - 1)
      if hashes[index] == hash, names[index].utf8.elementsEqual(text) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
