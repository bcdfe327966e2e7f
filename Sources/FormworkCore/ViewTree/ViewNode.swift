/// One node of a view tree.
public struct ViewNode: Sendable {
  /// What it is.
  public let kind: NodeKind

  /// Its stable name: a field's, or a JSON pointer.
  public let name: String

  /// The node it belongs to; the root has none.
  public let parent: NodeID?

  /// The nodes that belong to it, in order.
  public internal(set) var children: [NodeID] = []

  private var values = PropertyList()

  /// The properties that stand in the journal of the tree, a bit each.
  var journaled: UInt32 = 0

  init(kind: NodeKind, name: String, parent: NodeID?) {
    self.kind = kind
    self.name = name
    self.parent = parent
  }

  /// The value of a property, if it has one.
  public subscript(property: Property) -> PropertyValue? { values[property] }

  /// What a property was that is something else now.
  struct Former {
    let value: PropertyValue?
    /// Whether it does not stand in the journal yet.
    let isNew: Bool
  }

  /// Sets a property; `nil` takes it away.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: What it is to be.
  ///   - isNoted: Whether it is to be marked as standing in the journal.
  /// - Returns: What it was; `nil` where it was the same.
  mutating func replace(
    _ property: Property, with value: PropertyValue?, isNoted: Bool
  ) -> Former? {
    let former = values.set(property, value)
    if former == value { return nil }
    let isNew = isNoted && journaled & property.bit == 0
    if isNew { journaled |= property.bit }
    return Former(value: former, isNew: isNew)
  }

  /// Takes over a property that the front end knows already: its former value is not needed.
  mutating func adopt(_ property: Property, _ value: PropertyValue?) { values.set(property, value) }

  /// The properties that have a value, in the order of the contract.
  public var properties: [(property: Property, value: PropertyValue)] { values.inOrder }
}

extension ViewNode: Equatable {
  /// Whether both look the same.
  public static func == (one: ViewNode, other: ViewNode) -> Bool {
    one.kind == other.kind && one.name == other.name && one.parent == other.parent
      && one.children == other.children && one.values == other.values
  }
}
