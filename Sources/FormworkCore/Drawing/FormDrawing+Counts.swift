extension FormDrawing {
  /// Counts a field in the sections around and in the form, if it has come or gone or is answered or not any more, and
  /// shows how much of each is answered.
  func count(_ field: FieldPart) {
    let (former, isAnswered) = (field.counted, field.node == nil ? nil : field.isAnswered)
    field.counted = isAnswered
    let answers = (isAnswered == true ? 1 : 0) - (former == true ? 1 : 0)
    let fields = (isAnswered == nil ? 0 : 1) - (former == nil ? 0 : 1)
    if answers == 0 && fields == 0 { return }
    // What says whether a section is wanted stands beside that.
    var next = field.parent?.control === field ? field.parent?.parent : field.parent
    while let section = next {
      section.counts.answers += answers
      section.counts.fields += fields
      if let node = section.node {
        let counts = section.counts
        tree.set(node, .answered, counts.fields == 0 ? nil : .number(counts.answers))
        if fields != 0 { tree.set(node, .total, counts.fields == 0 ? nil : .number(counts.fields)) }
      }
      next = section.parent
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
