import FormworkJSON

/// An answer in the review before a submission.
struct ReviewLine {
  let path: FieldID

  /// The label and the answer, or the length of a secret.
  let message: Message

  private static let prefix = "change:"

  var buttonName: String { Self.prefix + path.rawValue }

  /// Returns the field to which a button leads back, or `nil` for another button.
  static func path(ofButton name: String) -> FieldID? {
    name.hasPrefix(prefix) ? FieldID(rawValue: String(name.dropFirst(prefix.count))) : nil
  }
}

extension SectionPart {
  /// The lines of all answers in the section, in order.
  var review: [ReviewLine] {
    Dependencies.withParts(below: self).compactMap { part in
      guard let field = part as? FieldPart, field.isActive, let value = field.reviewed else {
        return nil
      }
      var arguments = ["label": field.specification.label, "value": value]
      arguments["item"] = field.item
      let key = arguments["item"] == nil ? "review.line" : "review.item"
      return ReviewLine(path: field.path, message: .key(key, arguments))
    }
  }
}

extension FieldPart {
  /// The label of the innermost section or item that contains the field, but not of a group.
  fileprivate var item: Message? {
    let around = sequence(first: self as Part, next: \.parent).dropFirst().first { part in
      if case .group = part.shape.content { return false }
      return (part as? SectionPart)?.control !== self
    }
    guard let section = around as? SectionPart, section.parent != nil else { return nil }
    return section.label
  }

  /// The answer in words, or `nil` if there is none.
  fileprivate var reviewed: Message? {
    switch value {
    case nil: nil
    case .text(let text)?:
      text.isEmpty ? nil : .verbatim(Self.line(text))
    case .secret(let secret)?:
      secret.isEmpty ? nil : .key("review.secret", count: secret.codePointCount)
    case .wholeNumber(let number)?: .verbatim(String(number))
    case .decimal(let number)?: .verbatim(number.description)
    case .toggle(let isOn)?: isOn ? .key("review.yes") : .key("review.no")
    case .choice(let option)?: label(of: option)
    case .choices(let options)?: options.isEmpty ? nil : .list(options.map(label))
    }
  }

  /// Returns a text in one line, and cuts it only if it is very long.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }).echoed(limit: 500)
  }

  private func label(of option: String) -> Message {
    kind.options.first { $0.value == option }?.label ?? .verbatim(option)
  }
}
