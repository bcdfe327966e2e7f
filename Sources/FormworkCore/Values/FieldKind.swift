public import FormworkJSON

/// The kind of a field, which determines its possible values.
public enum FieldKind: Equatable, Sendable {
  /// A single line of text.
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
  /// The value is the text. For a date and time, it is the shortest text, with a `T`.
  case dateTime(DateTimeFormat)

  /// An absolute URL that browsers accept, such as `https://example.org`, typed as text.
  ///
  /// The value is the text without surrounding blanks.
  case webAddress

  /// Any JSON value, typed as text of one or more lines.
  ///
  /// The value is the text without blanks and line breaks between tokens, and with numbers in their shortest form.
  case raw

  /// Yes or no.
  case toggle

  /// A choice of one option.
  case choice([Option])

  /// A choice of any number of options.
  case choices([Option])

  /// An option of a choice.
  public struct Option: Equatable, Sendable {
    /// The value in an answer.
    public let value: String

    /// The label for the user.
    public let label: Message

    /// Creates an option.
    public init(_ value: String, label: Message) {
      self.value = value
      self.label = label
    }
  }

  /// The format of a date or time, with an example.
  var formatHint: Message? {
    if case .dateTime(let format) = self { .key("format", of: format.rawValue) } else { nil }
  }

  /// The content of an empty field of this kind.
  public var emptyContent: FieldContent {
    switch self {
    case .text, .textArea, .wholeNumber, .decimal, .dateTime, .webAddress, .raw: .text("")
    case .secret: .secret(.empty)
    case .toggle: .toggle(false)
    case .choice: .choice(nil)
    case .choices: .choices([])
    }
  }

  /// Whether a field of this kind can have this content.
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

  /// Parses content according to a mode: in HTML, all content that counts as empty has one value.
  func value(of content: FieldContent, in mode: RuleMode) throws(Violation) -> Value? {
    if mode == .html, content.isEmpty, accepts(content) { return try value(of: emptyContent) }
    return try value(of: content)
  }

  /// Parses content, and returns `nil` if it is empty.
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
    // HTML's numbers are doubles, and larger numbers are not valid in it.
    guard let decimal = ExactDecimal(typed: text), let double = Double(text), double.isFinite else {
      throw .badInput(self == .wholeNumber ? .notAWholeNumber : .notANumber)
    }
    guard case .wholeNumber = self else { return .decimal(decimal) }
    guard let number = decimal.wholeNumber else { throw .badInput(.notAWholeNumber) }
    return .wholeNumber(number)
  }
}

extension ExactDecimal {
  /// Parses a number that was typed into a field.
  ///
  /// It has at most 37 digits and an exponent in -4,096...4,096.
  init?(typed text: String) {
    guard let number = ExactDecimal(text), number.digitCount <= 37,
      (-4_096...4_096).contains(number.exponent)
    else { return nil }
    self = number
  }
}

extension FieldKind {
  var isOfOptions: Bool {
    switch self {
    case .choice, .choices: true
    default: false
    }
  }

  /// Whether the kind and the options of the field allow the value.
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

  package var options: [Option] {
    switch self {
    case .choice(let options), .choices(let options): options
    default: []
    }
  }
}

/// The current content of a field, valid or not.
public enum FieldContent: Hashable, Sendable {
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

  /// Whether the user would regard the field as empty.
  ///
  /// This includes a toggle that is off, and a text of only invisible characters, such as joiners and zero-width
  /// spaces. Inside a text such characters can change its letters.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.hasNothingVisible
    case .secret(let secret): secret.hasNothingVisible
    case .toggle(let isOn): !isOn
    case .choice(let option): option == nil
    case .choices(let options): options.isEmpty
    }
  }

  /// Whether both contents have the same code points.
  ///
  /// Rules count code points, and stores receive them, but `String` regards texts as equal that have different
  /// numbers of them.
  public static func == (one: FieldContent, other: FieldContent) -> Bool {
    // A pair would copy both texts, several times per key press.
    if case .text(let one) = one, case .text(let other) = other {
      return one.hasSameCodePoints(as: other)
    }
    return switch (one, other) {
    case (.secret(let one), .secret(let other)): one == other
    case (.toggle(let one), .toggle(let other)): one == other
    case (.choice(let one), .choice(let other)): one == other
    case (.choices(let one), .choices(let other)): one == other
    case (.text, _), (.secret, _), (.toggle, _), (.choice, _), (.choices, _): false
    }
  }
}

/// The parsed content of a field.
public enum Value: Hashable, Sendable {
  /// A text.
  case text(String)

  /// A secret.
  case secret(Secret)

  /// A whole number.
  case wholeNumber(Int)

  /// An exact decimal number.
  indirect case decimal(ExactDecimal)

  /// A toggle's state.
  case toggle(Bool)

  /// The selected option.
  case choice(String)

  /// The selected options, in the order of the definition.
  case choices([String])
}
