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

extension Field where Answer == Bool {
  /// The condition that the toggle is on.
  public var isOn: Condition { .equals(id, .toggle(true)) }
}

extension Field where Answer == String? {
  /// The condition that the option is the selected one.
  public func equals(_ option: String) -> Condition { .equals(id, .choice(option)) }
}
