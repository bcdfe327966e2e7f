/// A condition for a part to belong to its form.
///
/// Paths start at the section that contains the part.
public indirect enum Condition: Sendable {
  /// The field has this value, which has to fit its kind and options.
  case equals(FieldID, Value)

  /// The field has a value that is not empty, or the section is open and belongs to the form.
  case isFilled(FieldID)

  /// The number of items of the list is in this range.
  case count(FieldID, ClosedRange<Int>)

  /// The condition holds in at least one item of the list. Its paths start at the item.
  case anyItem(of: FieldID, Condition)

  /// The condition holds in every item of the list. Its paths start at the item.
  case everyItem(of: FieldID, Condition)

  /// The condition does not hold.
  case not(Condition)

  /// All conditions hold.
  case all([Condition])

  /// At least one of the conditions holds.
  case any([Condition])
}

extension Value {
  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .secret(let secret): secret.isEmpty
    case .toggle(let isOn): !isOn
    case .choices(let options): options.isEmpty
    case .wholeNumber, .decimal, .choice: false
    }
  }
}

extension Condition {
  /// Both conditions hold.
  public static func && (one: Condition, other: Condition) -> Condition { .all([one, other]) }

  /// At least one of the conditions holds.
  public static func || (one: Condition, other: Condition) -> Condition { .any([one, other]) }

  /// The condition does not hold.
  public static prefix func ! (condition: Condition) -> Condition { .not(condition) }
}

extension Field {
  /// The condition that the field has a value that is not empty.
  public var isFilled: Condition { .isFilled(id) }

  /// The condition that the field has this answer, or no value for the empty answer.
  ///
  /// ```swift
  /// let card = Field.text("card", label: "Card").shown(when: plan == .gold && !gift)
  /// ```
  public static func == (field: Field, answer: Answer) -> Condition {
    let content = field.specification.trimmed(field.content(for: answer))
    if content.isEmpty { return .not(.isFilled(field.id)) }
    do throws(Violation) {
      return try field.specification.kind.value(of: content).map { .equals(field.id, $0) }
        ?? .any([])
    } catch {
      // The field can never have this answer.
      return .any([])
    }
  }

  /// The condition that the field does not have this answer.
  public static func != (field: Field, answer: Answer) -> Condition { !(field == answer) }

  /// Shows the field only while the toggle is on, so that the answer may be missing.
  public func shown(when toggle: Field<Bool>) -> Field<Answer?> { shown(when: toggle == true) }

  /// Shows the field only while the toggle is on, and otherwise answers it with the empty answer.
  public func shown(when toggle: Field<Bool>) -> Self where Answer: EmptiableAnswer {
    shown(when: toggle == true)
  }
}

extension Field where Answer == Bool {
  /// The toggle is on, and the condition holds.
  public static func && (toggle: Field, condition: Condition) -> Condition {
    toggle == true && condition
  }

  /// The condition holds, and the toggle is on.
  public static func && (condition: Condition, toggle: Field) -> Condition {
    condition && toggle == true
  }

  /// Both toggles are on.
  public static func && (one: Field, other: Field) -> Condition { one == true && other == true }

  /// The toggle is on, or the condition holds.
  public static func || (toggle: Field, condition: Condition) -> Condition {
    toggle == true || condition
  }

  /// The condition holds, or the toggle is on.
  public static func || (condition: Condition, toggle: Field) -> Condition {
    condition || toggle == true
  }

  /// At least one of the toggles is on.
  public static func || (one: Field, other: Field) -> Condition { one == true || other == true }

  /// The toggle is off.
  public static prefix func ! (toggle: Field) -> Condition { toggle == false }
}

extension Section {
  /// Shows the section only while the toggle is on, so that the answer may be missing.
  public func shown(when toggle: Field<Bool>) -> Section<Answer?> { shown(when: toggle == true) }

  /// Shows the section only while the toggle is on, and otherwise answers it with the empty answer.
  public func shown(when toggle: Field<Bool>) -> Self where Answer: EmptiableAnswer {
    shown(when: toggle == true)
  }

  /// Returns the condition that the number of items of the list is within limits.
  public func count<Item>(_ limits: some Limits<Int>) -> Condition where Answer == [Item] {
    .count(id, ListBody.count(limits))
  }
}
