extension FormDefinition {
  /// What the field at a path of names and places holds, such as `contacts/0/address`; `nil` where there can
  /// be no such field, whatever the number of items.
  ///
  /// What says whether the section `address` is wanted, or which of its alternatives, is at `address?`.
  public func kind(at path: FieldID) -> FieldKind? {
    if case .field(let field)? = shape(at: path)?.content { field.kind } else { nil }
  }

  /// Whether a list, or a section that is opened, is at a path of names and places.
  public func hasCount(at path: FieldID) -> Bool {
    switch shape(at: path)?.section?.body {
    case .list, .deferred: true
    case .object, .alternatives, nil: false
    }
  }

  private func shape(at path: FieldID) -> Shape? {
    path.names.reduce(shape) { (shape: Shape?, name) in
      guard let shape else { return nil }
      if shape.list != nil {
        // An item has the members that all of them have; one that is too many now may have been kept.
        return Int(name.rawValue).flatMap { $0 >= 0 ? shape.children[0] : nil }
      }
      var scope = shape
      if case .deferred(let body)? = shape.section?.body { scope = bodies[body] ?? shape }
      return scope.way(to: name)?.downs.reduce(scope) { shape, step in
        switch step {
        case .child(let place): shape.children[place]
        case .eachItem: shape.children[0]
        case .control: shape.control ?? shape
        }
      }
    }
  }
}
