extension Part {
  /// The parts below, and this one, against which something stands, in order.
  final var objectors: [Part] {
    guard let section = self as? SectionPart else { return knownViolations.isEmpty ? [] : [self] }
    // What has no fault is not looked through.
    guard section.tally.broken > 0 else { return [] }
    let own: [Part] = section.machine.violations.isEmpty ? [] : [section]
    return own + ([section.control].compactMap(\.self) + section.children).flatMap(\.objectors)
  }

  /// What is wrong with it.
  final var knownViolations: [Violation] {
    (self as? SectionPart)?.machine.violations ?? (self as? FieldPart)?.machine.state.violations
      ?? []
  }

  /// What is wrong with it, for a person.
  final var objections: [Message] { knownViolations.map { $0.message(of: shape.name) } }

  /// The first field in or below it that the person has not visited, or that has a fault.
  final var firstUnfinishedField: FieldPart? {
    if let field = self as? FieldPart {
      let isUnfinished = !field.machine.state.isTouched || !field.knownViolations.isEmpty
      return field.isActive && isUnfinished ? field : nil
    }
    guard let section = self as? SectionPart else { return nil }
    return section.control?.firstUnfinishedField
      ?? (section.isWanted ? section.children.lazy.compactMap(\.firstUnfinishedField).first : nil)
  }

  /// What a person calls it.
  final var spokenLabel: Message {
    (self as? FieldPart)?.specification.label ?? (self as? SectionPart)?.label ?? ""
  }
}

extension SectionPart {
  /// The node of the first field or section against which something stands.
  var firstObjection: NodeID? {
    objectors.lazy.compactMap { part in
      guard let section = part as? SectionPart else { return part.node }
      return section.firstStopInside() ?? section.control?.node
    }.first
  }
}
