/// A node of the view tree, as the front end sees it.
///
/// ```swift
/// let label = node.text(.label) + (node.isRequired ? " *" : "")
/// let isOn = node.kind == .toggle && node.number(.value) == 1
/// let isWrong = node.status == .invalid || node.status == .refused
/// ```
public struct PictureNode: Equatable, Sendable {
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

  private var values = PropertyList()

  init(id: NodeID, kind: NodeKind, name: String, parent: NodeID?) {
    (self.id, self.kind, self.name, self.parent) = (id, kind, name, parent)
  }

  /// What is said of it.
  public var properties: [Property: PropertyValue] {
    Dictionary(uniqueKeysWithValues: values.inOrder.map { ($0.property, $0.value) })
  }

  /// A property; `nil` where it has none.
  public internal(set) subscript(property: Property) -> PropertyValue? {
    get { values[property] }
    set { values.set(property, newValue) }
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
