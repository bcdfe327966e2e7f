import TestSupport

/// A random schema, and documents that are often valid, or nearly so.
///
/// Names, texts and numbers come from small sets, so that schemas and documents meet.
struct RandomSchema {
  /// All keywords of draft 2020-12 that assert or apply something.
  ///
  /// The schema of a seed contains the keyword at the seed's position, and some others.
  static let keywords = [
    "$anchor", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "additionalProperties",
    "allOf", "anyOf", "const", "contains", "dependentRequired", "dependentSchemas", "else", "enum",
    "exclusiveMaximum", "exclusiveMinimum", "format", "if", "items", "maxContains", "maxItems",
    "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength",
    "minProperties", "minimum", "multipleOf", "not", "oneOf", "pattern", "patternProperties",
    "prefixItems", "properties", "propertyNames", "required", "then", "type", "unevaluatedItems",
    "unevaluatedProperties", "uniqueItems",
  ]

  let schema: GeneratedValue
  private(set) var documents: [GeneratedValue] = []

  init(seed: UInt64) {
    var drawing = Drawing(seed: seed)
    let focus = Self.keywords[Int(seed % UInt64(Self.keywords.count))]
    drawing.drawRoot(focus: focus)
    schema = drawing.root
    for _ in 0..<4 {
      let document = drawing.document(for: schema, depth: 4)
      documents += [document, drawing.changed(document)]
    }
    documents += (0..<2).map { _ in drawing.value(depth: 2) }
  }

  /// The keywords of the schema, without those of definitions to which nothing refers.
  var usedKeywords: Set<String> {
    var found: Set<String> = []
    var followed: Set<String> = []
    func search(_ value: GeneratedValue) {
      value.elements.forEach(search)
      for member in value.members where member.name != "$defs" {
        found.insert(member.name)
        search(member.value)
        guard ["$ref", "$dynamicRef"].contains(member.name), let reference = member.value.string,
          followed.insert(reference).inserted
        else { continue }
        if reference.contains("$defs") { found.insert("$defs") }
        search(Drawing.target(of: reference, in: schema))
      }
    }
    search(schema)
    return found
  }
}

/// The draws of a random schema.
struct Drawing {
  static let names = ["a", "b", "ab", "ba"]
  static let patterns = ["^a", "b$", "^.b", "a"]
  static let texts = [
    "", "a", "ab", "é", "😀b", "aba", "1.2.3.4", "1.2.3.256", "2024-02-29", "2023-02-29",
  ]

  /// Each fraction is a binary one, as other validators calculate with binary fractions.
  static let numbers = ["0", "1", "2", "3", "-1", "1.0", "0.5", "1.5", "-2.5", "1e1", "10"]
  static let types = ["array", "boolean", "integer", "null", "number", "object", "string"]
  static let definitions = ["d0", "d1", "d2"]

  private var generator: SeededGenerator

  /// The schema of the documents, with the targets of its references.
  var root: GeneratedValue = true

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func draw(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  mutating func isDrawn(oneIn count: Int) -> Bool { draw(1...count) == 1 }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[draw(0...choices.count - 1)]
  }

  /// Draws some different elements, in any order.
  mutating func some<Element>(_ choices: [Element], _ count: ClosedRange<Int>) -> [Element] {
    Array(choices.shuffled(using: &generator).prefix(draw(count)))
  }

  mutating func list(
    _ count: ClosedRange<Int>, _ element: (inout Drawing) -> GeneratedValue
  ) -> GeneratedValue {
    .array((0..<draw(count)).map { _ in element(&self) })
  }

  mutating func map(
    _ names: [String], _ count: ClosedRange<Int>, _ value: (inout Drawing) -> GeneratedValue
  ) -> GeneratedValue {
    .object(some(names, count).map { GeneratedValue.Member(name: $0, value: value(&self)) })
  }

  mutating func number() -> GeneratedValue { .number(pick(Self.numbers)) }

  mutating func text() -> GeneratedValue { .string(pick(Self.texts)) }

  mutating func value(depth: Int) -> GeneratedValue {
    switch draw(0...(depth > 0 ? 9 : 5)) {
    case 0: .null
    case 1: .bool(isDrawn(oneIn: 2))
    case 2, 3: number()
    case 4, 5: text()
    case 6, 7: list(0...3) { $0.value(depth: depth - 1) }
    default: map(Self.names, 0...3) { $0.value(depth: depth - 1) }
    }
  }
}
