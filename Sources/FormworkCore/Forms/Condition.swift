/// When a part is part of its form.
///
/// What it reads is found from the section that the part stands in.
public indirect enum Condition: Sendable {
  /// The field has this value, which is one of its kind, and of its options.
  case equals(FieldID, Value)

  /// The field has a value that is not empty; the section is part of the form, and open.
  case isFilled(FieldID)

  /// The list has so many items.
  case count(FieldID, ClosedRange<Int>)

  /// The condition holds in one item of the list at least, which it reads from there.
  case anyItem(of: FieldID, Condition)

  /// The condition holds in each item of the list, which it reads from there.
  case everyItem(of: FieldID, Condition)

  /// The condition does not hold.
  case not(Condition)

  /// Each of them holds.
  case all([Condition])

  /// At least one of them holds.
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
  /// Both hold.
  public static func && (one: Condition, other: Condition) -> Condition { .all([one, other]) }

  /// At least one of them holds.
  public static func || (one: Condition, other: Condition) -> Condition { .any([one, other]) }

  /// The condition does not hold.
  public static prefix func ! (condition: Condition) -> Condition { .not(condition) }
}

extension Field {
  /// The condition that the field has an answer that is not empty.
  public var isFilled: Condition { .isFilled(id) }

  /// The condition that this is the answer; the empty one means that there is none.
  ///
  /// ```swift
  /// let card = Field.text("card", label: "Card").shown(when: plan.equals(.gold) && !gift.isOn)
  /// ```
  public func equals(_ answer: Answer) -> Condition {
    let content = specification.trimmed(content(for: answer))
    if content.isEmpty { return .not(.isFilled(id)) }
    do throws(Violation) {
      return try specification.kind.value(of: content).map { .equals(id, $0) } ?? .any([])
    } catch {
      // No answer of the field is such a one.
      return .any([])
    }
  }
}

extension Field where Answer == Bool {
  /// The condition that the toggle is on.
  public var isOn: Condition { .equals(id, .toggle(true)) }
}

extension Section {
  /// The condition that the list has so many items.
  public func count<Item>(_ limits: some Limits<Int>) -> Condition where Answer == [Item] {
    .count(id, ListBody.count(limits))
  }
}
