extension Field where Answer == String? {
  /// One of some options.
  public static func choice(_ id: FieldID, label: Message, options: [FieldKind.Option]) -> Field {
    Field(id, .choice(options), label) {
      .choice($0)
    } answer: {
      if case .choice(let option) = $0 { option } else { nil }
    }
  }
}

extension Field where Answer == [String] {
  /// Any number of some options.
  public static func choices(_ id: FieldID, label: Message, options: [FieldKind.Option]) -> Field {
    let order = options.map(\.value)
    return Field(id, .choices(options), label) { chosen in
      .choices(order.filter(chosen.contains) + chosen.filter { !order.contains($0) })
    } answer: {
      if case .choices(let options) = $0 { options } else { [] }
    }
  }
}

extension Field {
  /// One of the cases of an enum.
  ///
  /// ```swift
  /// enum Plan: String, CaseIterable { case free, gold }
  /// let plan = Field.choice("plan", label: "Plan", of: Plan.self).initially(.free)
  /// answers[plan]   // Plan?
  /// ```
  ///
  /// - Parameters:
  ///   - id: The stable name.
  ///   - label: What a person calls it.
  ///   - cases: The enum. In documents a case has its raw value, or where there is none its name.
  ///   - caseLabel: What a person reads of a case; as it is in documents, where this is not given.
  /// - Returns: The field.
  public static func choice<Case: CaseIterable & Sendable>(
    _ id: FieldID, label: Message, of cases: Case.Type, caseLabel: ((Case) -> Message)? = nil
  ) -> Field where Answer == Case? {
    let options = CaseOptions<Case>()
    return Field(id, .choice(options.all(labelled: caseLabel)), label) {
      .choice($0.map(options.value))
    } answer: {
      if case .choice(let value) = $0 { options.case(of: value) } else { nil }
    }
  }

  /// Any number of the cases of an enum, in their order: as for one of them.
  public static func choices<Case: CaseIterable & Sendable>(
    _ id: FieldID, label: Message, of cases: Case.Type, caseLabel: ((Case) -> Message)? = nil
  ) -> Field where Answer == [Case] {
    let options = CaseOptions<Case>()
    let all = options.all(labelled: caseLabel)
    return Field(id, .choices(all), label) { chosen in
      let values = chosen.map(options.value)
      return .choices(all.map(\.value).filter(values.contains))
    } answer: {
      if case .choices(let values) = $0 { values.compactMap(options.case) } else { [] }
    }
  }
}

/// The cases of an enum as options.
private struct CaseOptions<Case: CaseIterable & Sendable>: Sendable {
  private let cases = Dictionary(
    Case.allCases.map { (name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })

  func all(labelled label: ((Case) -> Message)?) -> [FieldKind.Option] {
    Case.allCases.map { FieldKind.Option(value($0), label: label?($0) ?? .verbatim(value($0))) }
  }

  func value(_ option: Case) -> String { Self.name(of: option) }

  func `case`(of value: String) -> Case? { cases[value] }

  private static func name(of option: Case) -> String {
    if let option = option as? any RawRepresentable { return "\(option.rawValue)" }
    return "\(option)"
  }
}
