/// All that a form knows of one field, without its type.
public struct FieldSpecification: Sendable {
  /// The stable name.
  public let id: FieldID

  /// What it holds.
  public let kind: FieldKind

  /// What a person calls it.
  public let label: Message

  /// Help, if any.
  public internal(set) var detail: Message?

  /// An example, if any.
  public internal(set) var placeholder: Message?

  /// The usual width in columns of a terminal, or of a text area, the rows, if any.
  public internal(set) var extent: Int?

  /// What stands there before the person has touched it.
  public internal(set) var initial: FieldContent

  /// What the content has to keep.
  public internal(set) var rules: [Rule] = []

  /// Whether what was entered may be offered again, after an accepted submission.
  public internal(set) var isRemembered = false

  /// The first limit that is none of the field's kind, if any.
  var badLimit: String?

  /// Whether the content goes into no draft, and has to be entered each time.
  public internal(set) var isLeftOutOfDrafts = false

  /// When the field is part of the form; always, where there is none.
  public internal(set) var condition: Condition?

  /// The check that has the last word on the content, if any.
  public internal(set) var check: RemoteCheck?

  init(id: FieldID, kind: FieldKind, label: Message) {
    self.id = id
    self.kind = kind
    self.label = label
    initial = kind.emptyContent
  }

  /// Whether something has to stand there.
  public var isRequired: Bool {
    rules.contains { if case .required = $0 { true } else { false } }
  }

  /// The node that shows the field.
  var nodeKind: NodeKind {
    switch kind {
    case .text, .wholeNumber, .decimal, .dateTime, .webAddress: .textField
    case .textArea, .raw: .textArea
    case .secret: .secretField
    case .toggle: .toggle
    case .choice: .choice
    case .choices: .choices
    }
  }

  /// What the value looks like.
  var format: NodeFormat {
    switch kind {
    case .wholeNumber: .wholeNumber
    case .decimal: .decimal
    case .dateTime(.date): .date
    case .dateTime(.time): .time
    case .dateTime(.dateAndTime): .dateAndTime
    case .webAddress: .webAddress
    case .text where rules.contains { if case .email = $0 { true } else { false } }: .email
    case .text, .textArea, .secret, .raw, .toggle, .choice, .choices: .plain
    }
  }

  /// Returns the content that rules and answers are about: e-mail and web addresses, dates and numbers lose the blanks
  /// around them.
  ///
  /// - SeeAlso: "Strip leading and trailing ASCII whitespace" in the value sanitization algorithms of the HTML Standard,
  ///   section 4.10.5.1.
  func trimmed(_ content: FieldContent) -> FieldContent {
    guard case .text(let text) = content, text.hasBlanksAround, format != .plain else {
      return content
    }
    return .text(text.withoutBlanksAround)
  }
}
