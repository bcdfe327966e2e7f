import FormworkJSON

/// What a field holds, and so which values it can give.
public enum FieldKind: Equatable, Sendable {
  /// One line of text.
  case text

  /// Several lines of text.
  case textArea

  /// A text that must not be shown, such as a password.
  case secret

  /// A whole number, typed as text.
  case wholeNumber

  /// A decimal number, typed as text.
  case decimal

  /// A date, a time of day or both, typed as text.
  ///
  /// The value is the text; that of a date and time is the shortest text for it, with a `T`.
  case dateTime(DateTimeFormat)

  /// An absolute address as browsers understand it, such as `https://example.org`, typed as text.
  ///
  /// The value is the text without the blanks around it.
  case webAddress

  /// Any value of JSON, typed as text of one or more lines.
  ///
  /// The value is the text, without blanks and lines between what it is made of.
  case raw

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
    public let label: Message

    /// Makes an option.
    public init(_ value: String, label: Message) {
      self.value = value
      self.label = label
    }
  }

  /// The content of a field of this kind that the person has not touched.
  public var emptyContent: FieldContent {
    switch self {
    case .text, .textArea, .wholeNumber, .decimal, .dateTime, .webAddress, .raw: .text("")
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
      (.dateTime, .text), (.webAddress, .text), (.raw, .text), (.secret, .secret),
      (.toggle, .toggle):
      true
    case (.choice(let options), .choice(let value)):
      value == nil || options.contains { $0.value == value }
    case (.choices(let options), .choices(let values)):
      options.map(\.value).filter(values.contains) == values
    default:
      false
    }
  }

  /// Understands what stands in a field, in the words of a mode: what HTML counts as empty has the
  /// value of nothing.
  func value(of content: FieldContent, in mode: RuleMode) throws(Violation) -> Value? {
    try value(of: mode == .html && accepts(content) && content.isEmpty ? emptyContent : content)
  }

  /// Understands what stands in a field: its value, `nil` where it is empty.
  ///
  /// - Throws: Why it has none.
  func value(of content: FieldContent) throws(Violation) -> Value? {
    switch (self, content) {
    case (.text, .text(let text)):
      if let fault = text.badInput(allowingLines: false) { throw .badInput(fault) }
      return .text(text)
    case (.textArea, .text(let text)):
      if let fault = text.badInput(allowingLines: true) { throw .badInput(fault) }
      return .text(text)
    case (.secret, .secret(let secret)):
      if let fault = secret.badInput { throw .badInput(fault) }
      return .secret(secret)
    case (.wholeNumber, .text(let text)), (.decimal, .text(let text)):
      return try number(of: text)
    case (.dateTime(let format), .text(let text)):
      if text.isEmpty { return nil }
      if let fault = text.badInput(allowingLines: false) { throw .badInput(fault) }
      guard let milliseconds = format.milliseconds(of: text) else {
        throw .badInput(.notADateTime(format))
      }
      return .text(format == .dateAndTime ? format.text(of: milliseconds) : text)
    case (.webAddress, .text(let text)):
      if text.isEmpty { return nil }
      if let fault = text.badInput(allowingLines: false) { throw .badInput(fault) }
      guard let address = text.webAddress else { throw .typeMismatch(.webAddress) }
      return .text(address)
    case (.raw, .text(let text)):
      if text.isEmpty { return nil }
      if let fault = text.badInput(allowingLines: true) { throw .badInput(fault) }
      do throws(JSONError) {
        return .text(try JSONReader.read(text).text())
      } catch {
        throw .badInput(.notJSON(error.message))
      }
    case (.toggle, .toggle(let isOn)):
      return .toggle(isOn)
    case (.choice, .choice(let value)):
      return value.map { .choice($0) }
    case (.choices, .choices(let values)):
      return .choices(values)
    default:
      throw .badInput(.wrongKind)
    }
  }

  private func number(of text: String) throws(Violation) -> Value? {
    if text.isEmpty { return nil }
    if let fault = text.badInput(allowingLines: false) { throw .badInput(fault) }
    // HTML's numbers are doubles; what lies beyond them is no number to it.
    guard let decimal = ExactDecimal(text), let double = Double(text), double.isFinite else {
      throw .badInput(self == .wholeNumber ? .notAWholeNumber : .notANumber)
    }
    guard case .wholeNumber = self else { return .decimal(decimal) }
    guard let number = decimal.wholeNumber else { throw .badInput(.notAWholeNumber) }
    return .wholeNumber(number)
  }
}

extension FieldKind {
  /// Whether a person chooses from options.
  var isOfOptions: Bool {
    switch self {
    case .choice, .choices: true
    case .text, .textArea, .secret, .wholeNumber, .decimal, .dateTime, .webAddress, .raw, .toggle:
      false
    }
  }

  /// Whether a field can have the value, as far as its kind and its options say.
  func mayHave(_ value: Value) -> Bool {
    switch value {
    case .text: emptyContent == .text("") && self != .wholeNumber && self != .decimal
    case .secret: self == .secret
    case .wholeNumber: self == .wholeNumber
    case .decimal: self == .decimal
    case .toggle(let isOn): accepts(.toggle(isOn))
    case .choice(let option): accepts(.choice(option))
    case .choices(let options): accepts(.choices(options))
    }
  }

  /// The options to choose from, if any.
  var options: [Option] {
    switch self {
    case .choice(let options), .choices(let options): options
    case .text, .textArea, .secret, .wholeNumber, .decimal, .dateTime, .webAddress, .raw, .toggle:
      []
    }
  }
}

/// What stands in a field now, whether it makes sense or not.
public enum FieldContent: Equatable, Sendable {
  /// The text of a text field, a text area or a number field.
  case text(String)

  /// The text of a secret field.
  case secret(Secret)

  /// The state of a toggle.
  case toggle(Bool)

  /// The selected option's value, or none.
  case choice(String?)

  /// The selected options' values, in the order of the definition.
  case choices([String])

  /// Whether a person would say that nothing stands there.
  ///
  /// A toggle counts as empty when off, and a text that has nothing but invisible characters, such
  /// as joiners and zero-width spaces. Within a text they are a matter of its letters.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.hasNothingVisible
    case .secret(let secret): secret.hasNothingVisible
    case .toggle(let isOn): !isOn
    case .choice(let option): option == nil
    case .choices(let options): options.isEmpty
    }
  }

  /// Whether the same stands in both, code point by code point.
  ///
  /// Rules count code points, and the store is given them; `String` takes texts for equal that have
  /// more of them or fewer.
  public static func == (one: FieldContent, other: FieldContent) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.hasSameCodePoints(as: other)
    case (.secret(let one), .secret(let other)): one == other
    case (.toggle(let one), .toggle(let other)): one == other
    case (.choice(let one), .choice(let other)): one == other
    case (.choices(let one), .choices(let other)): one == other
    case (.text, _), (.secret, _), (.toggle, _), (.choice, _), (.choices, _): false
    }
  }
}

/// A field's content once it has been understood.
public enum Value: Equatable, Sendable {
  /// A text.
  case text(String)

  /// A secret.
  case secret(Secret)

  /// A whole number.
  case wholeNumber(Int)

  /// An exact decimal number.
  case decimal(ExactDecimal)

  /// A toggle's state.
  case toggle(Bool)

  /// The selected option.
  case choice(String)

  /// The selected options, in the order of the definition.
  case choices([String])
}
