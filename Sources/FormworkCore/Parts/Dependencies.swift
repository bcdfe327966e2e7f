/// Finds the parts that a change affects, from the dependents that each shape lists.
enum Dependencies {
  /// Evaluates the conditions that a change affects, and returns the parts that appear or disappear.
  ///
  /// All conditions in the new parts, `added`, are evaluated. Each part is returned once.
  static func decide(after changed: [Part], with added: [Part] = []) -> [Part] {
    let own = added.flatMap { withParts(below: $0) }
      .filter { $0.shape.condition != nil || $0.isItem }
    var toggled: [Part] = []
    var waiting = RankedParts(
      own + changed.flatMap { readers(of: $0, for: [.condition, .question]) })
    while let next = waiting.popFirst() {
      if next.isItem {
        // A list asks questions about this item, and an outer item may ask about that list.
        if let item = next as? SectionPart, let list = item.parent, item.answerQuestions() {
          waiting.insert(readers(of: list, for: [.condition, .question]))
        }
      } else if let condition = next.shape.condition, condition.holds(for: next) == next.isHidden {
        next.isHidden.toggle()
        toggled.append(next)
        for part in withParts(below: next) {
          waiting.insert(readers(of: part, for: [.condition, .question]))
        }
      }
    }
    return toggled
  }

  /// Returns the active fields that read a changed part, and whether their checks read it.
  static func fieldsToValidate(after changed: [Part]) -> [(field: FieldPart, reachesCheck: Bool)] {
    var reached: [ObjectIdentifier: Int] = [:]
    var fields: [(field: FieldPart, reachesCheck: Bool)] = []
    let own = Set(changed.map(ObjectIdentifier.init))
    for part in changed {
      for dependent in part.shape.dependents
      where !dependent.reach.isDisjoint(with: [.rules, .check]) {
        let reachesCheck = dependent.reach.contains(.check)
        for reader in part.parts(along: dependent.route) {
          // A field outside the form is validated when it appears.
          guard let field = reader as? FieldPart, !own.contains(ObjectIdentifier(field)),
            field.isActive
          else { continue }
          if let known = reached[ObjectIdentifier(field)] {
            fields[known].reachesCheck = fields[known].reachesCheck || reachesCheck
          } else {
            reached[ObjectIdentifier(field)] = fields.count
            fields.append((field, reachesCheck))
          }
        }
      }
    }
    return fields.sorted { $0.field.shape.number < $1.field.shape.number }
  }

  /// Returns the part and all parts below it, in order.
  static func withParts(below part: Part) -> [Part] {
    var parts: [Part] = []
    append(part, to: &parts)
    return parts
  }

  private static func append(_ part: Part, to parts: inout [Part]) {
    parts.append(part)
    guard let section = part as? SectionPart else { return }
    if let control = section.control { parts.append(control) }
    for child in section.madeChildren { append(child, to: &parts) }
  }

  private static func readers(of part: Part, for reach: Reach) -> [Part] {
    if part.shape.dependents.isEmpty { return [] }
    return part.shape.dependents.filter { !$0.reach.isDisjoint(with: reach) }
      .flatMap { part.parts(along: $0.route) }
  }
}

/// A priority queue of parts, in which a part precedes those that depend on it.
struct RankedParts {
  private var parts: [Part] = []

  init(_ parts: [Part]) { insert(parts) }

  mutating func insert(_ new: [Part]) {
    for part in new {
      parts.append(part)
      var place = parts.count - 1
      while place > 0, rank(place) < rank((place - 1) / 2) {
        parts.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    }
  }

  /// Removes and returns a part of the lowest rank.
  mutating func popFirst() -> Part? {
    guard let last = parts.popLast() else { return nil }
    guard let first = parts.first else { return last }
    parts[0] = last
    var place = 0
    while let least = (place * 2 + 1...place * 2 + 2).filter(parts.indices.contains)
      .min(by: { rank($0) < rank($1) }), rank(least) < rank(place)
    {
      parts.swapAt(place, least)
      place = least
    }
    return first
  }

  private func rank(_ place: Int) -> Int { parts[place].shape.rank }
}
