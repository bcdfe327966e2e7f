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
  public internal(set) subscript(property: Property) -> PropertyValue? {
    get { values.first { $0.property == property }?.value }
    set {
      let index = values.firstIndex { $0.property == property }
      switch (index, newValue) {
      case (let index?, let value?): values[index].value = value
      case (let index?, nil): values.remove(at: index)
      case (nil, let value?): values.append(Entry(property: property, value: value))
      case (nil, nil): break
      }
    }
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
