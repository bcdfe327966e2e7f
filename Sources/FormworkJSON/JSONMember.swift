import FormworkVocabulary

/// A named value of an object.
public struct JSONMember: Sendable {
  /// The name.
  public let name: String

  /// Where the name's quotation mark is.
  public let namePlace: JSONPlace

  /// The value.
  public let node: JSONNode

  /// Makes a member.
  public init(
    _ name: String, at namePlace: JSONPlace = JSONPlace(line: 1, column: 1), _ node: JSONNode
  ) {
    self.name = name
    self.namePlace = namePlace
    self.node = node
  }
}

extension JSONMember: Equatable {
  /// Whether name and value are equal, wherever they stand.
  public static func == (one: JSONMember, other: JSONMember) -> Bool {
    one.name.hasSameCodePoints(as: other.name) && one.node == other.node
  }
}
