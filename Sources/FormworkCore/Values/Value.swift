/// A field's content once it has been understood.
public enum Value: Equatable, Sendable {
  /// A text.
  case text(String)

  /// A secret.
  case secret(Secret)

  /// A whole number.
  case wholeNumber(Int)

  /// An exact decimal number.
  case decimal(ExactDecimal)

  /// A toggle's state.
  case toggle(Bool)

  /// The selected option.
  case choice(String)

  /// The selected options, in the order of the definition.
  case choices([String])
}
