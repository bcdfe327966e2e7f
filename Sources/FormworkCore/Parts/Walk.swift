// The focus stops at each field, and at the button that opens a section or adds an item to a list.
// A stop is identified by its node; parts without a node are skipped.

extension Part {
  /// Returns the first stop in this part.
  final func firstStop() -> NodeID? {
    guard let section = self as? SectionPart else { return node }
    return section.control?.node ?? section.firstStopInside()
  }

  /// Returns the last stop in this part.
  final func lastStop() -> NodeID? {
    guard let section = self as? SectionPart else { return node }
    return section.stopButton ?? section.lastStop(before: section.children.endIndex)
      ?? section.control?.node
  }

  /// Returns the next stop after this part.
  final func stopAfter() -> NodeID? {
    guard let parent else { return nil }
    if parent.control === self { return parent.firstStopInside() ?? parent.stopAfter() }
    return parent.stop(from: parent.index(of: self) + 1)
  }

  /// Returns the last stop before this part.
  final func stopBefore() -> NodeID? {
    guard let parent else { return nil }
    if parent.control === self { return parent.stopBefore() }
    return parent.lastStop(before: parent.index(of: self)) ?? parent.control?.node
      ?? parent.stopBefore()
  }
}

extension SectionPart {
  /// Returns the first stop in the children from an index on, or after this section.
  func stop(from start: Int) -> NodeID? { firstStopInside(from: start) ?? stopAfter() }

  /// Returns the first stop in the children from an index on, or at the button of this section.
  func firstStopInside(from start: Int = 0) -> NodeID? {
    guard isWanted else { return stopButton }
    for child in children.dropFirst(start) {
      if let stop = child.firstStop() { return stop }
    }
    return stopButton
  }

  /// Returns the last stop in the children before an index.
  func lastStop(before end: Int) -> NodeID? {
    guard isWanted else { return nil }
    for child in children[..<end].reversed() {
      if let stop = child.lastStop() { return stop }
    }
    return nil
  }

  fileprivate func index(of child: Part) -> Int {
    if shape.alternatives != nil { return 0 }
    if let item = child as? SectionPart, item.item > 0 { return item.place }
    return child.shape.place
  }
}

extension FormDrawing {
  /// Returns the stop after a node in the form or its buttons, or the first stop for no node.
  func stop(after node: NodeID?, in root: SectionPart?) -> NodeID? {
    guard let node else { return root?.firstStop() ?? buttons.first?.node }
    if let part = place(at: node) { return part.stopAfter() ?? buttons.first?.node }
    guard let place = buttons.firstIndex(where: { $0.node == node }) else {
      return buttons.first?.node
    }
    return buttons.dropFirst(place + 1).first?.node
  }

  /// Returns the stop before a node, or `nil` at the first stop.
  func stop(before node: NodeID?, in root: SectionPart?) -> NodeID? {
    guard let node else { return nil }
    if let place = buttons.firstIndex(where: { $0.node == node }), place > 0 {
      return buttons[place - 1].node
    }
    guard let part = place(at: node) else { return root?.lastStop() }
    guard let section = part as? SectionPart else { return part.stopBefore() }
    // The button that puts an item back follows the button that adds one.
    if let own = section.stopButton, own != node { return own }
    return section.lastStop(before: section.children.endIndex) ?? section.control?.node
      ?? section.stopBefore()
  }
  /// Returns the stop after the section that contains a node, or else the first button.
  ///
  /// Outside all sections, returns the first stop of the next section.
  func stop(afterSectionAt node: NodeID?, in root: SectionPart?) -> NodeID? {
    guard let part = node.flatMap({ place(at: $0) }), let section = part.innermostSection else {
      return stop(after: node, in: root)
    }
    if section.parent != nil { return section.stopAfter() ?? buttons.first?.node }
    return section.firstSection(in: (section.index(of: part) + 1)..<section.children.count)
      ?? buttons.first?.node
  }

  /// Returns the first stop of the section that contains a node, or of the previous section.
  ///
  /// It returns the latter if the node is the first stop or outside all sections.
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
  /// The section that contains this stop, or the list whose button it is.
  fileprivate var innermostSection: SectionPart? { self as? SectionPart ?? parent }

  /// The child of the form that contains this part.
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
