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

/// A condition, or a toggle that has to be on.
public protocol ConditionConvertible: Sendable {
  /// The condition.
  var condition: Condition { get }
}

extension ConditionConvertible {
  /// Returns the condition that both conditions hold.
  public static func && (one: Self, other: some ConditionConvertible) -> Condition {
    .all([one.condition, other.condition])
  }

  /// Returns the condition that at least one of the conditions holds.
  public static func || (one: Self, other: some ConditionConvertible) -> Condition {
    .any([one.condition, other.condition])
  }

  /// Returns the condition that this condition does not hold.
  public static prefix func ! (condition: Self) -> Condition { .not(condition.condition) }
}

extension Condition: ConditionConvertible {
  /// The condition itself.
  public var condition: Condition { self }
}

extension Field: ConditionConvertible where Answer == Bool {
  /// The condition that the toggle is on.
  public var condition: Condition { self == true }
}

extension Field {
  /// The condition that the field has a value that is not empty.
  public var isFilled: Condition { .isFilled(id) }

  /// Returns the condition that the field has this answer, or no value for the empty answer.
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

  /// Returns the condition that the field does not have this answer.
  public static func != (field: Field, answer: Answer) -> Condition { !(field == answer) }
}

extension Section {
  /// Returns the condition that the number of items of the list is within limits.
  public func count<Item>(_ limits: some Limits<Int>) -> Condition where Answer == [Item] {
    .count(id, ListBody.count(limits))
  }
}
