/// Collects the contents of parts in a draft.
struct DraftCollector {
  var entered = Draft()

  /// The initial contents, which a draft reports as changed if a part no longer has them.
  var prefilled = Draft()

  /// Returns whether to exclude a field.
  var leavesOut: (FieldPart) -> Bool = { _ in false }
}

extension Part {
  /// Collects the contents of this part and of the parts below it.
  ///
  /// The prefix is the path of the section around the part, followed by a slash unless it is empty.
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
  func collectMembers(_ collector: inout DraftCollector, _ prefix: String) {
    for child in madeChildren { child.collect(&collector, prefix) }
  }

  /// Collects the number of items, or the fact that the section was opened.
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
  func collect(_ collector: inout DraftCollector, at path: FieldID) {
    if collector.leavesOut(self) { return }
    if isChanged || collector.prefilled.contents[path].map({ $0 != content }) ?? false {
      collector.entered.contents[path] = content
    }
    if isTouched { collector.entered.touched.insert(path) }
  }

  var isSecret: Bool { if case .secret = content { true } else { false } }

  /// Whether the user has visited the field, unless it holds a secret.
  fileprivate var isTouched: Bool { !isSecret && machine.state.isTouched }
}
