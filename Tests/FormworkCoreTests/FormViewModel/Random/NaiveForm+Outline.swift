@testable import FormworkCore

extension NaiveForm {
  /// The current parts of the form, computed from its definition and the facts.
  struct Outline {
    struct Part {
      enum Content {
        case field(FieldSpecification)

        /// A section, whose faults precede those of the toggle or button that opens it.
        case section(SectionSpecification)
        case item(ListBody)

        /// A visible group of parts.
        case group(name: String, label: Message, detail: Message?)
        case note(name: String, Message)
        case button(SectionButton.Kind, Message)
      }

      let content: Content
      let path: String

      /// The path for users, with the positions of items instead of their numbers.
      let pointer: String

      /// The sections and items in which paths start, the outermost first.
      let scopes: [String]

      /// The sections and items around the part, the outermost first, then the part itself.
      let around: [String]

      /// The sections, items and groups around the part, the outermost first.
      let enclosing: [String]

      /// The parts whose conditions must hold: the part itself and those around it.
      let needs: [String]
      let depth: Int

      var isSectionOrItem: Bool {
        switch content {
        case .section, .item: true
        case .field, .group, .note, .button: false
        }
      }

      var isSection: Bool { if case .section = content { true } else { false } }
    }

    fileprivate(set) var parts: [Part] = []
    fileprivate(set) var lists: [String: ListBody] = [:]
    fileprivate(set) var conditions: [String: (condition: Condition, scopes: [String])] = [:]
    fileprivate(set) var fields: [String: Part] = [:]

    /// The parts whose own conditions do not hold.
    fileprivate(set) var hidden: Set<String> = []

    let form: NaiveForm
  }

  var outline: Outline {
    var outline = Outline(form: self)
    outline.add(definition?.items ?? [], Outline.Context())
    // Each round decides chains that are longer by one: there are no cycles.
    while true {
      let hidden = outline.conditions.filter { !outline.holds($0.value.condition, $0.value.scopes) }
      if outline.hidden == Set(hidden.keys) { return outline }
      outline.hidden = Set(hidden.keys)
    }
  }
}

extension NaiveForm.Outline {
  fileprivate struct Context {
    var path = ""
    var pointer = ""
    var scopes = [""]
    var around: [String] = []
    var enclosing: [String] = []
    var needs: [String] = []
    var depth = 1

    func inside(_ name: String, _ pointer: String, isScope: Bool) -> Context {
      var context = self
      context.path = path + name + "/"
      context.pointer = self.pointer + pointer + "/"
      if isScope { context.scopes.append(context.path) }
      context.around.append(path + name)
      context.enclosing.append(path + name)
      return context
    }
  }

  private mutating func add(
    _ content: Part.Content, _ name: String, pointer: String? = nil, _ context: Context
  ) {
    let path = context.path + name
    var around = context.around
    switch content {
    case .section, .item: around.append(path)
    case .field, .group, .note, .button: break
    }
    let part = Part(
      content: content, path: path, pointer: context.pointer + (pointer ?? name),
      scopes: context.scopes,
      around: around, enclosing: context.enclosing, needs: context.needs, depth: context.depth)
    parts.append(part)
    if case .field = content { fields[path] = part }
  }

  fileprivate mutating func add(_ items: [FormItem], _ context: Context) {
    for item in items {
      switch item {
      case .field(let field):
        var own = context
        need(field.condition, context.path + field.id.rawValue, &own)
        add(.field(field.value), field.id.rawValue, own)
      case .section(let section): add(section, context)
      case .note(let name, let text): add(.note(name: name, text), name, context)
      case .group(let name, let label, let items):
        add(.group(name: name, label: label, detail: nil), "", context)
        var inner = context
        inner.depth += 1
        inner.enclosing.append("group \(parts.count)")
        add(items, inner)
      }
    }
  }

  private mutating func need(_ condition: Condition?, _ path: String, _ context: inout Context) {
    guard let condition else { return }
    conditions[path] = (condition, context.scopes)
    context.needs.append(path)
  }

  private mutating func add(_ section: SectionSpecification, _ outer: Context) {
    let name = section.id.rawValue
    let path = outer.path + name
    var context = outer
    need(section.condition, path, &context)
    add(.section(section), name, context)
    var isOpen = true
    if let control = section.controlSpecification {
      var own = context
      own.around.append(path)
      own.enclosing.append(path)
      add(.field(control), name + "?", own)
      if case .toggle(let isOn) = form.entries[path + "?"]?.content { isOpen = isOn }
    }
    guard isOpen else { return }
    if case .alternatives(let options) = section.body {
      guard case .choice(let chosen?) = form.entries[path + "?"]?.content,
        let option = options.first(where: { $0.id.rawValue == chosen })
      else { return }
      return add(option, context.inside(name, name, isScope: false))
    }
    let detail = section.controlSpecification == nil ? section.detail : nil
    add(.group(name: name, label: section.label, detail: detail), name, context)
    context.depth += 1
    switch section.body {
    case .object(let items): add(items, context.inside(name, name, isScope: true))
    case .list(let list): add(list, name, context.inside(name, name, isScope: false))
    case .deferred(let body):
      guard form.isClosed(path) else {
        return add(body.items(), context.inside(name, name, isScope: true))
      }
      var own = context.inside(name, name, isScope: false)
      own.path = path
      add(.button(.open, .key("button.open", ["item": section.label])), "", own)
    case .alternatives: break
    }
  }

  private mutating func add(_ list: ListBody, _ name: String, _ context: Context) {
    let path = String(context.path.dropLast())
    lists[path] = list
    let items = form.facts[path]?.items ?? []
    func label(_ place: Int) -> Message {
      .key("list.item", ["item": list.itemLabel, "number": .number(place + 1)])
    }
    for (place, number) in items.enumerated() {
      add(.item(list), "\(number)", pointer: "\(place)", context)
      add(
        .group(name: "\(number)", label: label(place), detail: nil), "\(number)", context)
      var inner = context.inside("\(number)", "\(place)", isScope: true)
      inner.depth += 1
      add(list.item, inner)
      let argument = ["item": label(place)]
      var buttons = context
      buttons.depth += 1
      buttons.around.append("\(path)/\(number)")
      buttons.enclosing.append("\(path)/\(number)")
      if items.count > list.count.lowerBound {
        add(.button(.remove, .key("button.remove", argument)), "\(number)", buttons)
      }
      if place > 0 {
        add(.button(.moveUp, .key("button.moveUp", argument)), "\(number)", buttons)
      }
      if place < items.count - 1 {
        add(.button(.moveDown, .key("button.moveDown", argument)), "\(number)", buttons)
      }
    }
    guard items.count < list.count.upperBound else { return }
    var own = context
    own.path = path
    add(.button(.add, .key("button.add", ["item": list.itemLabel])), "", own)
    if let removed = form.facts[path]?.removed {
      add(.button(.putBack, .key("button.putBack", ["item": label(removed.place)])), "", own)
    }
  }

  // MARK: Visible parts and answers

  func isShown(_ part: Part) -> Bool { hidden.isDisjoint(with: part.needs) }

  var shown: [Part] { parts.filter(isShown) }

  func sections(around place: NaiveForm.Place) -> [String] {
    parts.first { $0.place == place }?.around ?? []
  }

  func enclosing(_ place: NaiveForm.Place) -> [String] {
    parts.first { $0.place == place }?.enclosing ?? []
  }

  func value(at path: String) -> Value? {
    guard let part = fields[path], isShown(part), let entry = form.entries[path] else { return nil }
    return entry.value
  }

  /// Resolves a path that is relative to a section.
  private func path(_ id: FieldID, _ scopes: [String]) -> String {
    var scopes = scopes
    var names = id.rawValue[...]
    while names.hasPrefix("../") {
      names.removeFirst(3)
      scopes.removeLast()
    }
    return (scopes.last ?? "") + names
  }

  /// Whether the section or list is part of the form and open.
  private func isOpen(_ path: String) -> Bool {
    parts.contains {
      guard case .group = $0.content else { return false }
      return $0.path == path && isShown($0) && !form.isClosed(path)
    }
  }

  func holds(_ condition: Condition, _ scopes: [String]) -> Bool {
    func items(_ id: FieldID) -> [[String]] {
      let list = path(id, scopes)
      guard isOpen(list) else { return [] }
      return (form.facts[list]?.items ?? []).map { scopes + ["\(list)/\($0)/"] }
    }
    switch condition {
    case .equals(let id, let value): return self.value(at: path(id, scopes)) == value
    case .isFilled(let id):
      let path = path(id, scopes)
      if fields[path] != nil { return !(value(at: path)?.isEmpty ?? true) }
      return isOpen(path)
    case .count(let id, let range): return range.contains(items(id).count)
    case .anyItem(let id, let inner): return items(id).contains { holds(inner, $0) }
    case .everyItem(let id, let inner): return items(id).allSatisfy { holds(inner, $0) }
    case .not(let inner): return !holds(inner, scopes)
    case .all(let conditions): return conditions.allSatisfy { holds($0, scopes) }
    case .any(let conditions): return conditions.contains { holds($0, scopes) }
    }
  }

  func answers(to reads: [FieldID], of part: Part) -> Answers {
    var answers = Answers()
    for id in reads {
      if let value = value(at: path(id, part.scopes)) { answers.append(id, .value(value)) }
    }
    return answers
  }

  /// Whether a part reads a visible field that requires an answer and has none.
  func lacks(_ id: FieldID, _ part: Part) -> Bool { lacksAnswer(at: path(id, part.scopes)) }

  private func lacksAnswer(at path: String) -> Bool {
    guard let field = fields[path], isShown(field) else { return false }
    return form.entries[path]?.isUnanswered(in: form.definition?.mode ?? .html) ?? false
  }

  /// Whether all sections in a part are open and all required fields in it have answers.
  private func isComplete(_ path: String) -> Bool {
    parts.allSatisfy { part in
      guard part.path == path || part.path == path + "?" || part.path.hasPrefix(path + "/"),
        isShown(part)
      else { return true }
      return switch part.content {
      case .field: !lacksAnswer(at: part.path)
      case .section: !form.isClosed(part.path)
      case .item, .group, .note, .button: true
      }
    }
  }

  /// Returns the paths that the rules and the check of a field read.
  func reads(of part: Part) -> (rules: Set<String>, check: Set<String>) {
    guard case .field(let field) = part.content else { return ([], []) }
    return (
      Set(field.rules.flatMap(\.reads).map { path($0, part.scopes) }),
      Set((field.check?.reads ?? []).map { path($0, part.scopes) })
    )
  }

  /// The answers of the whole form.
  var answers: Answers { answers(form.definition?.items ?? [], "") }

  private func answers(_ items: [FormItem], _ prefix: String) -> Answers {
    var answers = Answers()
    for item in items {
      switch item {
      case .field(let field):
        if let value = value(at: prefix + field.id.rawValue) {
          answers.append(field.id, .value(value))
        }
      case .section(let section):
        if let answer = answer(section, prefix + section.id.rawValue) {
          answers.append(section.id, answer)
        }
      case .group(_, _, let items):
        let inner = self.answers(items, prefix)
        for field in inner.fields {
          inner.answer(at: field).map { answers.append(field, $0) }
        }
      case .note: break
      }
    }
    return answers
  }

  private func answer(_ section: SectionSpecification, _ path: String) -> Answer? {
    switch section.body {
    case .object(let items): return isOpen(path) ? .object(answers(items, path + "/")) : nil
    case .alternatives(let options):
      for option in options {
        if let answer = answer(option, "\(path)/\(option.id)") {
          return .alternative(option.id, answer)
        }
      }
      return nil
    case .list(let list):
      guard isOpen(path) else { return nil }
      let items = (form.facts[path]?.items ?? []).map { number in
        let members = answers(list.item, "\(path)/\(number)/")
        return (key: key(of: number, list, path), members: members)
      }
      switch list.form {
      case .object: return .list(items.map { .object($0.members) })
      case .single: return .list(items.map { $0.members.answer(at: list.member) })
      case .entry:
        var entries = Answers()
        for item in items {
          guard let key = item.key, let answer = item.members.answer(at: list.member) else {
            continue
          }
          entries.append(FieldID(escaping: key), answer)
        }
        return .object(entries)
      }
    case .deferred(let body):
      return isOpen(path) ? .object(answers(body.items(), path + "/")) : nil
    }
  }

  private func key(of item: Int, _ list: ListBody, _ path: String) -> String? {
    guard case .field(let key)? = list.item.first,
      case .text(let text)? = value(at: "\(path)/\(item)/\(key.id)")
    else { return nil }
    return text
  }

  /// Returns the violations of the rules of a section.
  func violations(of part: Part) -> [Violation] {
    guard case .section(let section) = part.content, isShown(part) else { return [] }
    if form.isClosed(part.path) { return [.valueMissing] }
    guard let answer = answer(section, part.path) else { return [] }
    var violations: [Violation] = []
    if case .list(let list) = section.body {
      let items = list.differs ? answer.items.compactMap(\.self) : []
      let isTwice = items.indices.contains { place in items[..<place].contains(items[place]) }
      if isTwice { violations.append(.keyword("uniqueItems")) }
      let numbers = list.form == .entry ? form.facts[part.path]?.items ?? [] : []
      let keys = numbers.compactMap { key(of: $0, list, part.path) }
      if Set(keys).count < keys.count { violations.append(.customError(key: "sameKey")) }
    }
    if !isComplete(part.path) { return violations }
    return violations + section.rules.compactMap { $0(answer) }
  }
}

extension NaiveForm {
  /// Whether the user has yet to open the section.
  func isClosed(_ path: String) -> Bool { facts[path]?.machine.presence == .closed }
}

extension ListBody {
  /// The name under which each item has its answer.
  fileprivate var member: FieldID {
    switch item.last {
    case .field(let field)?: field.id
    case .section(let section)?: section.id
    case .group?, .note?, nil: ""
    }
  }
}

extension NaiveForm.Outline.Part {
  /// The place of the part at which the user can stop.
  var place: NaiveForm.Place? {
    switch content {
    case .field: .field(path)
    case .button(let kind, _): .sectionButton(path, kind)
    case .section, .item, .group, .note: nil
    }
  }
}
