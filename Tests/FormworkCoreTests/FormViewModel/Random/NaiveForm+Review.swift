@testable import FormworkCore

extension NaiveForm {
  /// The question that blocks the form, if there is one.
  var question: Message? { form.state.question }

  /// A line for each answer under review, in order, and the path of its field.
  var review: [(path: String, text: String)] {
    guard form.state == .reviewing else { return [] }
    let outline = outline
    return outline.shown.compactMap { part in
      guard case .field(let field) = part.content, let value = outline.value(at: part.path),
        let words = words(value, of: field)
      else { return nil }
      var line: [String: Message] = ["label": field.label, "value": words]
      let around = part.around.last { $0 + "?" != part.path }
      line["item"] = outline.parts.first { $0.path == around && $0.isSectionOrItem }.map(label)
      let key = line["item"] == nil ? "review.line" : "review.item"
      return (part.path, Message.key(key, line).spelled)
    }
  }

  private func words(_ value: Value, of field: FieldSpecification) -> Message? {
    let labels = Dictionary(uniqueKeysWithValues: field.kind.options.map { ($0.value, $0.label) })
    switch value {
    case .text(""), .secret(.empty), .choices([]): return nil
    case .text(let text): return .verbatim(text)
    case .secret(let secret): return .key("review.secret", count: secret.codePointCount)
    case .wholeNumber(let number): return "\(number)"
    case .decimal(let number): return "\(number)"
    case .toggle(let isOn): return isOn ? .key("review.yes") : .key("review.no")
    case .choice(let option): return labels[option]
    case .choices(let options): return .list(options.compactMap { labels[$0] })
    }
  }
}

extension FormMachine.State {
  /// The question that the user must answer first.
  var question: Message? {
    switch self {
    case .confirmingLeave: .key("leaveQuestion")
    case .reviewing: .key("reviewQuestion")
    case .offeringDraft: .key("resumeQuestion", ["text": "noon"])
    case .blank, .loading, .loadFailed, .editing, .reloading, .awaitingChecks, .submitting,
      .submitted, .cancelled, .declined:
      nil
    }
  }
}
