/// What a property is set to.
public enum PropertyValue: Equatable, Sendable {
  /// A text, with nothing in it that could steer a terminal.
  case text(String)
  /// A number; its meaning and unit are the property's.
  case number(Int64)

  /// Whether both are the same, a text code point by code point: cursors count its bytes.
  public static func == (one: PropertyValue, other: PropertyValue) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.number(let one), .number(let other)): one == other
    case (.text, .number), (.number, .text): false
    }
  }
}
