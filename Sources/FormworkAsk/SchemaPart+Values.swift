import FormworkCore
import FormworkJSON

/// The contents of a form, from data that it begins with.
struct SchemaContents {
  /// The contents of fields, by path.
  var contents: [FieldID: FieldContent] = [:]

  /// The numbers of items of lists, by path.
  var counts: [FieldID: Int] = [:]
}

extension SchemaPart {
  /// Returns the content of the field for a value; `nil` if the field cannot have it.
  func content(of value: JSONNode) -> FieldContent? {
    switch (shape, value.value) {
    // A required field cannot be empty: an empty text is edited as JSON.
    case (.text, .string(let text)), (.dateTime, .string(let text)):
      text.isEmpty && isRequired ? nil : .text(text)
    case (.secret, .string(let text)): .secret(Secret(text))
    case (.number, .number(let number)): .text(number.description)
    case (.toggle, .bool(let isOn)): .toggle(isOn)
    case (.choice(let choices), _):
      choices.first { $0.value == value }.map { .choice($0.value.name) }
    case (.choices(let choices), .array(let values)):
      values.allSatisfy { value in choices.contains { $0.value == value } }
        ? .choices(choices.map(\.value).filter(values.contains).map(\.name)) : nil
    case (.raw, _): .text(value.text(isPretty: true))
    default: nil
    }
  }

  /// Returns the value for the content of the field; `nil` if the content is empty or has no value.
  func json(of content: FieldContent) -> JSONNode? {
    switch (shape, content) {
    case (.text, .text(let text)), (.dateTime, .text(let text)):
      text.isEmpty && !isRequired ? nil : JSONNode(.string(text))
    case (.secret, .secret(let secret)):
      secret.isEmpty
        ? nil : JSONNode(.string(secret.withBytes { String(decoding: $0, as: UTF8.self) }))
    case (.number, .text(let text)): ExactDecimal(text).map { JSONNode(.number($0)) }
    case (.toggle, .toggle(let isOn)): JSONNode(.bool(isOn))
    case (.choice(let choices), .choice(let name)): choices.first { $0.value.name == name }?.value
    case (.choices(let choices), .choices(let names)):
      names.isEmpty && !isRequired
        ? nil : JSONNode(.array(choices.map(\.value).filter { names.contains($0.name) }))
    case (.raw, .text(let text)): try? JSONReader.read(text)
    default: nil
    }
  }

  /// Returns the value for an answer; `nil` if there is none.
  func json(of answer: Answer?) -> JSONNode? {
    switch (shape, answer) {
    case (.constant(let value), _): return isRequired ? value : nil
    case (.object(let members, _), .object(let answers)?):
      return JSONNode(.object(members.compactMap { $0.member(of: answers) }))
    case (.deferred(let part), _): return part().json(of: answer)
    case (.list(let item, _), .list(let items)?):
      if items.isEmpty && !isRequired { return nil }
      return JSONNode(.array(items.compactMap { item.json(of: $0) }))
    case (.map(let value), .object(let entries)?):
      let members = entries.fields.compactMap { key in
        value.json(of: entries.answer(at: key)).map { JSONMember(key.unescaped, $0) }
      }
      return members.isEmpty && !isRequired ? nil : JSONNode(.object(members))
    case (.alternatives(let options), .alternative(let chosen, let answer)?):
      guard let option = options.first(where: { $0.id == chosen }) else { return nil }
      return option.json(ofAlternative: answer)
    case (_, .value(let value)?): return json(of: value.content)
    default:
      // A required text, list or object may be empty.
      return isRequired && condition == nil ? emptyValue : nil
    }
  }

  /// Returns the value for the answer of an alternative, which contains the part unless it is an object.
  private func json(ofAlternative answer: Answer?) -> JSONNode? {
    if isObject { return json(of: answer) }
    guard case .object(let members)? = answer else { return json(of: nil) }
    return json(of: members.answer(at: id))
  }

  private func member(of answers: Answers) -> JSONMember? {
    json(of: answers.answer(at: id)).map { JSONMember(name, $0) }
  }

  private var emptyValue: JSONNode? {
    switch shape {
    case .text: JSONNode(.string(""))
    case .list, .choices: JSONNode(.array([]))
    case .map: JSONNode(.object([]))
    case .object(let members, _):
      JSONNode(.object(members.compactMap { $0.member(of: Answers()) }))
    default: nil
    }
  }

  // MARK: Data

  /// Adds the contents for a value at a path; returns whether the form can hold all of it.
  func fill(_ contents: inout SchemaContents, at path: String, with value: JSONNode) -> Bool {
    let place = FieldID(rawValue: path)
    switch (shape, value.value) {
    case (.constant(let constant), _): return constant == value
    case (.object(let parts, _), .object(let members)):
      if !isRequired { contents.contents[place.control] = .toggle(true) }
      var isWhole = true
      for member in members {
        let isHeld = parts.contains { part in
          part.name == member.name
            && part.fill(&contents, at: "\(path)/\(part.id.rawValue)", with: member.node)
        }
        if !isHeld { isWhole = false }
      }
      return isWhole
    case (.list(let item, _), .array(let values)):
      contents.counts[place] = values.count
      var isWhole = true
      for (number, value) in values.enumerated() {
        let inner = "\(path)/\(number)" + (item.isObject ? "" : "/\(item.id.rawValue)")
        if !item.fill(&contents, at: inner, with: value) { isWhole = false }
      }
      return isWhole
    case (.map(let part), .object(let members)):
      contents.counts[place] = members.count
      var isWhole = true
      for (number, member) in members.enumerated() {
        contents.contents["\(path)/\(number)/key"] = .text(member.name)
        let inner = "\(path)/\(number)/\(part.id.rawValue)"
        if !part.fill(&contents, at: inner, with: member.node) { isWhole = false }
      }
      return isWhole
    case (.deferred(let part), _):
      if isRequired {
        contents.counts[place] = 1
      } else {
        contents.contents[place.control] = .toggle(true)
      }
      return part().fill(&contents, at: path, with: value)
    case (.alternatives(let options), _):
      for option in options {
        var inner = SchemaContents()
        let base = "\(path)/\(option.id.rawValue)"
        let at = option.isObject ? base : "\(base)/\(option.id.rawValue)"
        guard option.fill(&inner, at: at, with: value) else { continue }
        contents.contents[place.control] = .choice(option.id.rawValue)
        contents.contents.merge(inner.contents) { _, new in new }
        contents.counts.merge(inner.counts) { _, new in new }
        return true
      }
      return false
    default:
      guard let content = content(of: value) else { return false }
      contents.contents[place] = content
      return true
    }
  }
}

extension Value {
  /// The content of a field with this value.
  fileprivate var content: FieldContent {
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
