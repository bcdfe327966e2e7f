package import FormworkCore
package import FormworkJSON

extension FieldContent {
  /// The JSON value of the content; `nil` for a secret, which is never written.
  var json: JSONValue? {
    switch self {
    case .text(let text): .string(text)
    case .secret: nil
    case .toggle(let isOn): .bool(isOn)
    case .choice(let option): option.map { .string($0) } ?? .null
    case .choices(let options): .array(options.map { JSONNode(.string($0)) })
    }
  }
}

extension FieldKind {
  /// Returns the content for a JSON value; `nil` if the value does not fit the field.
  ///
  /// For a field of raw JSON this is its text, which may be incomplete JSON.
  package func content(of value: JSONValue) -> FieldContent? {
    let content: FieldContent? =
      switch (self, value) {
      case (.text, .string(let text)), (.textArea, .string(let text)),
        (.wholeNumber, .string(let text)), (.decimal, .string(let text)),
        (.dateTime, .string(let text)), (.webAddress, .string(let text)),
        (.raw, .string(let text)):
        .text(text)
      case (.toggle, .bool(let isOn)): .toggle(isOn)
      case (.choice, .string(let option)): .choice(option)
      case (.choice, .null): .choice(nil)
      case (.choices, .array(let nodes)): Self.choices(nodes)
      default: nil
      }
    return content.flatMap { accepts($0) ? $0 : nil }
  }

  private static func choices(_ nodes: [JSONNode]) -> FieldContent? {
    let options = nodes.compactMap { node in
      if case .string(let option) = node.value { option } else { nil }
    }
    return options.count == nodes.count ? .choices(options) : nil
  }
}
