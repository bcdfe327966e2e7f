extension Drawing {
  /// Draws a document that many keywords of a schema accept.
  mutating func document(for schema: GeneratedValue, depth: Int) -> GeneratedValue {
    guard depth > 0, !schema.members.isEmpty else { return value(depth: 1) }
    if let const = schema["const"] { return const }
    if let choices = schema["enum"]?.elements, !choices.isEmpty { return pick(choices) }
    var document = inherited(from: schema, depth: depth) ?? plain(for: schema)
    if case .object = document { fill(&document, for: schema, depth: depth) }
    if case .array(let elements) = document {
      document = .array(self.elements(elements, for: schema, depth: depth))
    }
    return document
  }

  /// Changes a part of a document, which makes many valid ones invalid.
  mutating func changed(_ document: GeneratedValue) -> GeneratedValue {
    switch document {
    case .object(let members) where !members.isEmpty && !isDrawn(oneIn: 4):
      var document = document
      let name = pick(members).name
      document[name] = isDrawn(oneIn: 3) ? nil : document[name].map { changed($0) }
      return document
    case .array(var elements) where !elements.isEmpty && !isDrawn(oneIn: 4):
      let index = draw(0...elements.count - 1)
      switch draw(0...3) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = changed(elements[index])
      }
      return .array(elements)
    default: return value(depth: 1)
    }
  }

  /// Draws a document for a schema that applies in place; `nil` if none was chosen.
  private mutating func inherited(from schema: GeneratedValue, depth: Int) -> GeneratedValue? {
    var choices = ["allOf", "anyOf", "oneOf"].flatMap { schema[$0]?.elements ?? [] }
    choices += ["if", "then", "else"].compactMap { schema[$0] }
    choices += (schema["dependentSchemas"]?.members ?? []).map(\.value)
    choices += ["$ref", "$dynamicRef"].compactMap { schema[$0]?.string }
      .map { Self.target(of: $0, in: root) }
    guard !choices.isEmpty, !isDrawn(oneIn: 5) else { return nil }
    return document(for: pick(choices), depth: depth - 1)
  }

  /// Returns the target of a reference, or of a dynamic one before it is redirected.
  static func target(of reference: String, in root: GeneratedValue) -> GeneratedValue {
    let names =
      definitions.filter { reference.hasSuffix($0) } + (reference.contains("tree") ? ["tree"] : [])
    return names.first.flatMap { root["$defs"]?[$0] } ?? root
  }

  /// Draws a document of a type that the schema names, or that one of its keywords is about.
  private mutating func plain(for schema: GeneratedValue) -> GeneratedValue {
    let named = schema["type"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) }
    let related = schema.members.compactMap { Self.type(of: $0.name) }
    return switch pick(named ?? (related.isEmpty ? Self.types : related)) {
    case "array": []
    case "boolean": .bool(isDrawn(oneIn: 2))
    case "null": .null
    case "object": [:]
    case "string": text()
    default: number()
    }
  }

  /// Returns the type that a keyword is about; `nil` if there is none.
  private static func type(of keyword: String) -> String? {
    switch keyword {
    case "items", "prefixItems", "contains", "unevaluatedItems", "uniqueItems", "minItems",
      "maxItems", "minContains", "maxContains":
      "array"
    case "minLength", "maxLength", "pattern", "format": "string"
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf": "number"
    case "required", "dependentRequired": "object"
    case _ where keyword.lowercased().hasSuffix("properties"): "object"
    default: nil
    }
  }

  /// Adds members that the schema describes or requires.
  private mutating func fill(
    _ document: inout GeneratedValue, for schema: GeneratedValue, depth: Int
  ) {
    let properties = schema["properties"] ?? [:]
    var names = (schema["required"]?.elements ?? []).compactMap(\.string)
    names += some(properties.members.map(\.name), 0...3)
    for _ in 0..<(schema["minProperties"]?.int ?? draw(0...1)) { names.append(pick(Self.names)) }
    let others =
      (schema["patternProperties"]?.members.map(\.value) ?? [])
      + ["additionalProperties", "unevaluatedProperties"].compactMap { schema[$0] }
    for name in names where document[name] == nil {
      let part = properties[name] ?? (others.isEmpty ? true : pick(others))
      document[name] = self.document(for: part, depth: depth - 1)
    }
  }

  /// Draws more elements, which the schema describes or requires.
  private mutating func elements(
    _ elements: [GeneratedValue], for schema: GeneratedValue, depth: Int
  ) -> [GeneratedValue] {
    var elements = elements
    let prefix = schema["prefixItems"]?.elements ?? []
    let others = ["items", "contains", "unevaluatedItems"].compactMap { schema[$0] }
    let least = max(schema["minItems"]?.int ?? 0, schema["minContains"]?.int ?? 0)
    for _ in 0..<draw(least...max(least, schema["maxItems"]?.int ?? 3)) {
      let part =
        elements.count < prefix.count
        ? prefix[elements.count] : others.isEmpty ? true : pick(others)
      elements.append(document(for: part, depth: depth - 1))
    }
    return elements
  }
}
