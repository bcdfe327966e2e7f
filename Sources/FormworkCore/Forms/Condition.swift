/// When a field is part of its form.
public indirect enum Condition: Sendable {
  /// The field has this value.
  case equals(FieldID, Value)

  /// The field has a value that is not empty.
  case isFilled(FieldID)

  /// The condition does not hold.
  case not(Condition)

  /// Each of them holds.
  case all([Condition])

  /// At least one of them holds.
  case any([Condition])

  func holds(_ answers: Answers) -> Bool {
    switch self {
    case .equals(let field, let value): answers.value(of: field) == value
    case .isFilled(let field): !(answers.value(of: field)?.isEmpty ?? true)
    case .not(let condition): !condition.holds(answers)
    case .all(let conditions): conditions.allSatisfy { $0.holds(answers) }
    case .any(let conditions): conditions.contains { $0.holds(answers) }
    }
  }

  /// The fields that it reads.
  var reads: [FieldID] {
    switch self {
    case .equals(let field, _), .isFilled(let field): [field]
    case .not(let condition): condition.reads
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.reads)
    }
  }
}

extension Value {
  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .secret(let secret): secret.isEmpty
    case .toggle(let isOn): !isOn
    case .choices(let options): options.isEmpty
    case .wholeNumber, .decimal, .choice: false
    }
  }
}

extension Field where Answer == Bool {
  /// The condition that the toggle is on.
  public var isOn: Condition { .equals(id, .toggle(true)) }
}

extension Field where Answer == String? {
  /// The condition that the option is the selected one.
  public func equals(_ option: String) -> Condition { .equals(id, .choice(option)) }
}
