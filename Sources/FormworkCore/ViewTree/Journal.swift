extension ViewTree {
  /// What a front end was told last, wherever the tree may differ from it since.
  struct Journal: Sendable {
    /// A property that was set, and the value that the front end shows.
    struct Entry: Sendable {
      let node: NodeID
      let property: Property
      var told: PropertyValue?
    }

    /// A node of which something was reported that does not count, why, and what the person is told of it.
    typealias Refused = (node: NodeID, reason: InputRefusal, text: String)

    /// How the children of a parent came to differ from those that were told, but for those that are gone.
    struct Arrangement: Sendable {
      let parent: NodeID

      /// How many of them were not told.
      var insertedCount = 0

      /// The children that were told, in the order in which they were, once it may be another one.
      var told: [NodeID]?
    }

    /// At most one entry for each property: the nodes mark what stands here.
    var properties: [Entry] = []

    /// Properties to be told again whether they changed or not.
    var restated: [(node: NodeID, property: Property)] = []

    /// What was reported and does not count.
    var refusals: [Refused] = []

    /// The parents whose children may differ, once each.
    private(set) var children: [Arrangement] = []

    /// What was told and is gone.
    var removed: [NodeID] = []

    /// The focus that was told, once it may differ.
    var toldFocus: NodeID??

    /// Nodes from this number on have not been told at all.
    private(set) var firstUntold: UInt32 = 1

    func isTold(_ node: NodeID) -> Bool { node.rawValue < firstUntold }

    var isEmpty: Bool {
      properties.isEmpty && restated.isEmpty && children.isEmpty && removed.isEmpty
        && toldFocus == nil && refusals.isEmpty
    }

    /// Notes that the front end shows a value which it was not told.
    mutating func adopt(_ node: NodeID, _ property: Property, _ value: PropertyValue?) {
      let entry = properties.firstIndex { $0.node == node && $0.property == property }
      if let entry { properties[entry].told = value }
    }

    /// Changes what is noted of a parent's children.
    mutating func arrangement(of parent: NodeID, _ change: (inout Arrangement) -> Void) {
      let known = children.firstIndex { $0.parent == parent }
      if known == nil { children.append(Arrangement(parent: parent)) }
      change(&children[known ?? children.count - 1])
    }

    mutating func clear(firstUntold: UInt32) {
      properties.removeAll(keepingCapacity: true)
      // Most rounds have none of these.
      if !restated.isEmpty { restated.removeAll(keepingCapacity: true) }
      if !children.isEmpty { children.removeAll(keepingCapacity: true) }
      if !removed.isEmpty { removed.removeAll(keepingCapacity: true) }
      if !refusals.isEmpty { refusals.removeAll() }
      toldFocus = nil
      self.firstUntold = firstUntold
    }
  }
}

extension Property {
  /// The property's place in a set of properties.
  var bit: UInt32 { 1 << rawValue }
}
