/// A node of the view tree, as the front end sees it.
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

  /// What is said of it.
  public internal(set) var properties: [Property: PropertyValue] = [:]

  /// A text property; empty where it has none.
  public func text(_ property: Property) -> String {
    guard case .text(let text) = properties[property] else { return "" }
    return text
  }

  /// A number property; `nil` where it has none.
  public func number(_ property: Property) -> Int64? {
    guard case .number(let number) = properties[property] else { return nil }
    return number
  }

  /// What is true of it.
  public var status: Status { number(.status).flatMap(Status.init) ?? .nothing }

  /// What it is for, if it is a button.
  public var role: Role { number(.role).flatMap(Role.init) ?? .nothing }

  /// Whether it can be used; so it is, unless the host says otherwise.
  public var isEnabled: Bool { number(.enabled) != 0 }

  /// Whether it must not be left empty.
  public var isRequired: Bool { number(.required) == 1 }

  /// Whether it is an option that was chosen.
  public var isSelected: Bool { number(.selected) == 1 }
}
