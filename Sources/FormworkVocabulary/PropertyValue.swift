/// What a property is set to; an absent property has no value.
public enum PropertyValue: Hashable, Sendable {
  /// A text; what a front end is told has nothing in it that could steer a terminal.
  case text(String)

  /// A whole number; its meaning and unit are the property's.
  case number(Int)

  /// Whether both are the same, a text code point by code point: cursors count its bytes.
  public static func == (one: PropertyValue, other: PropertyValue) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.hasSameCodePoints(as: other)
    case (.number(let one), .number(let other)): one == other
    case (.text, .number), (.number, .text): false
    }
  }
}
