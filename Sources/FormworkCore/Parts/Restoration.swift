/// The transfer of a draft to the parts of a form.
///
/// Contents that a field cannot hold are ignored.
struct Restoration {
  private let entered: Draft
  private let machines: PartMachines

  /// The paths of the sections and items with entries in the draft.
  private let sections: Set<FieldID>

  init(_ entered: Draft, _ machines: PartMachines) {
    (self.entered, self.machines) = (entered, machines)
    let paths = Array(entered.contents.keys) + entered.touched + entered.counts.keys
    sections = paths.reduce(into: Set(entered.counts.keys)) {
      $0.formUnion($1.withPathsAround.dropFirst())
    }
  }

  /// Restores a section, and returns the fields that were changed or visited, in order.
  ///
  /// The prefix is the path of the section, followed by a slash unless it is empty.
  func restore(
    _ section: SectionPart, of tree: inout PartTree, _ prefix: String = ""
  ) -> [FieldPart] {
    if entered == Draft() { return [] }
    return section.children.flatMap { child -> [FieldPart] in
      let path = prefix + child.shape.name.rawValue
      if let field = child as? FieldPart { return restore(field, FieldID(rawValue: path)) }
      guard let section = child as? SectionPart else { return [] }
      if case .group = section.shape.content { return restore(section, of: &tree, prefix) }
      return restoreSection(section, of: &tree, FieldID(rawValue: path))
    }
  }

  private func restore(_ field: FieldPart, _ path: FieldID) -> [FieldPart] {
    let content = entered.contents[path].flatMap { field.kind.accepts($0) ? $0 : nil }
    if let content { field.enter(content) }
    return content != nil || entered.touched.contains(path) ? [field] : []
  }

  private func restoreSection(
    _ section: SectionPart, of tree: inout PartTree, _ path: FieldID
  ) -> [FieldPart] {
    guard tree.blockingReason(toOpening: section) == nil else { return [] }
    var restored: [FieldPart] = []
    if let control = section.control {
      restored += restore(control, path.control)
      switch control.content {
      case .toggle(let isOn): machines.apply(isOn ? .wanted : .unwanted, to: section)
      case .choice(let option):
        section.choose(option.flatMap { tree.alternative($0, of: section) })
      case .text, .secret, .choices: break
      }
    }
    if sections.contains(path) { machines.apply(.opened, to: section) }
    // Contents of sections that are not wanted are kept as well.
    if section.isWanted || sections.contains(path) { tree.make(section) }
    if section.shape.alternatives != nil {
      return section.shape.children.reduce(into: restored) { restored, shape in
        let path = path.appending(shape.name)
        guard sections.contains(path),
          let option = tree.alternative(shape.name.rawValue, of: section)
        else { return }
        restored += restoreSection(option, of: &tree, path)
      }
    }
    guard let list = section.shape.list else {
      return restored + restore(section, of: &tree, "\(path)/")
    }
    if let count = entered.counts[path] {
      // A resumed list replaces the initial items, because equal indexes do not mean equal items.
      for case let item as SectionPart in section.hasFirstItems ? [] : section.children.reversed() {
        machines.take(item, outOf: section)
      }
      let kept = max(list.count.lowerBound, min(count, list.count.upperBound))
      while section.children.count < kept, tree.hasRoom(forItemOf: section) {
        section.insert(tree.makeItem(in: section), at: section.children.count)
      }
    }
    return section.children.reduce(into: restored) { restored, item in
      // A long list may have few entries.
      guard let item = item as? SectionPart,
        sections.contains(path.appending(FieldID(rawValue: "\(item.place)")))
      else { return }
      restored += restore(item, of: &tree, "\(path)/\(item.place)/")
    }
  }
}
