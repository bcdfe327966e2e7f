/// A place in a form's parts where a person can stop on the way through the form.
enum Stop {
  /// A field.
  case field(FieldPart)

  /// The button that adds an item to this list, or opens this section.
  case button(SectionPart)

  /// The node that shows it.
  var node: NodeID? {
    switch self {
    case .field(let field): field.node
    case .button(let section): section.stopButton
    }
  }
}

extension Part {
  /// The first place on the way through this part, if any is shown.
  final func firstStop() -> Stop? {
    if let field = self as? FieldPart { return field.node == nil ? nil : .field(field) }
    guard let section = self as? SectionPart else { return nil }
    return section.control?.firstStop() ?? section.firstStopInside()
  }

  /// The last place on the way through this part, if any is shown.
  final func lastStop() -> Stop? {
    if let field = self as? FieldPart { return field.node == nil ? nil : .field(field) }
    guard let section = self as? SectionPart else { return nil }
    return section.lastStopInside() ?? section.control?.lastStop()
  }

  /// The next place behind this part.
  final func stopBehind() -> Stop? {
    guard let parent else { return nil }
    if parent.control === self { return parent.firstStopInside() ?? parent.stopBehind() }
    return parent.firstStopInside(from: parent.index(of: self) + 1) ?? parent.stopBehind()
  }

  /// The place before this part.
  final func stopBefore() -> Stop? {
    guard let parent else { return nil }
    if parent.control === self { return parent.stopBefore() }
    return parent.lastStop(before: parent.index(of: self)) ?? parent.control?.lastStop()
      ?? parent.stopBefore()
  }
}

extension SectionPart {
  /// The first place in the children from one on, or behind this section.
  func stop(from start: Int) -> Stop? { firstStopInside(from: start) ?? stopBehind() }

  fileprivate func firstStopInside(from start: Int = 0) -> Stop? {
    guard isWanted else { return stopButton == nil ? nil : .button(self) }
    for child in children.dropFirst(start) {
      if let stop = child.firstStop() { return stop }
    }
    return stopButton == nil ? nil : .button(self)
  }

  fileprivate func lastStopInside() -> Stop? {
    stopButton == nil ? lastStop(before: children.endIndex) : .button(self)
  }

  /// The last place in the children before one.
  func lastStop(before end: Int) -> Stop? {
    guard isWanted else { return nil }
    for child in children[..<end].reversed() {
      if let stop = child.lastStop() { return stop }
    }
    return nil
  }

  /// The place of a child among the children.
  fileprivate func index(of child: Part) -> Int {
    if shape.alternatives != nil { return 0 }
    if let item = child as? SectionPart, item.item > 0 { return item.place }
    return child.shape.place
  }
}

extension Stop {
  /// The next place on the way.
  var next: Stop? {
    switch self {
    case .field(let field): field.stopBehind()
    case .button(let section): section.stopBehind()
    }
  }

  /// The place before on the way.
  var previous: Stop? {
    switch self {
    case .field(let field): field.stopBefore()
    case .button(let section):
      section.lastStop(before: section.children.endIndex) ?? section.control?.lastStop()
        ?? section.stopBefore()
    }
  }
}
