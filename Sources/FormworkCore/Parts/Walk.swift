// A person stops on the way through a form at each field, and in a section at the button that adds an item to
// it, or opens it. A place is the node of such a stop; what is not shown has none.

extension Part {
  /// The first place on the way through this part.
  final func firstStop() -> NodeID? {
    guard let section = self as? SectionPart else { return node }
    return section.control?.node ?? section.firstStopInside()
  }

  /// The last place on the way through this part.
  final func lastStop() -> NodeID? {
    guard let section = self as? SectionPart else { return node }
    return section.stopButton ?? section.lastStop(before: section.children.endIndex)
      ?? section.control?.node
  }

  /// The next place behind this part.
  final func stopBehind() -> NodeID? {
    guard let parent else { return nil }
    if parent.control === self { return parent.firstStopInside() ?? parent.stopBehind() }
    return parent.stop(from: parent.index(of: self) + 1)
  }

  /// The place before this part.
  final func stopBefore() -> NodeID? {
    guard let parent else { return nil }
    if parent.control === self { return parent.stopBefore() }
    return parent.lastStop(before: parent.index(of: self)) ?? parent.control?.node
      ?? parent.stopBefore()
  }
}

extension SectionPart {
  /// The first place in the children from one on, or behind this section.
  func stop(from start: Int) -> NodeID? { firstStopInside(from: start) ?? stopBehind() }

  /// The first place in the children from one on, or at the button of this section.
  func firstStopInside(from start: Int = 0) -> NodeID? {
    guard isWanted else { return stopButton }
    for child in children.dropFirst(start) {
      if let stop = child.firstStop() { return stop }
    }
    return stopButton
  }

  /// The last place in the children before one.
  func lastStop(before end: Int) -> NodeID? {
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

extension FormDrawing {
  /// The next place that a person can be at, in a form or at its buttons; the first one where there is none
  /// yet.
  func stop(after node: NodeID?, in root: SectionPart?) -> NodeID? {
    guard let node else { return root?.firstStop() ?? buttons.first?.node }
    if let part = place(at: node) { return part.stopBehind() ?? buttons.first?.node }
    guard let place = buttons.firstIndex(where: { $0.node == node }) else {
      return buttons.first?.node
    }
    return buttons.dropFirst(place + 1).first?.node
  }

  /// The place before; `nil` at the first.
  func stop(before node: NodeID?, in root: SectionPart?) -> NodeID? {
    guard let node else { return nil }
    if let place = buttons.firstIndex(where: { $0.node == node }), place > 0 {
      return buttons[place - 1].node
    }
    guard let part = place(at: node) else { return root?.lastStop() }
    guard let section = part as? SectionPart else { return part.stopBefore() }
    // What puts an item back stands behind what adds one.
    if let own = section.stopButton, own != node { return own }
    return section.lastStop(before: section.children.endIndex) ?? section.control?.node
      ?? section.stopBefore()
  }
  /// The next place behind the section that a node is in, or at the next section where it is in none; behind the
  /// last one, the first button.
  func stop(behindSectionAt node: NodeID?, in root: SectionPart?) -> NodeID? {
    guard let part = node.flatMap({ place(at: $0) }), let section = part.innermostSection else {
      return stop(after: node, in: root)
    }
    if section.parent != nil { return section.stopBehind() ?? buttons.first?.node }
    return section.firstSection(in: (section.index(of: part) + 1)..<section.children.count)
      ?? buttons.first?.node
  }

  /// The beginning of the section that a node is in; of the section before, where it is there already or in none.
  func stop(beforeSectionAt node: NodeID?, in root: SectionPart?) -> NodeID? {
    guard let root else { return nil }
    guard let part = node.flatMap({ place(at: $0) }), let section = part.innermostSection else {
      return root.lastSection(before: root.children.count) ?? root.firstStop()
    }
    if section.parent == nil {
      return root.lastSection(before: root.index(of: part)) ?? root.firstStop()
    }
    let first = section.firstStop()
    if first != node { return first }
    let before = section.stopBefore().flatMap { place(at: $0) }?.innermostSection
    return before.flatMap {
      $0.parent == nil
        ? root.lastSection(before: root.index(of: section.outermost)) : $0.firstStop()
    }
      ?? root.firstStop()
  }
}

extension Part {
  /// The section that a person is in here: a list, where the person is at its button.
  fileprivate var innermostSection: SectionPart? { self as? SectionPart ?? parent }

  /// The part of the form itself that this is in.
  fileprivate var outermost: Part {
    var part: Part = self
    while let parent = part.parent, parent.parent != nil { part = parent }
    return part
  }
}

extension SectionPart {
  fileprivate func firstSection(in places: Range<Int>) -> NodeID? {
    children[places].lazy.compactMap { ($0 as? SectionPart)?.firstStop() }.first
  }

  fileprivate func lastSection(before end: Int) -> NodeID? {
    children[..<end].reversed().lazy.compactMap { ($0 as? SectionPart)?.firstStop() }.first
  }
}
