/// Who is reached by a change: pure questions to parts, which know by their shapes who reads them.
enum Dependencies {
  /// Decides the conditions that a change reaches, each behind all that it depends on.
  ///
  /// - Parameter changed: What differs, or has come or gone.
  /// - Returns: The parts that come or go, each once.
  static func decide(after changed: [Part]) -> [Part] {
    var turned: [Part] = []
    var reached = changed.flatMap { readers(of: $0, for: [.condition, .question]) }
    while let next = takeFirst(of: &reached) {
      if case .item = next.shape.content {
        // An item is reached by the questions that its list asks.
        guard let item = next as? SectionPart, let list = item.parent, item.answerQuestions() else {
          continue
        }
        reached += readers(of: list, for: .condition)
        continue
      }
      guard let condition = next.shape.condition, condition.holds(for: next) == next.isHidden else {
        continue
      }
      next.isHidden.toggle()
      if turned.contains(where: { $0 === next }) {
        turned.removeAll { $0 === next }
      } else {
        turned.append(next)
      }
      reached += withParts(below: next).flatMap { readers(of: $0, for: [.condition, .question]) }
    }
    return turned
  }

  /// Decides all conditions in a part and in those below, each once.
  ///
  /// - Returns: The parts that come or go.
  static func decideAll(in part: Part) -> [Part] {
    let parts = withParts(below: part)
    for case let item as SectionPart in parts { _ = item.answerQuestions() }
    let deciding = parts.filter { $0.shape.condition != nil }.sorted {
      $0.shape.rank < $1.shape.rank
    }
    var turned: [Part] = []
    for next in deciding {
      guard let condition = next.shape.condition, condition.holds(for: next) == next.isHidden else {
        continue
      }
      next.isHidden.toggle()
      turned.append(next)
      // What is asked of an item may be about what has come or gone in it.
      for case let item as SectionPart in sequence(first: next, next: \.parent) {
        _ = item.answerQuestions()
      }
    }
    return turned
  }

  /// The fields whose rules or checks read what has changed, and whether that reaches the check.
  static func judges(of changed: [Part]) -> [(field: FieldPart, reachesCheck: Bool)] {
    var reached: [ObjectIdentifier: Int] = [:]
    var fields: [(field: FieldPart, reachesCheck: Bool)] = []
    let own = Set(changed.map(ObjectIdentifier.init))
    for part in changed {
      for dependent in part.shape.dependents
      where !dependent.reach.isDisjoint(with: [.rules, .check]) {
        let reachesCheck = dependent.reach.contains(.check)
        for reader in part.parts(along: dependent.route) {
          guard let field = reader as? FieldPart, !own.contains(ObjectIdentifier(field)) else {
            continue
          }
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

  /// The part and all that were made below it, in order.
  static func withParts(below part: Part) -> [Part] {
    var parts = [part]
    guard let section = part as? SectionPart else { return parts }
    if let control = section.control { parts.append(control) }
    for child in section.madeChildren { parts += withParts(below: child) }
    return parts
  }

  private static func readers(of part: Part, for reach: Reach) -> [Part] {
    if part.shape.dependents.isEmpty { return [] }
    return part.shape.dependents.filter { !$0.reach.isDisjoint(with: reach) }
      .flatMap { part.parts(along: $0.route) }
  }

  /// Takes out the part that has to be decided first, as often as it is in there.
  private static func takeFirst(of parts: inout [Part]) -> Part? {
    guard let first = parts.min(by: { $0.shape.rank < $1.shape.rank }) else { return nil }
    parts.removeAll { $0 === first }
    return first
  }
}
