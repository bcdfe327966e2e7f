import FormworkCore
import FormworkJSON
import FormworkMessages
import FormworkSchema

extension SchemaPart {
  /// Returns the items that ask for the members of an object, or for another value.
  func items(_ graph: SchemaGraph) -> [FormItem] {
    switch shape {
    case .object(let parts), .tuple(let parts): parts.compactMap { $0.item(graph, beside: parts) }
    default: item(graph).map { [$0] } ?? []
    }
  }

  /// Returns the item that asks for the value, or shows it; `nil` for a constant.
  func item(_ graph: SchemaGraph, beside parts: [SchemaPart] = []) -> FormItem? {
    let condition = condition?.condition(parts)
    func asking<Value>(_ field: consuming Field<Value>) -> FormItem {
      let field = withRules(field, graph)
      return condition.map { field.shown(when: $0).item } ?? field.item
    }
    func asking<Value>(_ field: Field<Value?>, required: Field<Value>) -> FormItem {
      needsContent ? asking(required) : asking(field)
    }
    func asking<Value>(_ section: Section<Value>, size: Int? = nil) -> FormItem {
      let section = withRules(section, size: size, graph)
      return condition.map { section.shown(when: $0).item } ?? section.item
    }
    guard isAsked else { return nil }
    switch shape {
    case .constant(let value):
      guard isShown || isTrue("readOnly") else { return nil }
      let text: Message = .key(
        "ask.line", ["label": label, "kind": .verbatim(value.plainText.replacingControls())])
      return .note(name: id.rawValue, text)
    case .text(let isArea):
      let field = isArea ? Field.textArea(id, label: label) : .text(id, label: label)
      return asking(needsContent ? field.required() : field)
    case .secret:
      let field = Field.secret(id, label: label)
      return asking(needsContent ? field.required() : field)
    case .date:
      let field = Field.date(id, label: label)
      return asking(needsContent ? field.required() : field)
    case .number(isWhole: true):
      let field = Field.wholeNumber(id, label: label)
      return asking(field, required: field.required())
    case .number:
      let field = Field.decimal(id, label: label)
      return asking(field, required: field.required())
    case .toggle: return asking(Field.toggle(id, label: label))
    case .choice(let choices):
      let field = Field.choice(id, label: label, options: choices.options)
      return asking(field, required: field.required())
    case .choices(let choices):
      let field = Field.choices(id, label: label, options: choices.options)
      let isMarked = isRequired && annotation("minItems")?.number?.wholeNumber ?? 0 > 0
      return asking(isMarked ? field.required() : field)
    case .raw:
      let field = Field.json(id, label: label)
      return asking(field, required: field.required())
    case .object, .tuple:
      let section = Section(id, label: label) { items(graph) }
      if needsContent || isSpread && isRequired { return asking(section) }
      return asking(section.optional(), size: questionCount)
    case .list(let item, let range):
      let count = isRequired && empty != .null ? range : 0...range.upperBound
      if item.isSection {
        let members = item.items(graph)
        return asking(Section.list(id, label: label, item: item.label, count) { members })
      }
      guard let inner = item.item(graph) else { return nil }
      return asking(Section.list(id, label: label, item: item.label, count, of: inner))
    case .map(let value, let key):
      guard let inner = value.item(graph) else { return nil }
      return asking(
        Section.map(id, label: label, item: .key("ask.entry"), key: key.field(graph), of: inner))
    case .alternatives(let options):
      let sections = options.map { option in
        Section(option.id, label: option.label) { option.items(graph) }
      }
      let section = Section.alternatives(id, label: label, sections)
      return needsContent ? asking(section) : asking(section.optional())
    case .deferred(let part):
      let section = Section.deferred(id, label: label, part.body)
      return needsContent ? asking(section) : asking(section.optional())
    }
  }

  /// Returns a field with the annotations and the rules of the schemas.
  private func withRules<Answer>(
    _ field: consuming Field<Answer>, _ graph: SchemaGraph
  ) -> Field<Answer> {
    let shown = (help.map { [$0] } ?? []) + (isTrue("deprecated") ? [.key("ask.deprecated")] : [])
    if !shown.isEmpty { field = field.detail(.sentences(shown)) }
    let hint = initial == nil ? annotation("default")?.node : nil
    if let example = hint ?? annotation("examples")?.elements.lazy.map(\.node).first {
      field = field.placeholder(.verbatim(example.plainText))
    }
    if let content = initial.flatMap(content(of:)) { field = field.initialAnswer(content: content) }
    // The rule keeps a few properties, because a whole part is large.
    return hinted(field).rule { [shape, empty, isSpread, schemas] (value: Value) in
      guard let value = shape.json(of: value.content, empty: empty) else { return nil }
      if isSpread, !value.isObject { return .customError(.key("ask.notAnObject")) }
      return graph.fault(of: value, by: schemas).map { .customError($0) }
    }
  }

  /// The number of questions in an object; a list counts as one.
  private var questionCount: Int {
    switch shape {
    case .object(let parts), .tuple(let parts):
      parts.filter(\.isAsked).reduce(0) { $0 + $1.questionCount }
    default: 1
    }
  }

  private func withRules<Value>(
    _ section: Section<Value>, size: Int?, _ graph: SchemaGraph
  ) -> Section<Value> {
    var section = section
    switch (help, size) {
    case (let help?, let size?):
      section = section.detail(.key("ask.questions.help", ["help": help], count: size))
    case (nil, let size?): section = section.detail(.key("ask.questions", count: size))
    case (let help?, nil): section = section.detail(help)
    case (nil, nil): break
    }
    guard !isSpread, MergedSchemas(graph, schemas).hasRulesForTheWhole else { return section }
    return section.rule { (answer: Answer) in
      guard let value = json(of: answer) else { return nil }
      if case .alternatives(let options) = shape, case .alternative(let name, _) = answer,
        let branch = options.first(where: { $0.id == name })?.schemas.first,
        graph.partFault(of: value, by: [branch]) != nil
      {
        // The part of the chosen alternative shows its fault.
        return nil
      }
      return graph.ownFault(of: value, by: schemas).map { .customError($0) }
    }
  }
}

extension Pattern {
  /// Returns whether a text matches, or takes too many steps, which the final validation reports.
  func mayMatch(_ text: [UInt8]) -> Bool {
    do { return try text.withUnsafeBufferPointer(matches) } catch { return true }
  }
}

extension SchemaPart.MemberKey {
  /// Whether a name matches one of the patterns, if there are any.
  func matches(_ name: String) -> Bool {
    patterns.isEmpty || patterns.contains { $0.pattern.mayMatch(Array(name.utf8)) }
  }

  /// Returns the field of a name.
  fileprivate func field(_ graph: SchemaGraph) -> Field<String> {
    Field.text("key", label: .key("ask.key")).rule { name, _ in
      if others.contains(Array(name.utf8)) { return .customError(.key("ask.sameName")) }
      if !matches(name), let pattern = patterns.first {
        return .customError(.key("schema.pattern", ["pattern": .verbatim(pattern.source)]))
      }
      return graph.fault(of: JSONNode(.string(name)), by: schemas).map { .customError($0) }
    }
  }
}

extension JSONNode {
  /// The text of a string, or JSON.
  fileprivate var plainText: String { text ?? text() }
}

extension SchemaGraph {
  /// Returns the first violation of schemas by a value.
  func fault(of value: JSONNode, by schemas: [Int]) -> Message? {
    fault(of: value, by: schemas) { _, _ in true }
  }

  /// Returns the first violation of schemas by a value as a whole, except for missing members.
  func ownFault(of value: JSONNode, by schemas: [Int]) -> Message? {
    fault(of: value, by: schemas) { $0.isEmpty && $1.missingName == nil }
  }

  /// Returns the first violation of schemas by a part of a value.
  func partFault(of value: JSONNode, by schemas: [Int]) -> Message? {
    fault(of: value, by: schemas) { pointer, _ in !pointer.isEmpty }
  }

  private func fault(
    of value: JSONNode, by schemas: [Int],
    where isMeant: (_ pointer: String, _ reason: Message) -> Bool
  ) -> Message? {
    do {
      let document = try JSONDocument(parsing: value.text())
      for schema in schemas {
        let found = try faults(of: document, by: schema, steps: Self.liveSteps)
        if let fault = found.first(where: { isMeant($0.pointer, $0.reason) }) {
          return fault.reason
        }
      }
      return nil
    } catch is SchemaLimitExceeded {
      // The validation of the whole has higher limits.
      return nil
    } catch {
      return Message(explaining: error)
    }
  }

  /// The maximum number of steps while the user types, which take milliseconds.
  private static var liveSteps: Int { 200_000 }
}

extension Message {
  /// The name of the missing member, if this is the reason of a violation about one.
  var missingName: String? {
    guard case .key(let key, let arguments, _) = self,
      ["schema.required", "schema.dependentRequired"].contains(key),
      case .verbatim(let name)? = arguments["name"]
    else { return nil }
    return name
  }
}
