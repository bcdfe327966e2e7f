import FormworkCore
import FormworkJSON

/// A condition about the members of an object for a part to belong to the form.
///
/// Paths start at the object.
indirect enum MemberCondition: Equatable, Sendable {
  /// The member has one of these values, or none if the condition is loose.
  case equals(FieldID, [JSONNode], isLoose: Bool)

  /// The member has a value.
  case isPresent(FieldID)

  case not(MemberCondition)
  case all([MemberCondition])
  case any([MemberCondition])

  /// Returns whether the condition holds for an object, whose members have parts.
  func holds(for object: ObjectData, _ parts: [SchemaPart]) -> Bool {
    switch self {
    case .equals(let path, let values, let isLoose):
      guard let part = parts.part(at: path) else { return false }
      return object.table[Array(part.name.utf8)].map(values.contains) ?? isLoose
    case .isPresent(let path):
      return parts.part(at: path).map { object.table[Array($0.name.utf8)] != nil } ?? false
    case .not(let condition): return !condition.holds(for: object, parts)
    case .all(let conditions): return conditions.allSatisfy { $0.holds(for: object, parts) }
    case .any(let conditions): return conditions.contains { $0.holds(for: object, parts) }
    }
  }

  /// Returns the condition of a form with the parts; `nil` if a part has no field with such values.
  func condition(_ parts: [SchemaPart]) -> Condition? {
    switch self {
    case .equals(let path, let values, let isLoose):
      guard let part = parts.part(at: path), part.isComparable else { return nil }
      var conditions = values.compactMap { part.value(of: $0) }.map { Condition.equals(path, $0) }
      if isLoose, !part.isAlwaysPresent { conditions.append(.not(.isFilled(path))) }
      return .any(conditions)
    case .isPresent(let path):
      guard let part = parts.part(at: path) else { return nil }
      return part.isAlwaysPresent ? .all([]) : .isFilled(path)
    case .not(let condition): return condition.condition(parts).map(Condition.not)
    case .all(let conditions): return Self.each(conditions, parts).map(Condition.all)
    case .any(let conditions): return Self.each(conditions, parts).map(Condition.any)
    }
  }

  private static func each(
    _ conditions: [MemberCondition], _ parts: [SchemaPart]
  ) -> [Condition]? {
    let known = conditions.compactMap { $0.condition(parts) }
    return known.count == conditions.count ? known : nil
  }
}

extension [SchemaPart] {
  /// Returns the part at a path, which may lead into a group.
  func part(at path: FieldID) -> SchemaPart? {
    for part in self {
      if part.id == path { return part }
      guard part.isSpread, case .object(let members) = part.shape else { continue }
      if let member = members.first(where: { part.id.appending($0.id) == path }) { return member }
    }
    return nil
  }
}

extension SchemaPart {
  /// Whether a condition can compare the value.
  var isComparable: Bool {
    switch shape {
    case .text(isArea: false), .toggle, .number, .choice: true
    default: false
    }
  }

  fileprivate var isAlwaysPresent: Bool {
    switch shape {
    case .toggle, .constant: true
    default: false
    }
  }

  /// Returns the value of the field; `nil` if the field cannot have it.
  fileprivate func value(of value: JSONNode) -> Value? {
    switch (shape, value.value) {
    case (.text, .string(let text)): .text(text)
    case (.toggle, .bool(let isOn)): .toggle(isOn)
    case (.number(isWhole: true), .number(let number)): number.wholeNumber.map(Value.wholeNumber)
    case (.number, .number(let number)): .decimal(number)
    case (.choice(let choices), _): choices.name(of: value).map(Value.choice)
    default: nil
    }
  }
}
