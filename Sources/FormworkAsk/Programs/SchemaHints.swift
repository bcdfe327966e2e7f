import FormworkCore
import FormworkJSON
import FormworkMessages
import FormworkSchema

/// A member of `x-formwork`, which a schema has for its form.
enum SchemaHint: String {
  /// The names of members, in the order of the form.
  case order

  /// An example of the content.
  case placeholder

  /// The help text, in place of the description.
  case help

  /// The usual width in columns.
  case width

  /// The program that checks the text.
  case check

  /// The program that completes the text.
  case complete

  /// The keyword that contains the hints.
  static let keyword = "x-formwork"

  /// The schema of the keyword.
  fileprivate static let rules = """
    {
      "type": "object",
      "properties": {
        "order": {"type": "array", "items": {"type": "string"}},
        "placeholder": {"type": "string"},
        "help": {"type": "string"},
        "width": {"type": "integer", "minimum": 1, "maximum": 1000},
        "check": {"$ref": "#/$defs/program"},
        "complete": {"$ref": "#/$defs/program"}
      },
      "additionalProperties": false,
      "$defs": {
        "program": {
          "type": "array",
          "minItems": 1,
          "prefixItems": [{"$ref": "#/$defs/word", "minLength": 1}],
          "items": {"$ref": "#/$defs/word"}
        },
        "word": {"type": "string", "pattern": "^[^\\\\u0000]*$"}
      }
    }
    """
}

extension SchemaGraph {
  /// Returns a hint of the first of several schemas that has it.
  func hint(_ hint: SchemaHint, of schemas: [Int]) -> JSONElement? {
    schemas.firstResult { nodes[$0].element[SchemaHint.keyword]?[hint.rawValue] }
  }

  /// The hints of all schemas.
  fileprivate var hints: [JSONElement] {
    nodes.indices.compactMap { nodes[$0].element[SchemaHint.keyword] }
  }
}

extension SchemaForm {
  /// Checks the hints of the schema, and that no program gets a secret or a value of several parts.
  package func checkHints() throws {
    let all = schema.graph.hints
    // Most schemas have no hints, and compiling takes time at the start.
    if all.isEmpty { return }
    let rules = try JSONSchema(reading: SchemaHint.rules)
    for hints in all {
      let violations = try rules.violations(of: JSONDocument(parsing: hints.node.text()))
      if let violation = violations.first {
        throw schema.graph.error(at: hints, violation.pointer, violation.reason)
      }
    }
    try root.checkPrograms(schema.graph)
  }

  /// Whether the schema names programs.
  package var hasPrograms: Bool {
    schema.graph.hints.contains {
      $0[SchemaHint.check.rawValue] != nil || $0[SchemaHint.complete.rawValue] != nil
    }
  }
}

extension SchemaPart {
  private func hint(_ hint: SchemaHint) -> JSONElement? {
    annotations.firstResult { $0[SchemaHint.keyword]?[hint.rawValue] }
  }

  /// The help text, by default the description.
  var help: Message? {
    (hint(.help) ?? annotation("description"))?.string.map { .verbatim($0) }
  }

  /// Returns a field with the hints.
  func hinted<Value>(_ field: consuming Field<Value>) -> Field<Value> {
    if annotation(SchemaHint.keyword) == nil { return field }
    if let text = hint(.placeholder)?.string { field = field.placeholder(.verbatim(text)) }
    if let width = hint(.width)?.number?.wholeNumber { field = field.extent(width) }
    if let program = program(.check) { field = field.checked(by: RemoteCheck(program.name)) }
    if let program = program(.complete) { field = field.completed(by: program.name) }
    return field
  }

  /// The programs for the outline, such as `check ./is-free`.
  var programs: [Message] {
    [SchemaHint.check, .complete].compactMap { hint in
      program(hint).map { "\(hint.rawValue) \($0.arguments.joined(separator: " "))" }
    }
  }

  private func program(_ hint: SchemaHint) -> SchemaProgram? {
    self.hint(hint).flatMap(SchemaProgram.init)
  }

  fileprivate func checkPrograms(_ graph: SchemaGraph) throws(SchemaError) {
    let program = hint(.check) ?? hint(.complete)
    switch shape {
    case .text, .date, .number, .toggle, .choice, .choices, .raw, .constant: return
    case .secret:
      if let program { throw graph.error(at: program, "", .key("ask.secretProgram")) }
    case .alternatives(let options):
      for option in options { try option.checkPrograms(graph) }
    case .object, .tuple, .list, .map, .deferred:
      if let program, !isSpread { throw graph.error(at: program, "", .key("ask.partsProgram")) }
      for part in inner { try part.checkPrograms(graph) }
    }
  }
}

extension [SchemaPart] {
  /// Returns the members in the order of a hint; a group comes where its first member does.
  func ordered(by hint: JSONElement?) -> [SchemaPart] {
    guard let names = hint?.elements.compactMap(\.string) else { return self }
    let parts = map { part -> SchemaPart in
      guard part.isSpread, case .object(let members) = part.shape else { return part }
      var group = part
      group.shape = .object(members.ordered(by: hint))
      return group
    }
    let ranks = parts.map { part in
      names.firstIndex { part.name == $0 || part.names.contains([UInt8]($0.utf8)) } ?? names.count
    }
    return indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { parts[$0] }
  }
}
