package import Formwork
package import FormworkCore
package import FormworkJSON
package import FormworkSchema
package import FormworkSession

/// A form made from a JSON Schema, with the data that it begins with.
package struct SchemaForm: Sendable {
  /// The schema, which has the last word about the answer.
  package let schema: JSONSchema

  /// The part of the whole answer.
  package let root: SchemaPart

  /// The contents that the form begins with.
  let start: SchemaContents

  /// The members of the data that the form does not ask for.
  private let others: [JSONMember]

  /// Creates the form of a schema.
  package init(_ schema: JSONSchema, data: JSONNode? = nil) {
    self.schema = schema
    var root = SchemaPartBuilder(schema.graph).root()
    var start = SchemaContents()
    var others: [JSONMember] = []
    if case .object(var parts, let groups) = root.shape {
      for member in data?.members ?? [] {
        let candidates = parts.indices.filter { parts[$0].name == member.name }
        guard let first = candidates.first else {
          others.append(member)
          continue
        }
        let isHeld = candidates.contains { index in
          var contents = start
          let isHeld = parts[index].fill(
            &contents, at: parts[index].id.rawValue, with: member.node)
          if isHeld { start = contents }
          return isHeld
        }
        if isHeld { continue }
        // What its shape cannot hold is edited as text.
        parts[first] = parts[first].with(.raw)
        _ = parts[first].fill(&start, at: parts[first].id.rawValue, with: member.node)
      }
      root = root.with(.object(parts, groups: groups))
    } else if let data, !root.fill(&start, at: root.id.rawValue, with: data) {
      root = root.with(.raw)
      _ = root.fill(&start, at: root.id.rawValue, with: data)
    }
    (self.root, self.start, self.others) = (root, start, others)
  }

  /// The items of the form.
  package var items: [FormItem] {
    root.isObject ? root.items(schema.graph) : root.item(schema.graph).map { [$0] } ?? []
  }

  /// Returns the definition of the form.
  package func definition(
    named name: String, declineLabel: Message? = nil
  ) throws(DefinitionError) -> FormDefinition {
    let title = root.label.isEmpty ? name : root.label
    return try FormDefinition(
      name, title: .verbatim(title), detail: root.help, declineLabel: declineLabel
    ) { items }
  }

  /// Returns the answer in JSON.
  package func json(of answers: Answers) -> JSONNode {
    guard root.isObject else {
      return root.json(of: answers.answer(at: root.id)) ?? JSONNode(.null)
    }
    guard let node = root.json(of: .object(answers)), case .object(let members) = node.value else {
      return JSONNode(.object(others))
    }
    return JSONNode(.object(members + others))
  }

  /// Accepts answers if the schema does, and refuses others.
  package func outcome(of answers: Answers) throws -> SubmissionOutcome<JSONNode> {
    let answer = json(of: answers)
    let violations = try schema.violations(of: JSONDocument(parsing: answer.text()))
    if violations.isEmpty { return .accepted(answer) }
    return .refused(
      violations.map { violation in
        let message: Message = .key(
          "ask.violation",
          ["pointer": .verbatim("#" + violation.pointer), "reason": violation.reason])
        return FormIssue(nil, .customError(message))
      })
  }
}

extension SchemaPart {
  /// Returns the same part in another shape.
  func with(_ shape: Shape) -> SchemaPart {
    SchemaPart(
      name: name, id: id, schemas: schemas, label: label, annotations: annotations,
      isRequired: isRequired, shape: shape, condition: condition)
  }
}

extension JSONNode {
  /// The members of an object; empty for another value.
  fileprivate var members: [JSONMember] {
    if case .object(let members) = value { members } else { [] }
  }
}
