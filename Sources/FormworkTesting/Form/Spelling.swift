package import FormworkCore

// Describes actions, answers and contents in one line each, so that a test can state the whole
// result of a step.

extension FormAction {
  package func spelled(by catalogue: Catalogue) -> String {
    switch self {
    case .load(let id): "load \(id.rawValue)"
    case .reload(let id): "reload \(id.rawValue)"
    case .cancelLoad: "cancel load"
    case .startPause(let field, let id, let pause): "pause \(field) \(id.rawValue) for \(pause)"
    case .check(let request):
      "check \(request.field) \(request.id.rawValue) by \(request.check)"
        + " of \(request.answers.spelled) within \(request.timeOut)"
    case .cancel(let field, let id): "cancel \(field) \(id.rawValue)"
    case .submit(let id, let answers): "submit \(id.rawValue) \(answers.spelled)"
    case .saveDraft(let change): "draft " + change.entered.spelled
    case .discardDraft: "forget"
    case .asked(let question): "asked \(catalogue.text(for: question.message))"
    case .withdrewReview: "withdrew review"
    case .showed(let message): "showed \(catalogue.text(for: message))"
    case .ended(let outcome): "ended \(outcome)"
    }
  }
}

extension Draft {
  package var spelled: String {
    list(
      contents.map { ($0.key.rawValue, $0.value.spelled) }
        + counts.map { ($0.key.rawValue, "\($0.value)") })
  }
}

extension Answers {
  package var spelled: String {
    list(fields.map { ($0.rawValue, answer(at: $0)?.spelled ?? "none") })
  }
}

extension Answer {
  package var spelled: String {
    switch self {
    case .value(let value): value.spelled
    case .object(let members): members.spelled
    case .list(let items): "{\(items.map { $0?.spelled ?? "none" }.joined(separator: ", "))}"
    case .alternative(let option, let answer): "\(option) \(answer.spelled)"
    }
  }
}

private func list(_ entries: [(name: String, text: String)]) -> String {
  "["
    + entries.sorted { $0.name < $1.name }.map { "\($0.name): \($0.text)" }
    .joined(separator: ", ") + "]"
}

extension Value {
  fileprivate var spelled: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .secret(let secret): secret.spelled
    case .wholeNumber(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .toggle(let isOn): isOn ? "on" : "off"
    case .choice(let option): option
    case .choices(let options): "{\(options.joined(separator: ", "))}"
    }
  }
}

extension FieldContent {
  package var spelled: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .secret(let secret): secret.spelled
    case .toggle(let isOn): isOn ? "on" : "off"
    case .choice(let option): option ?? "none"
    case .choices(let options): "{\(options.joined(separator: ", "))}"
    }
  }
}

extension Secret {
  fileprivate var spelled: String { withBytes { "*\(String(decoding: $0, as: UTF8.self))*" } }
}

extension Property {
  /// Describes a value of the property, by its name if the contract has one.
  package func spelled(_ value: PropertyValue?) -> String {
    switch (self, value) {
    case (_, nil): "none"
    case (_, .text(let text)): "\"\(text)\""
    case (.status, .number(let number)): NodeStatus(rawValue: number).map { "\($0)" } ?? "?"
    case (.format, .number(let number)): NodeFormat(rawValue: number).map { "\($0)" } ?? "?"
    case (.role, .number(let number)): NodeRole(rawValue: number).map { "\($0)" } ?? "?"
    case (_, .number(let number)): "\(number)"
    }
  }
}

extension String {
  /// The text as a literal in Swift, without escapes for quotation marks and backslashes.
  package var literal: String {
    var hashes = ""
    while ["\"", "\\"].contains(where: { utf8.contains(($0 + hashes).utf8) }) { hashes += "#" }
    let hidden: [Unicode.GeneralCategory] = [
      .control, .format, .lineSeparator, .paragraphSeparator,
    ]
    let body = unicodeScalars.map { scalar in
      if scalar == "\n" { return "\\\(hashes)n" }
      guard hidden.contains(scalar.properties.generalCategory) else { return String(scalar) }
      return "\\\(hashes)u{\(String(scalar.value, radix: 16))}"
    }
    return "\(hashes)\"\(body.joined())\"\(hashes)"
  }
}
