import FormworkVocabulary

/// A value of a JSON document, and where it stands there.
public struct JSONNode: Sendable {
  /// The value.
  public let value: JSONValue

  /// Where its first character is.
  public let place: JSONPlace

  /// Makes a node.
  public init(_ value: JSONValue, at place: JSONPlace = JSONPlace(line: 1, column: 1)) {
    self.value = value
    self.place = place
  }

  /// The value of an object's member; `nil` where there is none, or no object.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name.hasSameCodePoints(as: name) }?.node
  }
}

extension JSONNode: Equatable {
  /// Whether the values are equal, wherever they stand.
  public static func == (one: JSONNode, other: JSONNode) -> Bool { one.value == other.value }
}
