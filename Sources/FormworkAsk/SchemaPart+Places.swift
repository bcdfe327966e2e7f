import FormworkCore
import FormworkJSON
import FormworkMessages
import FormworkSchema

extension SchemaForm {
  /// Returns the issue for a violation, at the part of the value or of the missing member.
  func issue(for violation: SchemaViolation, _ answers: Answers) -> FormIssue {
    var names = violation.pointer.split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst()
      .map { FieldID(rawValue: String($0)).unescaped }
    if let missing = violation.reason.missingName { names.append(missing) }
    let whole: Answer? = root.isSection ? .object(answers) : answers.answer(at: root.id)
    let path = root.isSection ? "" : root.id.rawValue
    let place = root.place(of: names[...], whole, at: path)
    let isMissing = violation.reason.isMissing && place.rest.isEmpty
    let own: Message = .key(
      "ask.violation",
      ["pointer": .verbatim("#" + violation.pointer), "reason": violation.reason])
    return FormIssue(
      place.path.isEmpty ? nil : FieldID(rawValue: place.path),
      isMissing
        ? .valueMissing
        : .customError(place.rest.isEmpty ? violation.reason : own))
  }
}

extension Message {
  fileprivate var isMissing: Bool {
    if case .key("schema.required", _, _) = self { true } else { false }
  }
}

extension SchemaPart {
  /// A path in the form, with the names in the value that lead on from it.
  fileprivate typealias Place = (path: String, rest: ArraySlice<String>)

  /// Returns the path of the part for names in the value of this one, whose path is given.
  fileprivate func place(of names: ArraySlice<String>, _ answer: Answer?, at path: String) -> Place
  {
    guard let name = names.first else { return (path, []) }
    switch shape {
    case .object(let parts):
      return parts.place(of: names, answer, at: path) ?? (path, names)
    case .tuple(let parts):
      guard let number = Int(name) else { return (path, names) }
      if number < parts.count, !parts[number].isSpread {
        return parts[number].inner(names.dropFirst(), answer, at: path)
      }
      guard let last = parts.last, last.isSpread else { return (path, names) }
      return last.inner(
        ["\(number - parts.count + 1)"] + names.dropFirst(), answer, at: path)
    case .list(let item, _):
      guard let number = Int(name), let items = answer?.items, number < items.count else {
        return (path, names)
      }
      return item.contained(names.dropFirst(), items[number], at: "\(path)/\(number)")
    case .map(let value, _):
      guard case .object(let entries)? = answer else { return (path, names) }
      let key = FieldID(escaping: name)
      return value.contained(
        names.dropFirst(), entries.answer(at: key), at: "\(path)/\(key.rawValue)")
    case .alternatives(let options):
      guard case .alternative(let chosen, let answer)? = answer,
        let option = options.first(where: { $0.id == chosen })
      else { return (path, names) }
      return option.contained(names, answer, at: "\(path)/\(chosen.rawValue)")
    case .deferred(let part): return part.make().contained(names, answer, at: path)
    default: return (path, names)
    }
  }

  /// Returns the path for names in the value of a part of a section.
  fileprivate func inner(_ names: ArraySlice<String>, _ answer: Answer?, at path: String) -> Place {
    var own: Answer?
    if case .object(let answers)? = answer { own = answers.answer(at: id) }
    return place(of: names, own, at: path.isEmpty ? id.rawValue : "\(path)/\(id.rawValue)")
  }

  /// Returns the path for names in the value of a part in a section of its own.
  private func contained(_ names: ArraySlice<String>, _ answer: Answer?, at path: String) -> Place {
    if isSection { return place(of: names, answer, at: path) }
    return inner(names, answer, at: path)
  }
}

extension [SchemaPart] {
  /// Returns the path of the member with the first name; `nil` if no part has it.
  fileprivate func place(
    of names: ArraySlice<String>, _ answer: Answer?, at path: String
  ) -> (path: String, rest: ArraySlice<String>)? {
    guard let name = names.first.map({ [UInt8]($0.utf8) }) else { return nil }
    var answers = Answers()
    if case .object(let known)? = answer { answers = known }
    let own = filter { !$0.isSpread && [UInt8]($0.name.utf8) == name }
    if let part = own.first(where: { answers.answer(at: $0.id) != nil }) ?? own.first {
      return part.inner(names.dropFirst(), answer, at: path)
    }
    let spread = filter { part in
      guard part.isSpread else { return false }
      if part.names.contains(name) { return true }
      return part.json(of: answers.answer(at: part.id))?.members.contains {
        [UInt8]($0.name.utf8) == name
      } ?? false
    }
    return spread.first?.inner(names, answer, at: path)
  }
}

extension SchemaForm {
  /// Returns the path in the answer for the path of a part of the form.
  func pathInAnswer(_ path: FieldID) -> FieldID {
    let names = path.rawValue.split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    var place = root.isSection ? names[...] : names.dropFirst()
    return FieldID(rawValue: root.namesInAnswer(of: &place).joined(separator: "/"))
  }
}

extension SchemaPart {
  /// Returns the names in the value for those of the parts below, which it removes.
  fileprivate func namesInAnswer(of names: inout ArraySlice<String>) -> [String] {
    guard let name = names.first else { return [] }
    switch shape {
    case .object(let parts), .tuple(let parts):
      guard let place = parts.firstIndex(where: { $0.id.rawValue == name }) else { return [] }
      names.removeFirst()
      let part = parts[place]
      let own = isTuple ? "\(place)" : FieldID(escaping: part.name).rawValue
      return (part.isSpread ? [] : [own]) + part.namesInAnswer(of: &names)
    case .list(let part, _), .map(let part, _):
      names.removeFirst()
      return [name] + part.namesInAnswer(of: &names)
    case .alternatives(let options):
      guard let option = options.first(where: { $0.id.rawValue == name }) else { return [] }
      names.removeFirst()
      return option.namesInAnswerOfSection(&names)
    case .deferred(let part): return part.make().namesInAnswerOfSection(&names)
    default: return []
    }
  }

  /// Returns the names in the answer for a part in a section of its own.
  private func namesInAnswerOfSection(_ names: inout ArraySlice<String>) -> [String] {
    if !isSection { names = names.dropFirst() }
    return namesInAnswer(of: &names)
  }

  private var isTuple: Bool { if case .tuple = shape { true } else { false } }
}
