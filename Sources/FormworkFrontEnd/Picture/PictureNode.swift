/// A node of the view tree, as the front end sees it.
public struct PictureNode: Sendable {
  /// The number by which messages name it.
  public let id: NodeID

  /// What it is.
  public let kind: NodeKind

  /// The name that stays the same from run to run: a field's name, or a JSON pointer.
  public let name: String

  /// The node it is in; `nil` at the top.
  public let parent: NodeID?

  /// What is in it, in order.
  public internal(set) var children: [NodeID] = []

  private struct Entry {
    let property: Property
    var value: PropertyValue
  }

  // Few enough that a walk beats a table.
  private var entries: [Entry] = []

  init(id: NodeID, kind: NodeKind, name: String, parent: NodeID?) {
    (self.id, self.kind, self.name, self.parent) = (id, kind, name, parent)
  }

  /// What is said of it.
  public var properties: [Property: PropertyValue] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.property, $0.value) })
  }

  /// A property; `nil` where it has none.
  public internal(set) subscript(property: Property) -> PropertyValue? {
    get {
      for index in entries.indices where entries[index].property == property {
        return entries[index].value
      }
      return nil
    }
    set {
      for index in entries.indices where entries[index].property == property {
        if let newValue {
          entries[index].value = newValue
        } else {
          entries.remove(at: index)
        }
        return
      }
      if let newValue { entries.append(Entry(property: property, value: newValue)) }
    }
  }

  /// Takes over what the person entered.
  mutating func adopt(_ value: PropertyValue, cursor: Int) {
    self[.value] = value
    self[.cursor] = .number(cursor)
  }

  /// A text property; empty where it has none.
  public func text(_ property: Property) -> String {
    guard case .text(let text) = self[property] else { return "" }
    return text
  }

  /// A number property; `nil` where it has none.
  public func number(_ property: Property) -> Int? {
    guard case .number(let number) = self[property] else { return nil }
    return number
  }

  /// What is true of it.
  public var status: NodeStatus { number(.status).flatMap(NodeStatus.init) ?? .nothing }

  /// What it is for, if it is a button.
  public var role: NodeRole { number(.role).flatMap(NodeRole.init) ?? .nothing }

  /// Whether it can be used; so it is, unless the host says otherwise.
  public var isEnabled: Bool { number(.enabled) != 0 }

  /// Whether it must not be left empty.
  public var isRequired: Bool { number(.required) == 1 }

  /// Whether it is an option that was chosen.
  public var isSelected: Bool { number(.selected) == 1 }
}

extension PictureNode: Equatable {
  /// Whether the same is said of both.
  public static func == (one: PictureNode, other: PictureNode) -> Bool {
    one.id == other.id && one.kind == other.kind && one.name == other.name
      && one.parent == other.parent && one.children == other.children
      && one.properties == other.properties
  }
}
