extension FormDrawing {
  /// Counts a field in the sections around, where it has come or gone, or is answered or not any more, and shows
  /// how much of each is answered.
  func count(_ field: FieldPart) {
    let (former, isAnswered) = (field.counted, field.node == nil ? nil : field.isAnswered)
    field.counted = isAnswered
    let answers = (isAnswered == true ? 1 : 0) - (former == true ? 1 : 0)
    let fields = (isAnswered == nil ? 0 : 1) - (former == nil ? 0 : 1)
    // What says whether a section is wanted stands beside that.
    var next = field.parent?.control === field ? field.parent?.parent : field.parent
    while let section = next, let around = section.parent {
      section.counts.answers += answers
      section.counts.fields += fields
      if let node = section.node {
        let (answers, fields) = section.counts
        tree.set(node, .answered, fields == 0 ? nil : .number(answers))
        tree.set(node, .total, fields == 0 ? nil : .number(fields))
      }
      next = around
    }
  }
}

extension FieldPart {
  /// Whether something stands there with which nothing is known to be wrong; of a toggle, no is an answer, too, once
  /// it was taken.
  var isAnswered: Bool {
    switch machine.state {
    case .incomplete, .invalid, .refused: return false
    case .valid: if case .toggle = content { return true }
    case .untouched, .debouncing, .checking, .unverified, .excluded: break
    }
    return !trimmedContent.isEmpty
  }

  /// Whether it is counted, and not as what it is now.
  var isMiscounted: Bool { counted.map { $0 != isAnswered } ?? false }
}
