/// The stable name of a field in its form: `username`, or a JSON pointer.
public struct FieldID: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// Makes an id of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an id of a literal.
  public init(stringLiteral value: String) { rawValue = value }
}

extension FieldID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
