import FormworkVocabulary

/// A JSON value with its place in the document.
public struct JSONNode: Sendable {
  /// The value.
  public let value: JSONValue

  /// The place of the first character.
  public let place: JSONPlace

  /// Creates a node.
  public init(_ value: JSONValue, at place: JSONPlace = JSONPlace(line: 1, column: 1)) {
    self.value = value
    self.place = place
  }

  /// Returns the value of a member; `nil` if there is none, or this is not an object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name.hasSameCodePoints(as: name) }?.node
  }
}

extension JSONNode {
  /// Creates a text.
  package static func text(_ text: String) -> JSONNode { JSONNode(.string(text)) }

  /// Creates a whole number.
  package static func number(_ number: Int) -> JSONNode { JSONNode(.number(ExactDecimal(number))) }

  /// Creates an object with members in their order.
  package static func members(_ members: KeyValuePairs<String, JSONNode>) -> JSONNode {
    JSONNode(.object(members.map { JSONMember($0.key, $0.value) }))
  }

  /// The text, if the value is one.
  package var text: String? { if case .string(let text) = value { text } else { nil } }

  /// The members of an object; empty for another value.
  package var members: [JSONMember] { if case .object(let members) = value { members } else { [] } }

  /// The items of an array; empty for another value.
  package var items: [JSONNode] { if case .array(let items) = value { items } else { [] } }
}

extension JSONNode: Equatable {
  /// Whether the values are equal; places do not matter.
  public static func == (one: JSONNode, other: JSONNode) -> Bool { one.value == other.value }
}

/// A JSON value that preserves the order of members.
public enum JSONValue: Sendable {
  /// Null.
  case null

  /// True or false.
  case bool(Bool)

  /// An exact number, which is stored indirectly, because it is larger than all other values.
  indirect case number(ExactDecimal)

  /// A text.
  case string(String)

  /// Values in order.
  case array([JSONNode])

  /// Named values in order, with unique names.
  case object([JSONMember])
}

extension JSONValue: Equatable {
  /// Whether the values are equal; places do not matter.
  ///
  /// Strings are compared by scalars, and numbers by value; the order of members matters.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameCodePoints(as: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }
}

/// A member of an object.
public struct JSONMember: Sendable {
  /// The name.
  public let name: String

  /// The place of the name's quotation mark.
  public let namePlace: JSONPlace

  /// The value.
  public let node: JSONNode

  /// Creates a member.
  public init(
    _ name: String, at namePlace: JSONPlace = JSONPlace(line: 1, column: 1), _ node: JSONNode
  ) {
    self.name = name
    self.namePlace = namePlace
    self.node = node
  }
}

extension JSONMember: Equatable {
  /// Whether names and values are equal; places do not matter.
  public static func == (one: JSONMember, other: JSONMember) -> Bool {
    one.name.hasSameCodePoints(as: other.name) && one.node == other.node
  }
}
