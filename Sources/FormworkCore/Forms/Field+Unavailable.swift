public import FormworkJSON

// The first guesses of a Swift developer, for which the compiler's own words would not help.
extension Field {
  /// See ``text(_:label:)``.
  @available(*, unavailable, message: "write the kind of field, such as Field.text")
  public init(_ id: FieldID, label: Message) where Answer == String { fatalError() }

  /// See ``text(_:label:)``.
  @available(*, unavailable, renamed: "text(_:label:)")
  public static func string(_ id: FieldID, label: Message) -> Field
  where Answer == String { fatalError() }

  /// See ``wholeNumber(_:label:)``.
  @available(*, unavailable, renamed: "wholeNumber(_:label:)")
  public static func int(_ id: FieldID, label: Message) -> Field
  where Answer == Int? { fatalError() }

  /// See ``toggle(_:label:)``.
  @available(*, unavailable, renamed: "toggle(_:label:)")
  public static func bool(_ id: FieldID, label: Message) -> Field
  where Answer == Bool { fatalError() }

  /// See ``wholeNumber(_:label:)`` and ``decimal(_:label:)``.
  @available(*, unavailable, message: "write Field.wholeNumber or Field.decimal")
  public static func number(_ id: FieldID, label: Message) -> Field
  where Answer == Int? { fatalError() }

  /// See ``secret(_:label:)``.
  @available(*, unavailable, renamed: "secret(_:label:)")
  public static func password(_ id: FieldID, label: Message) -> Field
  where Answer == Secret { fatalError() }

  /// See ``email()``.
  @available(*, unavailable, message: "write Field.text(name, label: label).email()")
  public static func email(_ id: FieldID, label: Message) -> Field
  where Answer == String { fatalError() }

  /// See ``required()``.
  @available(*, unavailable, message: "a field is optional without .required()")
  public func optional() -> Field { fatalError() }

  /// See ``initialAnswer(_:)``.
  @available(*, unavailable, renamed: "initialAnswer(_:)")
  public func `default`(_ answer: Answer) -> Field { fatalError() }

  /// See ``range(_:)``.
  @available(*, unavailable, message: "write ...9.9 or .rule(\"has to be below 10\") { $0 < 10 }")
  public func range(_ limits: Range<ExactDecimal>) -> Field
  where Answer: NumberAnswer, Answer.Number == ExactDecimal { fatalError() }

  /// See ``range(_:)``.
  @available(*, unavailable, message: "write ...9.9 or .rule(\"has to be below 10\") { $0 < 10 }")
  public func range(_ limits: PartialRangeUpTo<ExactDecimal>) -> Field
  where Answer: NumberAnswer, Answer.Number == ExactDecimal { fatalError() }

  /// See ``range(minimum:maximum:)``.
  @available(*, unavailable, message: "write the last date or time that is allowed after ...")
  public func range(_ limits: Range<String>) -> Field where Answer == String { fatalError() }

  /// See ``range(minimum:maximum:)``.
  @available(*, unavailable, message: "write the last date or time that is allowed after ...")
  public func range(_ limits: PartialRangeUpTo<String>) -> Field
  where Answer == String { fatalError() }

  /// See ``length(_:unit:)``.
  @available(*, unavailable, message: "write limits, such as 3..., ...3 or 3...3")
  public func length(_ count: Int) -> Field where Answer == String { fatalError() }

  /// See ``length(_:unit:)``.
  @available(*, unavailable, message: "write limits, such as 3..., ...3 or 3...3")
  public func length(_ count: Int) -> Field where Answer == Secret { fatalError() }

  /// See ``shown(when:)``.
  @available(*, unavailable, message: "no answer is known yet: write .shown(when:) at the field")
  public static func == (field: Field, answer: Answer) -> Bool { fatalError() }

  /// See ``shown(when:)``.
  @available(*, unavailable, message: "no answer is known yet: write .shown(when:) at the field")
  public static func != (field: Field, answer: Answer) -> Bool { fatalError() }
}

extension Section {
  /// See ``count(_:)``.
  @available(*, unavailable, message: "write limits, such as 3..., ...3 or 3...3")
  public func count<Item>(_ number: Int) -> Condition where Answer == [Item] { fatalError() }
}
