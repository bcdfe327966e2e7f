import FormworkVocabulary

/// A value of JSON, with the order of members and the literals of numbers as they were written.
public enum JSONValue: Sendable {
  /// Nothing.
  case null

  /// True or false.
  case bool(Bool)

  /// A number, exactly.
  case number(JSONNumber)

  /// A text.
  case string(String)

  /// Values in order.
  case array([JSONNode])

  /// Named values in order; no name stands twice.
  case object([JSONMember])
}

extension JSONValue: Equatable {
  /// Whether the values are equal, wherever they stand.
  ///
  /// Strings are equal scalar by scalar, numbers by their value; members count in their order.
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
