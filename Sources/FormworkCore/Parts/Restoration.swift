/// What was entered, with the paths of the sections and items in which there is any of it.
struct Restoration {
  let entered: Draft
  let sections: Set<FieldID>

  init(_ entered: Draft) {
    self.entered = entered
    var sections = Set(entered.counts.keys)
    for path in Array(entered.contents.keys) + entered.touched + entered.counts.keys {
      sections.formUnion(path.withPathsAround.dropFirst())
    }
    self.sections = sections
  }
}

extension Part {
  /// Adds what was entered into this part and those below.
  ///
  /// - Parameters:
  ///   - entered: What it is added to.
  ///   - prefix: The path of the section around, with a slash behind it where it has one.
  ///   - isLeftOut: Whether nothing of a field is added.
  final func collect(
    _ entered: inout Draft, _ prefix: String, without isLeftOut: (FieldPart) -> Bool
  ) {
    let path = FieldID(rawValue: prefix + shape.name.rawValue)
    if let field = self as? FieldPart {
      if isLeftOut(field) { return }
      if field.isChanged { entered.contents[path] = field.content }
      if field.isTouched { entered.touched.insert(path) }
      return
    }
    guard let section = self as? SectionPart else { return }
    section.control?.collect(&entered, prefix, without: isLeftOut)
    if let list = shape.list {
      if section.isMade, section.children.count != list.count.lowerBound {
        entered.counts[path] = section.children.count
      }
      for (place, item) in section.children.enumerated() {
        (item as? SectionPart)?.collectMembers(&entered, "\(path)/\(place)/", without: isLeftOut)
      }
      return
    }
    if case .deferred? = shape.section?.body, !(shape.section?.isOptional ?? false), section.isMade
    {
      entered.counts[path] = 1
    }
    if case .group = shape.content {
      section.collectMembers(&entered, prefix, without: isLeftOut)
    } else {
      section.collectMembers(&entered, "\(path)/", without: isLeftOut)
    }
  }
}

extension SectionPart {
  /// Adds what was entered into the parts below.
  func collectMembers(
    _ entered: inout Draft, _ prefix: String, without isLeftOut: (FieldPart) -> Bool
  ) {
    for child in madeChildren { child.collect(&entered, prefix, without: isLeftOut) }
  }
}

extension FieldPart {
  /// Whether it holds what must not be shown.
  var isSecret: Bool { if case .secret = content { true } else { false } }

  /// Whether a person has been there; of a secret nothing is kept, not even this.
  fileprivate var isTouched: Bool {
    if isSecret { return false }
    return switch machine.state {
    case .untouched, .excluded: false
    case .incomplete, .invalid, .debouncing, .checking, .refused, .unverified, .valid: true
    }
  }
}
