import FormworkCore
import FormworkJSON

extension SchemaPart.Shape {
  /// Returns the value for the content of a field; `nil` if the content has no value.
  ///
  /// Empty content has the value `empty`.
  func json(of content: FieldContent, empty: JSONNode?) -> JSONNode? {
    switch (self, content) {
    case (.toggle, .toggle(let isOn)): return JSONNode(.bool(isOn))
    case _ where content.isEmpty: return empty
    case (.text, .text(let text)), (.date, .text(let text)): return JSONNode(.string(text))
    case (.secret(let isJSON), .secret(let secret)):
      let text = secret.withBytes { String(decoding: $0, as: UTF8.self) }
      if isJSON {
        // A new text is typed as it is.
        do { return try JSONReader.read(text) } catch { return JSONNode(.string(text)) }
      }
      return JSONNode(.string(text))
    case (.number, .text(let text)): return ExactDecimal(text).map { JSONNode(.number($0)) }
    case (.choice(let choices), .choice(let name?)): return choices.value(named: name)
    case (.choices(let choices), .choices(let names)):
      return JSONNode(.array(names.compactMap(choices.value(named:))))
    case (.raw, .text(let text)):
      // Content that is not JSON has no value.
      do { return try JSONReader.read(text) } catch { return nil }
    default: return nil
    }
  }
}

extension SchemaPart {
  /// Returns the value for an answer; `nil` if there is none.
  func json(of answer: Answer?) -> JSONNode? {
    switch (shape, answer) {
    case (.constant(let value), _): return value
    case (.object(let members), .object(let answers)?):
      // Parts whose conditions overlap may have the same name.
      var names: Set<[UInt8]> = []
      let all = members.flatMap { $0.members(of: answers) }
      return JSONNode(.object(all.filter { names.insert(Array($0.name.utf8)).inserted }))
    case (.tuple(let parts), .object(let answers)?):
      return JSONNode(.array(parts.items(of: answers)))
    case (.deferred(let part), .object?): return part.make().json(ofContained: answer)
    case (.list(let item, _), .list(let items)?):
      return items.isEmpty ? empty : JSONNode(.array(items.map { item.json(of: $0) ?? .null }))
    case (.map(let value, _), .object(let entries)?):
      let members = entries.fields.map { key in
        JSONMember(key.unescaped, value.json(of: entries.answer(at: key)) ?? .null)
      }
      return members.isEmpty ? empty : JSONNode(.object(members))
    case (.alternatives(let options), .alternative(let chosen, let answer)?):
      return options.first { $0.id == chosen }?.json(ofContained: answer)
    case (_, .value(let value)?): return shape.json(of: value.content, empty: empty)
    default: return condition == nil ? empty : nil
    }
  }

  /// Returns the value for the answer of a section that contains the part, or the members of an object.
  private func json(ofContained answer: Answer?) -> JSONNode? {
    if isSection { return json(of: answer) }
    guard case .object(let members)? = answer else { return json(of: nil) }
    return json(of: members.answer(at: id))
  }

  private func members(of answers: Answers) -> [JSONMember] {
    guard let value = json(of: answers.answer(at: id)) else { return [] }
    return isSpread ? value.members : [JSONMember(name, value)]
  }
}

extension [SchemaPart] {
  /// Returns the items of a tuple, with null for a missing one before others.
  fileprivate func items(of answers: Answers) -> [JSONNode] {
    var items: [JSONNode] = []
    var missing = 0
    for part in self {
      guard let value = part.json(of: answers.answer(at: part.id)) else {
        missing += 1
        continue
      }
      let own = part.isSpread ? value.items : [value]
      if own.isEmpty { continue }
      items += Array<JSONNode>(repeating: .null, count: missing) + own
      missing = 0
    }
    return items
  }
}

extension [SchemaPart.Choice] {
  /// Creates choices of values with labels.
  init(_ values: [(value: JSONNode, label: Message)]) {
    // The text "1" is not the number 1.
    let others = Set(values.filter { !$0.value.isText }.map { $0.value.text() })
    var names: Set<String> = []
    self = values.compactMap { value, label in
      var name = value.text()
      if case .string(let text) = value.value, !text.isEmpty, !others.contains(text) { name = text }
      // A value that is listed twice is one option.
      guard names.insert(name).inserted else { return nil }
      return SchemaPart.Choice(value: value, label: label, name: name)
    }
  }

  /// The options of a field.
  var options: [FieldKind.Option] { map { FieldKind.Option($0.name, label: $0.label) } }

  /// Returns the name of a value as an option; `nil` if it is not one of them.
  func name(of value: JSONNode) -> String? { first { $0.value == value }?.name }

  /// Returns the value whose option has a name.
  func value(named name: String) -> JSONNode? { first { $0.name == name }?.value }
}

extension JSONNode {
  static let null = JSONNode(.null)

  fileprivate var isText: Bool { if case .string = value { true } else { false } }

  var isObject: Bool { if case .object = value { true } else { false } }

  var isArray: Bool { if case .array = value { true } else { false } }
}

extension Value {
  /// The content of a field with this value.
  var content: FieldContent {
    switch self {
    case .text(let text): .text(text)
    case .secret(let secret): .secret(secret)
    case .wholeNumber(let number): .text("\(number)")
    case .decimal(let number): .text(number.description)
    case .toggle(let isOn): .toggle(isOn)
    case .choice(let option): .choice(option)
    case .choices(let options): .choices(options)
    }
  }
}
