import FormworkCore
import FormworkJSON
import FormworkSchema

/// Makes the parts of a form from the schemas of a graph.
struct SchemaPartBuilder: Sendable {
  let graph: SchemaGraph

  /// The schemas of the objects around the current part.
  private var path: [[Int]] = []

  init(_ graph: SchemaGraph) { self.graph = graph }

  /// Returns the part of the whole document.
  func root() -> SchemaPart { part(named: "", id: "value", [0], isRequired: true) }

  private func part(
    named name: String, id: FieldID, _ schemas: [Int], isRequired: Bool
  ) -> SchemaPart {
    let merged = graph.merged(schemas)
    let annotations = merged.map { graph.nodes[$0].element }
    let title = annotations.lazy.compactMap { $0["title"]?.string }.first
    return SchemaPart(
      name: name, id: id, schemas: schemas, label: title ?? name.spaced, annotations: annotations,
      isRequired: isRequired, shape: shape(of: merged, isRequired: isRequired))
  }

  // MARK: Shapes

  private func shape(of schemas: [Int], isRequired: Bool) -> SchemaPart.Shape {
    if let value = graph.values(of: "const", in: schemas).first { return .constant(value.node) }
    if let choices = choices(of: schemas) { return .choice(choices) }
    if let shape = alternatives(of: schemas) { return shape }
    // Null alone can be left out.
    switch graph.types(of: schemas).subtracting(.null) {
    case .string: return text(of: schemas)
    case .integer: return .number(isWhole: true)
    case [.number, .integer]: return .number(isWhole: false)
    case .boolean:
      let hasDefault = !graph.values(of: "default", in: schemas).isEmpty
      return isRequired || hasDefault ? .toggle : .choice(SchemaPart.Choice.yesOrNo)
    case .array: return list(of: schemas)
    case .object: return object(of: schemas)
    case let types where types.contains(.object) && hasMembers(schemas): return object(of: schemas)
    default: return .raw
    }
  }

  private func hasMembers(_ schemas: [Int]) -> Bool {
    !graph.values(of: "properties", in: schemas).isEmpty
      && graph.values(of: "type", in: schemas).isEmpty
  }

  private func text(of schemas: [Int]) -> SchemaPart.Shape {
    let isSecret = graph.values(of: "writeOnly", in: schemas).contains { $0.bool == true }
    switch graph.values(of: "format", in: schemas).first?.string {
    case "password": return .secret
    case _ where isSecret: return .secret
    case "date": return .dateTime(.date)
    default: return .text(isArea: !graph.values(of: "contentMediaType", in: schemas).isEmpty)
    }
  }

  /// Returns the values of `enum`, or of alternatives that are constants.
  private func choices(of schemas: [Int]) -> [SchemaPart.Choice]? {
    if let values = graph.values(of: "enum", in: schemas).first {
      return values.elements.map { SchemaPart.Choice(value: $0.node, label: $0.label) }
    }
    for name in ["oneOf", "anyOf"] {
      for list in graph.values(of: name, in: schemas) {
        let choices = list.elements.map { branch in
          branch["const"].map {
            SchemaPart.Choice(value: $0.node, label: branch["title"]?.string ?? $0.label)
          }
        }
        if !choices.isEmpty, !choices.contains(where: { $0 == nil }) {
          return choices.compactMap(\.self)
        }
      }
    }
    return nil
  }

  private func alternatives(of schemas: [Int]) -> SchemaPart.Shape? {
    for (number, schema) in schemas.enumerated() {
      for keyword in graph.nodes[schema].applicators {
        let branches: [Int]
        switch keyword.rule {
        case .any(let nodes), .one(let nodes): branches = nodes
        default: continue
        }
        // Branches that only require other members are left to the validation of the whole.
        guard branches.allSatisfy(isOwnShape) else { continue }
        var others = schemas
        others.remove(at: number)
        return .alternatives(
          branches.enumerated().map { alternative($0, [$1] + others) })
      }
    }
    return nil
  }

  private func isOwnShape(_ schema: Int) -> Bool {
    let merged = graph.merged([schema])
    return graph.types(of: merged).names.count < 7 || hasMembers(merged)
      || !graph.values(of: "enum", in: merged).isEmpty
  }

  private func alternative(_ index: Int, _ schemas: [Int]) -> SchemaPart {
    let part = part(named: "", id: "value", schemas, isRequired: true)
    let label = part.label.isEmpty ? "Alternative \(index + 1)" : part.label
    return SchemaPart(
      name: "", id: "option\(index + 1)", schemas: part.schemas, label: label,
      annotations: part.annotations, isRequired: true, shape: part.shape)
  }

  private func list(of schemas: [Int]) -> SchemaPart.Shape {
    guard graph.values(of: "prefixItems", in: schemas).isEmpty else { return .raw }
    var items: [Int] = []
    var range = 0...Int.max
    for schema in schemas {
      for keyword in graph.nodes[schema].arrays {
        switch keyword.rule {
        case .items(let rules):
          guard rules.first.isEmpty, let rest = rules.rest else { return .raw }
          items.append(rest)
        case .count(.items, let minimum, let maximum):
          let least = max(range.lowerBound, minimum ?? 0)
          range = least...max(least, min(range.upperBound, maximum ?? .max))
        default: break
        }
      }
    }
    guard !items.isEmpty else { return .raw }
    let merged = graph.merged(items)
    if graph.values(of: "uniqueItems", in: schemas).contains(where: { $0.bool == true }),
      let choices = choices(of: merged)
    {
      return .choices(choices)
    }
    let item = part(named: "", id: "item", items, isRequired: true)
    if case .constant = item.shape { return .raw }
    return .list(item, range)
  }

  private func object(of schemas: [Int]) -> SchemaPart.Shape {
    guard !path.contains(schemas) else {
      let builder = SchemaPartBuilder(graph)
      return .deferred { builder.part(named: "", id: "value", schemas, isRequired: true) }
    }
    var inner = self
    inner.path.append(schemas)
    var members: [(name: String, schemas: [Int])] = []
    var groups: [SchemaPart.Group] = []
    var required: Set<String> = []
    var others: [Int] = []
    for schema in schemas {
      let start = members.count
      for keyword in graph.nodes[schema].objects {
        switch keyword.rule {
        case .members(let rules):
          for (name, node) in zip(rules.names.names, rules.named) {
            if let known = members.firstIndex(where: { $0.name == name }) {
              members[known].schemas.append(node)
            } else {
              members.append((name, [node]))
            }
          }
          others += rules.patterns.map(\.node) + (rules.rest.map { [$0] } ?? [])
        case .required(let names): required.formUnion(names.names)
        default: break
        }
      }
      if schema != schemas.first, let title = graph.nodes[schema].element["title"]?.string,
        start < members.count
      {
        groups.append(SchemaPart.Group(label: title, members: start..<members.count))
      }
    }
    if members.isEmpty {
      guard let value = others.first, case .object = graph.nodes[value].element.kind else {
        return .raw
      }
      return .map(inner.part(named: "", id: "value", [value], isRequired: true))
    }
    var parts = members.enumerated().map { number, member in
      inner.part(
        named: member.name, id: Self.id(of: member.name, number), member.schemas,
        isRequired: required.contains(member.name))
    }
    parts += inner.conditionalParts(of: schemas, beside: parts)
    return SchemaPart.object(parts, groups: groups, order: graph.hint(.order, of: schemas))
  }

  // MARK: Conditions

  /// Returns the members of `then` and `else` that are not among others.
  private func conditionalParts(of schemas: [Int], beside known: [SchemaPart]) -> [SchemaPart] {
    var parts: [SchemaPart] = []
    for schema in schemas {
      for case .condition(let test, let positive, let negative)
        in graph.nodes[schema].applicators.map(\.rule)
      {
        let condition = condition(graph.merged([test]), on: known)
        for (branch, condition) in [
          (positive, condition), (negative, condition.map(Condition.not)),
        ] {
          guard let branch, case .object(let members, _) = object(of: graph.merged([branch])) else {
            continue
          }
          for part in members where !known.contains(where: { $0.name == part.name }) {
            let count = parts.count { $0.name == part.name }
            parts.append(
              SchemaPart(
                name: part.name, id: count == 0 ? part.id : "\(part.id)-\(count + 1)",
                schemas: part.schemas, label: part.label, annotations: part.annotations,
                isRequired: part.isRequired, shape: part.shape, condition: condition))
          }
        }
      }
    }
    return parts
  }

  /// Returns the condition that members have constant values, or are there; `nil` for other conditions.
  private func condition(_ schemas: [Int], on parts: [SchemaPart]) -> Condition? {
    var conditions: [Condition] = []
    for schema in schemas {
      for keyword in graph.nodes[schema].objects {
        switch keyword.rule {
        case .members(let rules):
          for (name, node) in zip(rules.names.names, rules.named) {
            guard let part = parts.first(where: { $0.name == name }),
              let equality = equality(of: part, to: graph.merged([node]))
            else { return nil }
            conditions.append(equality)
          }
        case .required(let names):
          for name in names.names {
            guard let part = parts.first(where: { $0.name == name }) else { return nil }
            if case .toggle = part.shape { continue }
            conditions.append(.isFilled(part.id))
          }
        default: return nil
        }
      }
    }
    return conditions.isEmpty ? nil : .all(conditions)
  }

  /// Returns the condition that a member has one of the values of `const` or `enum`.
  private func equality(of part: SchemaPart, to schemas: [Int]) -> Condition? {
    let constants = graph.values(of: "const", in: schemas).map(\.node)
    let values = graph.values(of: "enum", in: schemas).flatMap { $0.elements.map(\.node) }
    let conditions = (constants + values).compactMap { value -> Condition? in
      switch (part.shape, value.value) {
      case (.text(isArea: false), .string(let text)): .equals(part.id, .text(text))
      case (.toggle, .bool(let isOn)): .equals(part.id, .toggle(isOn))
      case (.number(isWhole: true), .number(let number)):
        number.wholeNumber.map { .equals(part.id, .wholeNumber($0)) }
      case (.number, .number(let number)): .equals(part.id, .decimal(number))
      case (.choice(let choices), _):
        choices.contains { $0.value == value } ? .equals(part.id, .choice(value.name)) : nil
      default: nil
      }
    }
    return conditions.isEmpty ? nil : .any(conditions)
  }

  /// Returns the name of a member in the form, which some names cannot be.
  private static func id(of name: String, _ number: Int) -> FieldID {
    let isPossible =
      !name.isEmpty && name != ".." && !name.hasSuffix("?") && Int(name) == nil
    return isPossible ? FieldID(escaping: name) : "member\(number + 1)"
  }
}

extension SchemaPart.Choice {
  static let yesOrNo = [
    SchemaPart.Choice(value: JSONNode(.bool(true)), label: "yes"),
    SchemaPart.Choice(value: JSONNode(.bool(false)), label: "no"),
  ]
}

extension JSONElement {
  /// The value as the label of an option.
  fileprivate var label: String { string ?? node.text() }
}

extension String {
  /// A name such as `firstName` or `first_name` as words: `First name`.
  fileprivate var spaced: String {
    var words = ""
    var last: Character = " "
    for character in self {
      if character == "_" || character == "-" {
        words.append(" ")
      } else if character.isUppercase, last.isLowercase {
        words += " " + character.lowercased()
      } else {
        words.append(character)
      }
      last = character
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
