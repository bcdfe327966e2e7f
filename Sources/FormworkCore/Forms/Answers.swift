/// What the fields of a form say.
public struct Answers: Equatable, Sendable {
  private let values: [FieldID: Value]

  /// Makes answers of values.
  public init(_ values: [FieldID: Value]) { self.values = values }

  /// Makes none.
  public init() {
    // A literal would be made into a dictionary step by step, with each key.
    values = Dictionary()
  }

  /// The value of a field; `nil` where it is empty, hidden or has none that makes sense.
  public func value(of field: FieldID) -> Value? { values[field] }

  /// The value of a field in its own type: of an empty or a hidden field, the empty answer.
  public subscript<Answer>(field: Field<Answer>) -> Answer {
    field.answer(values[field.id])
  }

  /// The fields that have a value.
  public var fields: Set<FieldID> { Set(values.keys) }
}
