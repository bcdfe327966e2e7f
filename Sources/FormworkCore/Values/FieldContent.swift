/// What stands in a field now, whether it makes sense or not.
public enum FieldContent: Equatable, Sendable {
  /// The text of a text field, a text area or a number field.
  case text(String)

  /// The text of a secret field.
  case secret(Secret)

  /// The state of a toggle.
  case toggle(Bool)

  /// The selected option's value, or none.
  case choice(String?)

  /// The selected options' values, in the order of the definition.
  case choices([String])

  /// Whether a person would say that nothing stands there.
  ///
  /// A toggle counts as empty when off, and a text that has nothing but invisible characters, such
  /// as joiners and zero-width spaces. Within a text they are a matter of its letters.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.hasNothingVisible
    case .secret(let secret): secret.hasNothingVisible
    case .toggle(let isOn): !isOn
    case .choice(let option): option == nil
    case .choices(let options): options.isEmpty
    }
  }

  /// Whether the same stands in both, code point by code point.
  ///
  /// Rules count code points, and the store is given them; `String` takes texts for equal that have
  /// more of them or fewer.
  public static func == (one: FieldContent, other: FieldContent) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.hasSameCodePoints(as: other)
    case (.secret(let one), .secret(let other)): one == other
    case (.toggle(let one), .toggle(let other)): one == other
    case (.choice(let one), .choice(let other)): one == other
    case (.choices(let one), .choices(let other)): one == other
    case (.text, _), (.secret, _), (.toggle, _), (.choice, _), (.choices, _): false
    }
  }
}
