/// What a property is set to.
public enum PropertyValue: Equatable, Sendable {
  /// A text, with nothing in it that could steer a terminal.
  case text(String)
  /// A number; its meaning and unit are the property's.
  case number(Int64)
}
