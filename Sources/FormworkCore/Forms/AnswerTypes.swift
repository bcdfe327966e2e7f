public import FormworkJSON

/// A type of answers with an empty answer, which a part has if nothing is entered or if it is hidden.
///
/// Other answers, such as an `Int`, are optional if they may be missing.
public protocol EmptiableAnswer: SendableMetatype {
  /// The empty answer.
  static var emptyAnswer: Self { get }
}

extension Optional: EmptiableAnswer {
  /// No answer.
  public static var emptyAnswer: Wrapped? { nil }
}

extension String: EmptiableAnswer {
  /// The empty text.
  public static var emptyAnswer: String { "" }
}

extension Secret: EmptiableAnswer {
  /// The empty secret.
  public static var emptyAnswer: Secret { .empty }
}

extension Bool: EmptiableAnswer {
  /// A toggle that is off.
  public static var emptyAnswer: Bool { false }
}

extension Array: EmptiableAnswer {
  /// No options or items.
  public static var emptyAnswer: [Element] { [] }
}

/// A type of answers that are numbers, which may be optional.
public protocol NumberAnswer {
  /// The type of the number.
  associatedtype Number

  /// Returns the number as a decimal.
  static func decimal(_ number: Number) -> ExactDecimal
}

extension Int: NumberAnswer {
  /// Returns the number as a decimal.
  public static func decimal(_ number: Int) -> ExactDecimal { ExactDecimal(number) }
}

extension ExactDecimal: NumberAnswer {
  /// Returns the number.
  public static func decimal(_ number: ExactDecimal) -> ExactDecimal { number }
}

extension Optional: NumberAnswer where Wrapped: NumberAnswer {
  /// Returns the number as a decimal.
  public static func decimal(_ number: Wrapped.Number) -> ExactDecimal { Wrapped.decimal(number) }
}
