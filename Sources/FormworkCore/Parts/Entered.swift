/// What was entered into some parts, by their paths of names and places.
struct Entered: Equatable {
  /// What stands in the fields that differ from what they begin with; what says whether an optional section is
  /// wanted is one of these.
  var contents: [FieldID: FieldContent] = [:]

  /// The fields that were judged: a person has been there.
  var touched: Set<FieldID> = []

  /// How many items are in the lists that have others than they begin with; 1 of a section that was opened.
  var counts: [FieldID: Int] = [:]
}

/// What was entered, with the paths of the sections and items in which there is any of it.
struct Restoration {
  let entered: Entered
  let sections: Set<FieldID>

  init(_ entered: Entered) {
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
  ///   - isDraft: Whether what goes into no draft is left out.
  final func collect(_ entered: inout Entered, _ prefix: String, isDraft: Bool) {
    let path = FieldID(rawValue: prefix + shape.name.rawValue)
    if let field = self as? FieldPart {
      if isDraft && (field.specification.isLeftOutOfDrafts || field.isSecret) { return }
      if field.isChanged { entered.contents[path] = field.content }
      if field.isTouched { entered.touched.insert(path) }
      return
    }
    guard let section = self as? SectionPart else { return }
    section.control?.collect(&entered, prefix, isDraft: isDraft)
    if let list = shape.list {
      if section.isMade, section.children.count != list.count.lowerBound {
        entered.counts[path] = section.children.count
      }
      for (place, item) in section.children.enumerated() {
        (item as? SectionPart)?.collectMembers(&entered, "\(path)/\(place)/", isDraft: isDraft)
      }
      return
    }
    if case .deferred? = shape.section?.body, !shape.isOptional, section.isMade {
      entered.counts[path] = 1
    }
    if case .group = shape.content {
      section.collectMembers(&entered, prefix, isDraft: isDraft)
    } else {
      section.collectMembers(&entered, "\(path)/", isDraft: isDraft)
    }
  }
}

extension SectionPart {
  /// Adds what was entered into the parts below.
  func collectMembers(_ entered: inout Entered, _ prefix: String, isDraft: Bool) {
    for child in madeChildren { child.collect(&entered, prefix, isDraft: isDraft) }
  }
}

extension Shape {
  /// Whether the person may leave it out.
  var isOptional: Bool { section?.isOptional ?? false }
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
