extension Part {
  /// What the part says; `nil` where it is not part of the form, or says nothing that makes sense.
  final func answer() -> Answer? {
    if isHidden { return nil }
    if let field = self as? FieldPart { return field.value.map { .value($0) } }
    guard let section = self as? SectionPart, section.isWanted else { return nil }
    switch shape.content {
    case .field: return nil
    case .group: return .object(section.members)
    case .item(let list):
      switch list.form {
      case .object: return .object(section.members)
      case .single: return section.children.first?.answer()
      case .entry: return section.children.last?.answer()
      }
    case .section(let specification):
      switch specification.body {
      case .object, .deferred: return .object(section.members)
      case .alternatives:
        guard let chosen = section.children.first else { return nil }
        return chosen.answer().map { .alternative(chosen.shape.name, $0) }
      case .list(let list):
        if list.form == .entry { return .object(section.entries) }
        return .list(section.children.map { $0.answer() })
      }
    }
  }

  /// What other parts say that this one reads, by the names that it has for them.
  final func answers(to reads: [Read]) -> Answers {
    var answers = Answers()
    for read in reads {
      guard let field = parts(along: read.route).first as? FieldPart, let value = field.activeValue
      else { continue }
      answers.append(read.id, .value(value))
    }
    return answers
  }
}

extension SectionPart {
  /// What its members say; those of a group are members of the section around.
  var members: Answers {
    var answers = Answers()
    appendMembers(to: &answers)
    return answers
  }

  private func appendMembers(to answers: inout Answers) {
    for child in children {
      if case .group = child.shape.content {
        (child as? SectionPart)?.appendMembers(to: &answers)
      } else if let answer = child.answer() {
        answers.append(child.shape.name, answer)
      }
    }
  }

  /// Of a map, the values by their keys.
  fileprivate var entries: Answers {
    var answers = Answers()
    for item in children {
      guard let key = (item as? SectionPart)?.key, let answer = item.answer() else { continue }
      answers.append(FieldID(escaping: key), answer)
    }
    return answers
  }

  /// Of a map's item, the key.
  var key: String? {
    guard case .item(let list) = shape.content, list.form == .entry,
      case .text(let key)? = (children.first as? FieldPart)?.value
    else { return nil }
    return key
  }

  /// Whether it is an item whose answer is that of the one part in it.
  var isOnePart: Bool {
    if case .item(let list) = shape.content { list.form != .object } else { false }
  }
}

extension Test {
  /// Whether the condition of a part holds, or the answer to the question that is asked of an item is yes.
  func holds(for part: Part) -> Bool {
    func field(_ route: ShapeRoute) -> FieldPart? { part.parts(along: route).first as? FieldPart }
    switch self {
    case .equals(let route, let value):
      return field(route)?.activeValue == value
    case .isFilled(let route):
      if let field = field(route) { return !(field.activeValue?.isEmpty ?? true) }
      return list(route, of: part) != nil
    case .count(let route, let range):
      return range.contains(list(route, of: part)?.children.count ?? 0)
    case .items(let route, let question, let isEvery):
      guard let list = list(route, of: part) else { return isEvery }
      return isEvery
        ? list.yeses[question] == list.children.count : list.yeses[question] > 0
    case .not(let test): return !test.holds(for: part)
    case .all(let tests): return tests.allSatisfy { $0.holds(for: part) }
    case .any(let tests): return tests.contains { $0.holds(for: part) }
    }
  }

  /// The section that a route leads to, where it is part of the form.
  private func list(_ route: ShapeRoute, of part: Part) -> SectionPart? {
    guard let section = part.parts(along: route).first as? SectionPart, section.isWanted,
      section.isActive
    else { return nil }
    return section
  }
}
