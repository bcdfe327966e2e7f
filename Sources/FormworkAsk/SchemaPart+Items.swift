import FormworkCore
import FormworkJSON
import FormworkSchema

extension SchemaPart {
  /// Returns the items that ask for the members of an object, or for another value.
  func items(_ graph: SchemaGraph) -> [FormItem] {
    guard case .object(let members, let groups) = shape else {
      return item(graph).map { [$0] } ?? []
    }
    var items: [FormItem] = []
    var next = 0
    for (number, group) in groups.enumerated() {
      items += members[next..<group.members.lowerBound].compactMap { $0.item(graph) }
      let inner = members[group.members].compactMap { $0.item(graph) }
      items.append(.group(name: "group\(number + 1)x", label: .verbatim(group.label), inner))
      next = group.members.upperBound
    }
    return items + members[next...].compactMap { $0.item(graph) }
  }

  /// Returns the item that asks for the value; `nil` for a constant.
  func item(_ graph: SchemaGraph) -> FormItem? {
    switch shape {
    case .constant: return nil
    case .text(let isArea):
      let field = isArea ? Field.textArea(id, label: text) : .text(id, label: text)
      return asking(isRequired ? field.required() : field, graph)
    case .secret:
      let field = Field.secret(id, label: text)
      return asking(isRequired ? field.required() : field, graph)
    case .dateTime:
      let field = Field.date(id, label: text)
      return asking(isRequired ? field.required() : field, graph)
    case .number(isWhole: true):
      let field = Field.wholeNumber(id, label: text)
      return isRequired ? asking(field.required(), graph) : asking(field, graph)
    case .number:
      let field = Field.decimal(id, label: text)
      return isRequired ? asking(field.required(), graph) : asking(field, graph)
    case .toggle: return asking(Field.toggle(id, label: text), graph)
    case .choice(let choices):
      let field = Field.choice(id, label: text, options: choices.options)
      return isRequired ? asking(field.required(), graph) : asking(field, graph)
    case .choices(let choices):
      return asking(Field.choices(id, label: text, options: choices.options), graph)
    case .raw:
      let field = Field.json(id, label: text)
      return isRequired ? asking(field.required(), graph) : asking(field, graph)
    case .object: return asking(Section(id, label: text) { self.items(graph) })
    case .list(let item, let range):
      let count = isRequired ? range : 0...range.upperBound
      if item.isObject {
        let members = item.items(graph)
        return asking(Section.list(id, label: text, item: item.itemLabel, count) { members })
      }
      guard let inner = item.item(graph) else { return nil }
      return asking(Section.list(id, label: text, item: item.itemLabel, count, of: inner))
    case .map(let value):
      guard let inner = value.item(graph) else { return nil }
      let key = Field.text("key", label: .key("ask.key"))
      return asking(Section.map(id, label: text, item: .key("ask.entry"), key: key, of: inner))
    case .alternatives(let options):
      let sections = options.map { option in
        Section(option.id, label: option.text) { option.items(graph) }
      }
      let section = Section.alternatives(id, label: text, sections)
      return isRequired ? asking(section) : asking(section.optional())
    case .deferred(let part):
      let body = DeferredBody(id.rawValue) { part().items(graph) }
      let section = Section.deferred(id, label: text, body)
      return asking(section)
    }
  }

  /// Whether the value is an object whose members stand for themselves in a list or alternative.
  var isObject: Bool { if case .object = shape { true } else { false } }

  private var text: Message { .verbatim(label.isEmpty ? id.unescaped : label) }

  private var itemLabel: Message { .verbatim(label.isEmpty ? "Item" : label) }

  /// Returns a field with the annotations and the rules of the schemas.
  private func asking<Value>(_ field: Field<Value>, _ graph: SchemaGraph) -> FormItem {
    var field = field
    let isDeprecated = annotation("deprecated")?.bool == true
    let shown = [help, isDeprecated ? .key("ask.deprecated") : nil].compactMap(\.self)
    if !shown.isEmpty { field = field.detail(.sentences(shown)) }
    if let example = annotation("examples")?.elements.first(where: { _ in true }) {
      field = field.placeholder(.verbatim(example.string ?? example.node.text()))
    }
    if let value = annotation("default"), let content = content(of: value.node) {
      field = field.initialAnswer(content: content)
    }
    field = hinted(field)
    let plain = field
    let judged = field.rule { [self] (answer: Value, _) -> Violation? in
      guard let value = json(of: plain.content(for: answer)) else { return nil }
      return graph.fault(of: value, by: schemas).map { .customError($0) }
    }
    return condition.map { judged.shown(when: $0).item } ?? judged.item
  }

  private func asking<Value>(_ section: Section<Value>) -> FormItem {
    var section = section
    if let help { section = section.detail(help) }
    let isOptional =
      switch shape {
      case .object, .deferred: !isRequired
      default: false
      }
    if let condition {
      let shown = section.shown(when: condition)
      return isOptional ? shown.optional().item : shown.item
    }
    return isOptional ? section.optional().item : section.item
  }
}

extension [SchemaPart.Choice] {
  /// The options of a field: their names are the values as text.
  var options: [FieldKind.Option] {
    map { FieldKind.Option($0.value.name, label: .verbatim($0.label)) }
  }
}

extension JSONNode {
  /// The name of the value as an option.
  var name: String { if case .string(let text) = value { text } else { text() } }
}

extension SchemaGraph {
  /// Returns the first violation of schemas by a value.
  func fault(of value: JSONNode, by schemas: [Int]) -> Message? {
    do {
      let document = try JSONDocument(parsing: value.text())
      for schema in schemas {
        if let violation = try violations(of: document, by: schema).first {
          return violation.reason
        }
      }
      return nil
    } catch {
      return Message(explaining: error)
    }
  }
}
