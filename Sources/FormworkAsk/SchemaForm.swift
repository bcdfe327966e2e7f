package import FormworkCore
package import FormworkJSON
package import FormworkMessages
package import FormworkSchema
package import FormworkSession

/// A form made from a JSON Schema, with the data that it begins with.
package struct SchemaForm: Sendable {
  /// The schema, by which the answer is validated at the end.
  package let schema: JSONSchema

  /// The part of the whole answer.
  package let root: SchemaPart

  /// The contents that the form begins with.
  let start: SchemaContents

  /// Creates the form of a schema.
  package init(
    _ schema: JSONSchema, data: JSONNode? = nil, showsConstants: Bool = false,
    partLimit: Int = 200_000
  ) throws(SchemaFormError) {
    self.schema = schema
    let root = try SchemaParts(schema.graph, limit: partLimit, showsConstants).root()
    let context = DataContext(graph: schema.graph, isComplete: data != nil)
    guard let data = data ?? root.defaults else {
      (self.root, start) = (root, SchemaContents())
      return
    }
    var start = SchemaContents()
    let fitted = root.fittedInPlace(to: [data], context)
    if fitted.isSection {
      fitted.fillMembers(&start, at: "", with: data, context)
    } else {
      fitted.fill(&start, at: fitted.id.rawValue, with: data, context)
    }
    (self.root, self.start) = (fitted, start)
  }

  /// The items of the form.
  package var items: [FormItem] { root.items(schema.graph) }

  /// Returns the definition of the form; the help of the schema is a note after another detail.
  package func definition(
    named name: String, detail: Message? = nil, submitLabel: Message? = nil,
    declineLabel: Message? = nil, isReviewed: Bool = false
  ) throws(DefinitionError) -> FormDefinition {
    try FormDefinition(
      name, title: title(orName: name), detail: detail ?? root.help, submitLabel: submitLabel,
      declineLabel: declineLabel, isReviewed: isReviewed
    ) {
      // No escaped name of a member is a tilde.
      if detail != nil, let help = root.help { FormItem.note("~", help) }
      items
    }
  }

  /// Returns the title of the schema, or a name.
  func title(orName name: String) -> Message {
    .verbatim(root.annotation("title")?.string ?? name)
  }

  /// Returns the answer in JSON.
  package func json(of answers: Answers) -> JSONNode {
    if root.isSection { return root.json(of: .object(answers)) ?? JSONNode(.object([])) }
    return root.json(of: answers.answer(at: root.id)) ?? .null
  }

  /// Accepts answers if the schema does, and refuses others.
  package func outcome(of answers: Answers) throws -> SubmissionOutcome<JSONNode> {
    let answer = json(of: answers)
    let violations = try schema.violations(of: JSONDocument(parsing: answer.text()))
    if violations.isEmpty { return .accepted(answer) }
    return .refused(violations.map { issue(for: $0, answers) })
  }
}

/// A fault of the form of a schema.
package enum SchemaFormError: UserMessageError, Equatable {
  /// The schema allows no value.
  case nothingAllowed

  /// The schema has more parts than a limit.
  case tooManyParts(Int)

  /// The fault and its solution.
  package var message: Message {
    switch self {
    case .nothingAllowed: .key("ask.nothingAllowed")
    case .tooManyParts(let limit): .key("ask.tooManyParts", ["limit": .number(limit)])
    }
  }
}

extension SchemaPart {
  /// The data of a form without data: the defaults of lists, maps and objects in it.
  fileprivate var defaults: JSONNode? {
    switch shape {
    case .object(let parts):
      if !isSpread, annotation("default")?.node.isObject == true { return initial }
      var members: [JSONMember] = []
      for part in parts {
        guard let value = part.defaults else { continue }
        members += part.isSpread ? value.members : [JSONMember(part.name, value)]
      }
      return members.isEmpty ? nil : JSONNode(.object(members))
    case .tuple, .list, .map, .alternatives: return initial
    default: return nil
    }
  }
}
