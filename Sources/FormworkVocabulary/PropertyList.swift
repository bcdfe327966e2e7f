/// The properties of a node that have a value.
package struct PropertyList: Sendable {
  // Few enough that a walk beats a table, and most nodes have four.
  private var entries: [(property: Property, value: PropertyValue)] = []

  /// A list without properties.
  package init() {}

  /// The value of a property, if it has one.
  package subscript(property: Property) -> PropertyValue? {
    for index in entries.indices where entries[index].property == property {
      return entries[index].value
    }
    return nil
  }

  /// Sets a property; `nil` takes it away.
  ///
  /// - Returns: What it was.
  @discardableResult
  package mutating func set(_ property: Property, _ value: PropertyValue?) -> PropertyValue? {
    for index in entries.indices where entries[index].property == property {
      let former = entries[index].value
      if let value { entries[index].value = value } else { entries.remove(at: index) }
      return former
    }
    if let value { entries.append((property, value)) }
    return nil
  }

  /// All of them, in the order of the contract.
  package var inOrder: [(property: Property, value: PropertyValue)] {
    entries.sorted { $0.property.rawValue < $1.property.rawValue }
  }
}

extension PropertyList: Equatable {
  /// Whether both have the same properties with the same values.
  package static func == (one: PropertyList, other: PropertyList) -> Bool {
    one.inOrder.elementsEqual(other.inOrder, by: ==)
  }
}
