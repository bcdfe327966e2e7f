/// The targets that a schema may refer to without an endless loop.
private struct ReferenceScope {
  /// The number of definitions: in place, one refers only to earlier ones.
  var count = Drawing.definitions.count

  /// Whether the schema applies to a part of the document.
  var isInside = false

  /// Whether the schema is in the resource of the tree, rather than in that of the root.
  var isInTree = false

  var inside: ReferenceScope { ReferenceScope(isInside: true, isInTree: isInTree) }

  /// Returns the references by which a keyword is reached.
  func targets(for keyword: String) -> [String] {
    let base = isInTree ? "root" : ""
    let definitions = Drawing.definitions.prefix(count)
    let pointers = definitions.map { "\(base)#/$defs/\($0)" }
    let anchors = definitions.map { "\(base)#anchor-\($0)" }
    let resources = isInTree && !isInside ? [] : ["tree", "https://example.com/tree", "tree#node"]
    switch keyword {
    case "$defs": return pointers
    case "$anchor": return anchors
    case "$ref": return pointers + anchors + (isInside ? ["\(base)#"] : [])
    default: return resources
    }
  }
}

extension Drawing {
  /// Draws the root with its definitions, and with a resource for dynamic references.
  mutating func drawRoot(focus: String) {
    let keywords = [focus] + some(RandomSchema.keywords, 0...2)
    root = object(keywords, depth: 2, ReferenceScope())
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    root["$id"] = "https://example.com/root"
    if isDrawn(oneIn: 2) { root["$dynamicAnchor"] = "node" }
    var definitions: GeneratedValue = ["tree": tree()]
    for (index, name) in Self.definitions.enumerated() {
      let keywords = some(RandomSchema.keywords, 1...2)
      var definition = object(keywords, depth: 1, ReferenceScope(count: index))
      definition["$anchor"] = .string("anchor-\(name)")
      definitions[name] = definition
    }
    root["$defs"] = definitions
  }

  /// Draws a resource whose parts are trees too, and whose references an outer resource may redirect.
  private mutating func tree() -> GeneratedValue {
    let keywords = some(RandomSchema.keywords, 0...1)
    var tree = object(keywords, depth: 1, ReferenceScope(count: 0, isInTree: true))
    tree["$id"] = "tree"
    tree["$dynamicAnchor"] = "node"
    for keyword in some(["items", "additionalProperties", "contains"], 1...2) {
      tree[keyword] = ["$dynamicRef": "#node"]
    }
    return tree
  }

  private mutating func schema(depth: Int, _ scope: ReferenceScope) -> GeneratedValue {
    if isDrawn(oneIn: 8) { return .bool(!isDrawn(oneIn: 3)) }
    let keywords = depth > 0 ? RandomSchema.keywords : Self.assertions
    return object(some(keywords, 1...2), depth: depth, scope)
  }

  private mutating func object(
    _ keywords: [String], depth: Int, _ scope: ReferenceScope
  ) -> GeneratedValue {
    var schema: GeneratedValue = [:]
    for keyword in keywords { add(keyword, to: &schema, depth: depth, scope) }
    return schema
  }

  /// Adds a keyword with a random value, and other keywords without which it has no effect.
  private mutating func add(
    _ keyword: String, to schema: inout GeneratedValue, depth: Int, _ scope: ReferenceScope
  ) {
    switch keyword {
    case "$dynamicRef" where scope.isInside:
      schema[keyword] = .string(scope.isInTree ? "#node" : "tree#node")
    case _ where keyword.hasPrefix("$"):
      let targets = scope.targets(for: keyword)
      if !targets.isEmpty { schema["$ref"] = .string(pick(targets)) }
    case "if":
      for keyword in ["if"] + some(["then", "else"], 1...2) {
        schema[keyword] = self.schema(depth: depth - 1, scope)
      }
    case "then", "else": add("if", to: &schema, depth: depth, scope)
    case "unevaluatedItems", "unevaluatedProperties":
      let partner = pick(Self.evaluators[keyword] ?? [])
      add(partner, to: &schema, depth: depth, scope)
      schema[keyword] = isDrawn(oneIn: 2) ? false : self.schema(depth: depth - 1, scope.inside)
    default:
      if keyword.hasSuffix("Contains") { add("contains", to: &schema, depth: depth, scope) }
      schema[keyword] = assertion(keyword) ?? applicator(keyword, depth: depth - 1, scope)
    }
  }

  private static let assertions = [
    "const", "dependentRequired", "enum", "exclusiveMaximum", "exclusiveMinimum", "format",
    "maxItems", "maxLength", "maxProperties", "maximum", "minItems", "minLength", "minProperties",
    "minimum", "multipleOf", "pattern", "required", "type", "uniqueItems",
  ]

  /// The keywords that evaluate parts, so that others do not have to.
  private static let evaluators = [
    "unevaluatedItems": [
      "allOf", "anyOf", "oneOf", "if", "$ref", "not", "prefixItems", "contains",
    ],
    "unevaluatedProperties": [
      "allOf", "anyOf", "oneOf", "if", "$ref", "not", "properties", "patternProperties",
      "dependentSchemas",
    ],
  ]

  private mutating func assertion(_ keyword: String) -> GeneratedValue? {
    switch keyword {
    case "const": value(depth: 1)
    case "dependentRequired": map(Self.names, 1...2) { $0.names(0...2) }
    case "enum": list(1...4) { $0.value(depth: 1) }
    case "format": .string(pick(["date", "ipv4"]))
    case "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum": number()
    case "multipleOf": .number(pick(["0.5", "1", "1.5", "2", "3.0"]))
    case "pattern": .string(pick(Self.patterns))
    case "required": names(0...2)
    case "type":
      isDrawn(oneIn: 2) ? typeName() : .array(some(Self.types, 1...3).map { .string($0) })
    case "uniqueItems": .bool(!isDrawn(oneIn: 4))
    case _ where keyword.hasPrefix("min") || keyword.hasPrefix("max"): .number("\(draw(0...3))")
    default: nil
    }
  }

  private mutating func applicator(
    _ keyword: String, depth: Int, _ scope: ReferenceScope
  ) -> GeneratedValue {
    switch keyword {
    case "allOf", "anyOf", "oneOf": list(1...3) { $0.schema(depth: depth, scope) }
    case "dependentSchemas": map(Self.names, 1...2) { $0.schema(depth: depth, scope) }
    case "not": schema(depth: depth, scope)
    case "patternProperties":
      map(Self.patterns, 1...2) { $0.schema(depth: depth, scope.inside) }
    case "prefixItems": list(1...3) { $0.schema(depth: depth, scope.inside) }
    case "properties": map(Self.names, 1...3) { $0.schema(depth: depth, scope.inside) }
    default: schema(depth: depth, scope.inside)
    }
  }

  private mutating func typeName() -> GeneratedValue { .string(pick(Self.types)) }

  private mutating func names(_ count: ClosedRange<Int>) -> GeneratedValue {
    .array(some(Self.names, count).map { .string($0) })
  }
}
