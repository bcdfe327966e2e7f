/// Takes in what was entered into parts.
struct DraftCollector {
  var entered = Draft()

  /// What the form was begun with: where nothing is left of it, that has to be known as well.
  var prefilled = Draft()

  /// Whether nothing of a field is taken in.
  var leavesOut: (FieldPart) -> Bool = { _ in false }
}

extension Part {
  /// Has what was entered into this part and those below taken in.
  ///
  /// - Parameters:
  ///   - collector: What takes it in.
  ///   - prefix: The path of the section around, with a slash behind it where it has one.
  final func collect(_ collector: inout DraftCollector, _ prefix: String) {
    let path = FieldID(rawValue: prefix + shape.name.rawValue)
    if let field = self as? FieldPart { return field.collect(&collector, at: path) }
    guard let section = self as? SectionPart else { return }
    section.control?.collect(&collector, prefix)
    if case .group = shape.content { return section.collectMembers(&collector, prefix) }
    section.collectCount(&collector, at: path)
    if shape.list == nil { return section.collectMembers(&collector, "\(path)/") }
    for (place, item) in section.children.enumerated() {
      (item as? SectionPart)?.collectMembers(&collector, "\(path)/\(place)/")
    }
  }
}

extension SectionPart {
  /// Has what was entered into the parts below taken in.
  func collectMembers(_ collector: inout DraftCollector, _ prefix: String) {
    for child in madeChildren { child.collect(&collector, prefix) }
  }

  /// Has the number of items taken in, or that the section was opened.
  func collectCount(_ collector: inout DraftCollector, at path: FieldID) {
    guard isMade else { return }
    if let list = shape.list {
      if children.count != list.count.lowerBound || collector.prefilled.counts[path] != nil {
        collector.entered.counts[path] = children.count
      }
    } else if case .deferred? = shape.section?.body, !(shape.section?.isOptional ?? false) {
      collector.entered.counts[path] = 1
    }
  }
}

extension FieldPart {
  /// Has what was entered into the field taken in.
  func collect(_ collector: inout DraftCollector, at path: FieldID) {
    if collector.leavesOut(self) { return }
    if isChanged || collector.prefilled.contents[path].map({ $0 != content }) ?? false {
      collector.entered.contents[path] = content
    }
    if isTouched { collector.entered.touched.insert(path) }
  }

  /// Whether it holds what must not be shown.
  var isSecret: Bool { if case .secret = content { true } else { false } }

  /// Whether a person has been there; of a secret nothing is kept, not even this.
  fileprivate var isTouched: Bool { !isSecret && machine.state.isTouched }
}
