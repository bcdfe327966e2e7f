extension FieldPart {
  /// What the field's own rules say of what stands there now.
  var verdict: Verdict {
    let content = trimmedContent
    let violations = specification.rules.violations(
      of: content, kind: kind, isRequired: specification.isRequired, isEdited: isEdited, mode: mode,
      answers: answers(to: shape.reads))
    if !violations.isEmpty { return .broken(violations) }
    return specification.check != nil && !content.isEmpty ? .needsCheck : .holds
  }

  /// What is to be checked; `nil` of a field without a check.
  func checkRequest(_ id: CheckID) -> CheckRequest? {
    guard let check = specification.check else { return nil }
    var answers = answers(to: shape.reads.filter { check.reads.contains($0.id) })
    if let value = activeValue { answers.append(shape.name, .value(value)) }
    return CheckRequest(
      field: path, id: id, check: check.name, answers: answers, timeOut: check.timeOut)
  }

  /// The content once an option, or the toggle itself, is switched.
  func choosing(_ node: NodeID, isOn: Bool) -> FieldContent? {
    if case .toggle = content { return node == self.node ? .toggle(isOn) : nil }
    guard let place = options.firstIndex(of: node) else { return nil }
    switch (kind, content) {
    case (.choice(let all), .choice(let chosen)):
      let option = all[place].value
      return .choice(isOn ? option : chosen == option ? nil : chosen)
    case (.choices(let all), .choices(let chosen)):
      let option = all[place].value
      return .choices(all.map(\.value).filter { $0 == option ? isOn : chosen.contains($0) })
    default: return nil
    }
  }

  /// The name by which the texts that were entered are known another time, if they may be offered again.
  var rememberedName: FieldID? {
    // Items of one list have one history.
    specification.isRemembered ? pathOfNames : nil
  }

  /// The text that may be offered again another time, where the field is part of the form.
  var rememberedText: (field: FieldID, text: String)? {
    guard let name = rememberedName, isActive, case .text(let text) = trimmedContent, !text.isEmpty
    else { return nil }
    return (name, text)
  }
}
