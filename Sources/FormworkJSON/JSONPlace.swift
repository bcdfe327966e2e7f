public import FormworkMessages

/// A place in a document.
public struct JSONPlace: Hashable, Sendable {
  /// Counted from 1.
  public let line: Int

  /// Counted from 1, in Unicode scalars.
  public let column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONPlace: Comparable {
  /// Whether one place comes before the other.
  public static func < (one: JSONPlace, other: JSONPlace) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}

extension JSONPlace {
  /// As in `line 3, column 7`.
  public var message: Message {
    Message("json.place", ["line": .number(line), "column": .number(column)])
  }
}
