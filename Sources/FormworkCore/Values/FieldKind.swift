/// What a field holds, and so which values it can give.
public enum FieldKind: Equatable, Sendable {
  /// One line of text.
  case text

  /// Several lines of text.
  case textArea

  /// A text that nobody may read, such as a password.
  case secret

  /// A whole number, typed as text.
  case wholeNumber

  /// A decimal number, typed as text.
  case decimal

  /// Yes or no.
  case toggle

  /// One of some options.
  case choice([Option])

  /// Any number of some options.
  case choices([Option])

  /// One thing to choose.
  public struct Option: Equatable, Sendable {
    /// What an answer holds.
    public let value: String

    /// What a person reads.
    public let label: String

    /// Makes an option.
    public init(_ value: String, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// The content of a field of this kind that nobody has touched.
  public var emptyContent: FieldContent {
    switch self {
    case .text, .textArea, .wholeNumber, .decimal: .text("")
    case .secret: .secret(.empty)
    case .toggle: .toggle(false)
    case .choice: .choice(nil)
    case .choices: .choices([])
    }
  }

  /// Whether such a field can hold that content at all.
  public func accepts(_ content: FieldContent) -> Bool {
    switch (self, content) {
    case (.text, .text), (.textArea, .text), (.wholeNumber, .text), (.decimal, .text),
      (.secret, .secret), (.toggle, .toggle):
      true
    case (.choice(let options), .choice(let value)):
      value == nil || options.contains { $0.value == value }
    case (.choices(let options), .choices(let values)):
      options.map(\.value).filter(values.contains) == values
    default:
      false
    }
  }

  /// Understands what stands in a field: its value, `nil` where it is empty, or why it has none.
  func value(of content: FieldContent) -> Result<Value?, Violation> {
    switch (self, content) {
    case (.text, .text(let text)):
      text.badInput(allowingLines: false).map { .failure(.badInput($0)) } ?? .success(.text(text))
    case (.textArea, .text(let text)):
      text.badInput(allowingLines: true).map { .failure(.badInput($0)) } ?? .success(.text(text))
    case (.secret, .secret(let secret)):
      secret.badInput.map { .failure(.badInput($0)) } ?? .success(.secret(secret))
    case (.wholeNumber, .text(let text)), (.decimal, .text(let text)):
      number(of: text)
    case (.toggle, .toggle(let isOn)):
      .success(.toggle(isOn))
    case (.choice, .choice(let value)):
      .success(value.map { .choice($0) })
    case (.choices, .choices(let values)):
      .success(.choices(values))
    default:
      .failure(.badInput(.wrongKind))
    }
  }

  private func number(of text: String) -> Result<Value?, Violation> {
    if text.isEmpty { return .success(nil) }
    if let fault = text.badInput(allowingLines: false) { return .failure(.badInput(fault)) }
    // HTML's numbers are doubles; what lies beyond them is no number to it.
    guard let decimal = ExactDecimal(text), let double = Double(text), double.isFinite else {
      return .failure(.badInput(.notANumber))
    }
    guard case .wholeNumber = self else { return .success(.decimal(decimal)) }
    return decimal.wholeNumber.map { .success(.wholeNumber($0)) }
      ?? .failure(.badInput(.notAWholeNumber))
  }
}
