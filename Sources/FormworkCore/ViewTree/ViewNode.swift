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

  private struct Entry {
    let property: Property
    var value: PropertyValue
  }

  // Few enough that a walk beats a table, and most nodes have four.
  private var values: [Entry] = []

  /// The properties that stand in the journal of the tree, a bit each.
  var journaled: UInt32 = 0

  init(kind: NodeKind, name: String, parent: NodeID?) {
    self.kind = kind
    self.name = name
    self.parent = parent
  }

  /// The value of a property, if it has one.
  public subscript(property: Property) -> PropertyValue? {
    for index in values.indices where values[index].property == property {
      return values[index].value
    }
    return nil
  }

  /// What a property was that is something else now.
  struct Former {
    let value: PropertyValue?
    /// Whether it does not stand in the journal yet.
    var isNew = false
  }

  /// Sets a property; `nil` takes it away.
  ///
  /// With each key: what it was is found on the same walk, and the node marked in the same visit.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: What it is to be.
  ///   - isNoted: Whether it is to be marked as standing in the journal.
  /// - Returns: What it was; `nil` where it was the same.
  mutating func replace(
    _ property: Property, with value: PropertyValue?, isNoted: Bool
  ) -> Former? {
    guard var former = replace(property, with: value) else { return nil }
    if isNoted, journaled & property.bit == 0 {
      journaled |= property.bit
      former.isNew = true
    }
    return former
  }

  private mutating func replace(_ property: Property, with value: PropertyValue?) -> Former? {
    for index in values.indices where values[index].property == property {
      guard let value else { return Former(value: values.remove(at: index).value) }
      if values[index].value == value { return nil }
      let former = values[index].value
      values[index].value = value
      return Former(value: former)
    }
    guard let value else { return nil }
    values.append(Entry(property: property, value: value))
    return Former(value: nil)
  }

  /// Takes over a property that the front end knows already: its former value is not needed.
  mutating func adopt(_ property: Property, _ value: PropertyValue?) {
    for index in values.indices where values[index].property == property {
      if let value { values[index].value = value } else { values.remove(at: index) }
      return
    }
    if let value { values.append(Entry(property: property, value: value)) }
  }

  /// The properties that have a value, in the order of the contract.
  public var properties: [(property: Property, value: PropertyValue)] {
    values.sorted { $0.property.rawValue < $1.property.rawValue }.map { ($0.property, $0.value) }
  }
}

extension ViewNode: Equatable {
  /// Whether both look the same.
  public static func == (one: ViewNode, other: ViewNode) -> Bool {
    one.kind == other.kind && one.name == other.name && one.parent == other.parent
      && one.children == other.children
      && one.properties.elementsEqual(other.properties, by: { $0 == $1 })
  }
}
