extension FormDefinition {
  /// What the field at a path of names and places holds, such as `contacts/0/address`; `nil` where there can
  /// be no such field, or none that goes into a draft.
  ///
  /// What says whether the section `address` is wanted, or which of its alternatives, is at `address?`.
  /// There are as many items as the draft's counts say, or as a list begins with.
  package func draftedKind(at path: FieldID, counts: [FieldID: Int]) -> FieldKind? {
    guard case .field(let field)? = shape(at: path, counts)?.content,
      field.value.kind != .secret, !field.value.isLeftOutOfDrafts
    else { return nil }
    return field.value.kind
  }

  /// Whether a list, or a section that is opened, is at a path of names and places.
  package func hasCount(at path: FieldID, counts: [FieldID: Int]) -> Bool {
    switch shape(at: path, counts)?.section?.body {
    case .list, .deferred: true
    case .object, .alternatives, nil: false
    }
  }

  /// The fields that a check has the last word on, by the names that lead to them, in order; those of a section that is opened
  /// later are not among them.
  package var checkedFields: [FieldID] { shape.checkedFields }

  private func shape(at path: FieldID, _ counts: [FieldID: Int]) -> Shape? {
    var (shape, walked, depth) = (shape, [FieldID](), 0)
    for name in path.names {
      walked.append(name)
      if let list = shape.list {
        let path = FieldID(rawValue: walked.dropLast().map(\.rawValue).joined(separator: "/"))
        // An item has the members that all of them have; one that is too many now may have been kept.
        guard let place = Int(name.rawValue), String(place) == name.rawValue, place >= 0,
          place < counts[path] ?? list.count.lowerBound
        else { return nil }
        shape = shape.children[0]
        continue
      }
      if case .deferred(let body)? = shape.section?.body {
        // A body may contain itself: without this limit a path might be of any length.
        depth += 1
        guard depth <= Self.depthLimit else { return nil }
        shape = bodies[body] ?? shape
      }
      guard let route = shape.way(to: name) else { return nil }
      shape = route.downs.reduce(shape) { shape, step in
        switch step {
        case .child(let place): shape.children[place]
        case .eachItem: shape.children[0]
        case .control: shape.control ?? shape
        }
      }
    }
    return shape
  }
}

extension Shape {
  fileprivate var checkedFields: [FieldID] {
    if case .field(let field) = content { return field.value.check == nil ? [] : [name] }
    let below = children.flatMap(\.checkedFields)
    return name.rawValue.isEmpty ? below : below.map(name.appending)
  }
}
